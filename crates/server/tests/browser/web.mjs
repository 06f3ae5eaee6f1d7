// Tests the pages without a server in a real browser. `node web.mjs FOLDER` opens them from disk,
// without their engines, and `node web.mjs FOLDER RESULTS` also plays, from disk and from a server of
// static files, and checks the results in the folder RESULTS. The script prints all errors, and exits
// with 1 if there are any.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { check, end, shown, test } from "./harness.mjs";

const folder = resolve(process.argv[2] ?? "");
/** The results of a tournament, if the engines are there. */
const results = process.argv[3] && resolve(process.argv[3]);
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
        await page.goto(`${disk}/${language}check.html`);
        await page.waitForSelector("#choose-folder:visible");
        await check(page, "the page that checks");
    });
}

await test("the other language shows the same game", {}, async (page) => {
    await page.goto(`${disk}/play-mnk.html#v1;set=n:3,m:3,k:3;by=you-you`);
    await page.locator(".languages a[hreflang=pl]").click();
    await page.waitForURL(/pl\/play-mnk\.html#v1;set=n:3,m:3,k:3;by=you-you$/);
});

if (!results) {
    await test("a failed engine is told", {}, async (page) => {
        await page.goto(`${disk}/play-mnk.html`);
        await page.waitForFunction(() =>
            /engine in this page/.test(document.body.textContent ?? ""),
        );
    });
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** A record that was changed, with the checksum that it should have. */
function sealed(line) {
    const body = line.slice(0, line.lastIndexOf(',"sha256":"'));
    return `${body},"sha256":"${sha256(body)}"}`;
}

async function renewManifest(root) {
    const manifest = join(root, "MANIFEST.sha256");
    const listed = (await readFile(manifest, "utf8")).matchAll(/^[0-9a-f]{64}  (.*)$/gm);
    let text = "";
    for (const [, path] of listed) {
        const bytes = await readFile(join(root, path));
        text += `# ${bytes.length} bytes\n${sha256(bytes)}  ${path}\n`;
    }
    await writeFile(manifest, text);
}

/** The results with a forged game, whose checksums fit: no game has this margin. */
async function forged() {
    const copy = join(await mkdtemp(join(tmpdir(), "forged-")), "results");
    await cp(results, copy, { recursive: true });
    const file = join(copy, "games.jsonl");
    const lines = (await readFile(file, "utf8")).split("\n");
    lines[2] = sealed(lines[2].replace(/"margin":-?\d+/, '"margin":7'));
    await writeFile(file, lines.join("\n"));
    await renewManifest(copy);
    return copy;
}

const places = results ? { disk, hosted } : {};
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
    await test(`${place}: results are checked and shown`, {}, async (page) => {
        await page.goto(`${root}/pl/check.html`);
        await check(page, "the page that checks");
        await page.setInputFiles("#choose-folder", results);
        await page.waitForSelector("#verdict.right, #verdict.wrong");
        assert.match((await page.locator("#verdict").textContent()) ?? "", /Wszystko się zgadza/);
        await page.waitForSelector("#moves-list li");
        await page.locator("#next").click();
        await page.waitForSelector("#moves-list [aria-current]");
        await check(page, "checked results");
    });
    await test(`${place}: an archive of them is checked`, {}, async (page) => {
        await page.goto(`${root}/ro/check.html`);
        await page.setInputFiles("#choose-file", `${results}.zip`);
        await page.waitForSelector("#verdict.right");
    });
    await test(`${place}: a file of games is shown`, {}, async (page) => {
        await page.goto(`${root}/check.html`);
        const duel = join(results, "..", "duel.jsonl");
        await page.setInputFiles("#choose-file", duel);
        await page.waitForSelector("#verdict.right");
        await page.waitForSelector("#moves-list li");
    });
    await test(`${place}: a forged game is named, and shown`, {}, async (page) => {
        await page.goto(`${root}/check.html`);
        const copy = await forged();
        await page.setInputFiles("#choose-folder", copy);
        await page.waitForSelector("#verdict.wrong");
        assert.match((await page.locator("#verdict").textContent()) ?? "", /line 3/);
        await page.waitForSelector("#moves-list li");
        assert.equal(await page.locator("#game-number").inputValue(), "3");
        await rm(join(copy, ".."), { recursive: true });
    });
}

server.close();
await end();
