// Tests the pages without a server in a real browser. `node web.mjs FOLDER` opens them from disk,
// without their engines, and `node web.mjs FOLDER engines` also plays, from disk and from a server of
// static files. The script prints all errors, and exits with 1 if there are any.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { check, end, shown, test } from "./harness.mjs";

const folder = resolve(process.argv[2] ?? "");
const disk = pathToFileURL(folder).href;

const GAMES = ["poziomka", "reversi", "flood-wars", "mnk", "gangsters"];
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** A server that only sends files. */
const server = createServer(async ({ url }, answer) => {
    const path = join(folder, new URL(url ?? "", "http://any").pathname);
    const file = await readFile(path).catch(() => null);
    answer.setHeader("content-type", KINDS[extname(path)] ?? "image/svg+xml");
    answer.writeHead(file === null ? 404 : 200).end(file ?? "");
});
await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
const hosted = `http://127.0.0.1:${server.address().port}`;

/** Makes one legal touch: a hue's button, a pass, or a square. */
async function touch(page, tap) {
    const pass = page.locator("#pass:visible");
    if (await pass.count()) return pass.click();
    const hues = page.locator("#hues button[aria-disabled=false]");
    const legal = page.locator('#board .grid [aria-label*=", legal"]');
    const one = (await hues.count()) ? hues.first() : legal.first();
    return tap ? one.tap() : one.click();
}

const moves = (page) => page.locator("#moves-list li").count();

/** Plays until so many moves are made, or the game is over. */
async function playUntil(page, least, tap) {
    while ((await moves(page)) < least && !(await page.locator("#status.over").count())) {
        await page.waitForSelector("#board[aria-busy=false]");
        await page.waitForFunction(() => {
            const open = "#board .grid [aria-label*=', legal'], #hues button[aria-disabled=false]";
            return document.querySelector(`${open}, #status.over, #pass:not([hidden])`);
        });
        if (await page.locator("#status.over").count()) return;
        await touch(page, tap);
        await page.waitForTimeout(50);
    }
}

for (const [language, title] of [
    ["", "five board games"],
    ["pl/", "pięć gier"],
    ["ro/", "cinci jocuri"],
]) {
    await test(`every page is drawn without an engine: ${language || "en/"}`, {}, async (page) => {
        await page.goto(`${disk}/${language}index.html`);
        await page.waitForFunction(() => document.querySelectorAll(".live svg").length === 5);
        assert.match((await page.title()) ?? "", new RegExp(title));
        await check(page, "home");
        for (const game of GAMES) {
            await page.locator(`.of-games a[href='play-${game}.html']`).click();
            await page.waitForSelector("#board .grid [aria-label]");
            await page.goto(`${disk}/${language}rules-${game}.html`);
            await page.waitForSelector(".rules h1");
        }
    });
}

await test("the other language shows the same game", {}, async (page) => {
    await page.goto(`${disk}/play-mnk.html#v1;set=n:3,m:3,k:3;by=you-you`);
    await page.locator(".languages a[hreflang=pl]").click();
    await page.waitForURL(/pl\/play-mnk\.html#v1;set=n:3,m:3,k:3;by=you-you$/);
});

if (process.argv[3] !== "engines") {
    await test("a failed engine is told", {}, async (page) => {
        await page.goto(`${disk}/play-mnk.html`);
        await page.waitForFunction(() =>
            /engine in this page/.test(document.body.textContent ?? ""),
        );
    });
}

const places = process.argv[3] === "engines" ? { disk, hosted } : {};
for (const [place, root] of Object.entries(places)) {
    for (const game of GAMES) {
        const options = { hasTouch: game === "flood-wars" || game === "mnk" };
        await test(`${place}, ${game}: a game against level 3`, options, async (page) => {
            const asked = [];
            page.on("request", (request) => asked.push(request.url()));
            await page.goto(`${root}/play-${game}.html`);
            await page.waitForSelector("#board .grid [aria-label]");
            await playUntil(page, 6, options.hasTouch);
            assert.ok((await moves(page)) >= 6, "moves by both sides");
            const others = asked.filter((url) => !url.startsWith(root) && !url.startsWith("blob:"));
            assert.deepEqual(others, [], "nothing leaves the page");
            const engines = asked.filter((url) => url.includes("/engine-"));
            assert.deepEqual(engines, [`${root}/files/engine-${game}.js`], "one engine, once");
        });
    }
    await test(`${place}: a finished game is reviewed`, {}, async (page) => {
        await page.goto(
            `${root}/ro/play-mnk.html#v1;set=n:3,m:3,k:3;by=you-you;m=a1,a2,c2,c3,b2,a3,b3,b1,c1`,
        );
        await page.waitForSelector("#status.over");
        await page.locator("#review").click();
        await page.waitForSelector("#review-room li, #review-room button");
        await check(page, "a review");
    });
    await test(`${place}: a refused move is told with its reason`, {}, async (page) => {
        await page.goto(`${root}/play-mnk.html#v1;set=n:3,m:3,k:3;by=you-you;m=a1,a1`);
        await page.waitForFunction(() =>
            /Not allowed/.test(document.querySelector("#complaint")?.textContent ?? ""),
        );
    });
    await test(`${place}: values of all moves, and their end`, {}, async (page) => {
        await page.goto(`${root}/play-mnk.html#v1;set=n:3,m:3,k:3;by=you-you;m=a1`);
        await page.waitForSelector("#board .grid [aria-label]");
        await page.locator("#show-values").click();
        await page.waitForSelector("g.chip.exact");
        await page.locator("#show-values").click();
        await touch(page, false);
        await shown(page, "move");
    });
}

server.close();
await end();
