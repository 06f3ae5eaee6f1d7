// How soon a click is on the screen: `node paint.mjs ADDRESS`, with `ludoteka serve` at that address. Two hundred clicks on the
// largest board of 2,500 squares while an engine thinks: milliseconds of script, style and layout, and until after the next frame.
import { chromium } from "playwright-core";

const address = process.argv[2];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const busy = JSON.stringify({ set: { n: "15", m: "15", k: "5" }, time_ms: 60_000 });
const engine = new AbortController();
void fetch(`${address}/api/mnk/best`, { method: "POST", headers: { "content-type": "application/json" }, body: busy, signal: engine.signal }).catch(() => undefined);
await page.goto(`${address}/play/flood-wars#v1;set=rows:50,columns:50,seed:3,limit:400;by=you-you`);
await page.waitForSelector("#board[aria-busy=false]");
const times = await page.evaluate(async () => {
    const times = [];
    const free = async () => {
        while (document.querySelector("#board")?.getAttribute("aria-busy") !== "false") await new Promise((then) => setTimeout(then, 5));
    };
    for (let click = 0; click < 200; click++) {
        if (document.querySelector("#status.over")) {
            document.querySelector("#first").click();
            await free();
        }
        const gain = (button) => Number(button.querySelector(".gain").textContent);
        const buttons = [...document.querySelectorAll("#hues button:enabled")].sort((a, b) => gain(b) - gain(a));
        const start = performance.now();
        // A step back from the end has no buttons, and is a click as good as any.
        (buttons[0] ?? document.querySelector("#next")).click();
        document.body.getBoundingClientRect();
        const work = performance.now() - start;
        await new Promise((then) => requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = then;
            channel.port2.postMessage(null);
        }));
        times.push([work, performance.now() - start]);
        await free();
    }
    return times;
});
engine.abort();
await browser.close();
const at = (i, share) => times.map((pair) => pair[i]).sort((a, b) => a - b)[Math.ceil(times.length * share) - 1].toFixed(1);
console.log(`${times.length} clicks on 2,500 squares: script, style and layout ${at(0, 0.5)} ms (p95 ${at(0, 0.95)}); to the screen ${at(1, 0.5)} ms (p95 ${at(1, 0.95)}, p99 ${at(1, 0.99)})`);
