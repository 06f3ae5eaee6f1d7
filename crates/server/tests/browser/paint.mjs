// Measures how soon a click changes the screen: `node paint.mjs ADDRESS`, with `ludoteka serve` at
// that address. It clicks two hundred times on the largest board, which has 2,500 squares, first
// while nothing else runs and then while an engine thinks. It prints the milliseconds from a click
// until after the next frame. From the browser's trace, it prints the times of scripts, styles and
// layout; with `--trace`, it also prints the rest of the trace.
import { chromium } from "playwright-core";
import { ownAssets } from "./assets.mjs";

const [address, ...options] = process.argv.slice(2);
const CLICKS = 200;
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
});

/**
 * Runs in the page. Clicks this many times, and measures the milliseconds from each click until
 * after the next frame.
 * @param {number} clicks
 */
async function clickedThrough(clicks) {
    const times = [];
    const free = async () => {
        while (document.querySelector("#board")?.getAttribute("aria-busy") !== "false")
            await new Promise((then) => setTimeout(then, 5));
    };
    for (let click = 0; click < clicks; click++) {
        if (document.querySelector("#status.over")) {
            document.querySelector("#first").click();
            await free();
        }
        const gain = (button) => Number(button.querySelector(".gain").textContent);
        const buttons = [...document.querySelectorAll("#hues button[aria-disabled=false]")].sort(
            (a, b) => gain(b) - gain(a),
        );
        const start = performance.now();
        performance.mark("clicked");
        // If the position has no buttons for moves, the button for the next position is clicked.
        (buttons[0] ?? document.querySelector("#next")).click();
        performance.mark("scripted");
        await new Promise((then) =>
            requestAnimationFrame(() => {
                const channel = new MessageChannel();
                channel.port1.onmessage = then;
                channel.port2.postMessage(null);
            }),
        );
        performance.mark("painted");
        times.push(performance.now() - start);
        await free();
    }
    return times;
}

/** Opens a page without clicks. */
async function opened() {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await ownAssets(context);
    const page = await context.newPage();
    await page.goto(
        `${address}/play/flood-wars#v1;set=rows:50,columns:50,seed:3,limit:400;by=you-you`,
    );
    await page.waitForSelector("#board[aria-busy=false]");
    return page;
}

/**
 * The milliseconds of each kind of work on the main thread between a click and the next frame.
 * @param {any[]} events
 */
function traced(events) {
    const names = ["clicked", "scripted", "painted"];
    const marks = events
        .filter(({ name, cat }) => names.includes(name) && cat.includes("user_timing"))
        .sort((a, b) => a.ts - b.ts);
    const work = events.filter(({ tid, ph }) => tid === marks[0]?.tid && ph === "X");
    return marks.flatMap(({ name, ts: from }, i) => {
        const [scripted, painted] = [marks[i + 1], marks[i + 2]];
        if (name !== "clicked" || painted?.name !== "painted") return [];
        const sums = { script: (scripted.ts - from) / 1000 };
        for (const { name, ts, dur } of work)
            if (ts >= scripted.ts && ts < painted.ts)
                sums[name] = (sums[name] ?? 0) + (dur ?? 0) / 1000;
        return [sums];
    });
}

const busy = JSON.stringify({ set: { n: "15", m: "15", k: "5" }, time_ms: 60_000 });
const rounds = [];
for (const isBusy of [false, true]) {
    const page = await opened();
    const engine = new AbortController();
    const headers = { "content-type": "application/json" };
    if (isBusy)
        void fetch(`${address}/api/mnk/best`, {
            method: "POST",
            headers,
            body: busy,
            signal: engine.signal,
        }).catch(() => undefined);
    await page.evaluate(clickedThrough, 10);
    await browser.startTracing(page, { categories: ["devtools.timeline", "blink.user_timing"] });
    const times = await page.evaluate(clickedThrough, CLICKS);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    engine.abort();
    await page.context().close();
    rounds.push({ times, sums: traced(traceEvents) });
}
await browser.close();

/** @param {number[]} times @param {number} share */
const at = (times, share) =>
    [...times].sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? NaN;
const told = (times) =>
    [0.5, 0.95, 0.99].map((p) => `p${100 * p} ${at(times, p).toFixed(1)} ms`).join(", ");
const part = (sums, names) => names.reduce((sum, name) => sum + (sums[name] ?? 0), 0);
for (const [i, { times, sums }] of rounds.entries()) {
    const engines = i === 0 ? "engines at rest" : "an engine thinks";
    const updates = sums.map((sums) => part(sums, ["script", "UpdateLayoutTree", "Layout"]));
    console.log(`${CLICKS} clicks on 2,500 squares, ${engines}: to the screen ${told(times)}`);
    console.log(`  script, style and layout: ${told(updates)}`);
    if (options.includes("--trace")) {
        const names = [...new Set(sums.flatMap((one) => Object.keys(one)))];
        const means = names.map((name) => [
            name,
            sums.reduce((sum, one) => sum + (one[name] ?? 0), 0) / sums.length,
        ]);
        for (const [name, mean] of means.sort(([, a], [, b]) => b - a).slice(0, 14))
            console.log(`    ${mean.toFixed(2)} ms  ${name}`);
    }
}
const ratio = at(rounds[1].times, 0.99) / at(rounds[0].times, 0.99);
console.log(`p99 with an engine to p99 without: ${ratio.toFixed(2)}`);
