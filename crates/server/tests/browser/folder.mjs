// Tests the folder of a tournament's results in a real browser. `node folder.mjs FOLDER
// [PART-OF-NAME]` loads everything from disk, without a server. With the address of a server in
// place of FOLDER, the script loads everything from that server. The script prints all errors, and
// exits with 1 if there are any. A breach of the pages' policy is an error.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { check, controlsAreSeen, end, shown, test } from "./harness.mjs";

const folder = process.argv[2] ?? "";
const root = folder.startsWith("http") ? folder : pathToFileURL(resolve(folder)).href;
const at = (path) => `${root}/${path}`;

const status = (page) => page.locator("#status").textContent();
/** The content of each square, in words. */
const squares = (page) =>
    page
        .locator("#board [role=gridcell]")
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));

await test(
    "a match leads to its games, and a game to its board, which is stepped through",
    {},
    async (page) => {
        await page.goto(at("index.html"));
        await page.evaluate(() =>
            document.querySelectorAll("details").forEach((one) => (one.open = true)),
        );
        await page.locator(".matches a[href^='replay.html']").first().click();
        await page.waitForURL(/replay\.html#g=\d+/);
        await shown(page, "^Move 0 of \\d+");
        const moves = await page.locator("#moves-list li").count();
        assert.ok(moves > 4, "a game has moves");
        const start = await squares(page);
        await page.keyboard.press("ArrowRight");
        await shown(page, "^Move 1 of");
        assert.notDeepEqual(await squares(page), start, "the first move changes the board");
        assert.match(page.url(), /#g=\d+&m=1$/);
        await page.keyboard.press("End");
        await shown(page, "wins|draw");
        const [end, said, link] = [await squares(page), await status(page), page.url()];
        await page.keyboard.press("Home");
        await shown(page, "^Move 0 of");
        assert.deepEqual(await squares(page), start, "the start shows the first position again");
        for (let step = 0; step < moves; step++) await page.locator("#next").click();
        assert.deepEqual(
            [await squares(page), await status(page)],
            [end, said],
            "steps and a jump lead to the same position",
        );
        await page.locator("#slider").fill("2");
        await shown(page, "^Move 2 of");
        await page.goto("about:blank");
        await page.goto(link);
        await shown(page, "wins|draw");
        assert.deepEqual(await squares(page), end, "a link holds the position");
    },
);

await test("an analysed game is reviewed, without asking anybody", {}, async (page) => {
    const asked = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
    // A game has several mistakes if a level below 5 lost it.
    for (let game = 1; game < 20; game++) {
        await page.goto(at(`replay.html#g=${game}`));
        await page.reload();
        await shown(page, "^Move 0");
        await page.click("#review");
        await page.waitForSelector("#review-room h2");
        assert.equal(await page.locator("#review-room h2").count(), 2, "a list for each side");
        assert.ok(await page.locator(".graph svg path").count(), "the values of positions");
        if ((await page.locator("#review-room .mistakes button").count()) > 0) break;
    }
    const mistake = page.locator("#review-room .mistakes button").first();
    const number = Number(((await mistake.textContent()) ?? "").split(".")[0]);
    await mistake.click();
    await shown(page, `^Move ${number - 1} of`);
    await page.waitForSelector("#board path.hint", { state: "attached" });
    assert.deepEqual(asked, [], "the file knows");
});

await test(
    "the games of a match are listed as links, and names link to participants",
    {},
    async (page) => {
        await page.goto(at("replay.html#g=1"));
        await shown(page, "^Move 0");
        await page.click("#tab-games");
        const games = await page.locator("#panel-games li").count();
        assert.ok(games >= 2, "at least a pair of games");
        assert.match((await page.locator("#panel-games").textContent()) ?? "", /wins|draw/);
        await page.locator("#panel-games li a").nth(1).click();
        await page.waitForFunction(() => location.hash.startsWith("#g=2"));
        await shown(page, "^Move 0");
        await page.locator("#player-below a").click();
        await page.waitForURL(/players\/\d+\.html/);
        assert.ok(await page.locator("h1").textContent());
        await page.locator(".matches a[href*='replay.html']").first().click();
        await shown(page, "^Move 0");
    },
);

await test("all games are filtered by participant, result and foul", {}, async (page) => {
    await page.goto(at("index.html"));
    await page.click("a[href='games.html']");
    const rows = page.locator("#list tbody tr");
    await rows.first().waitFor();
    const count = async () => Number.parseInt((await page.locator("#count").textContent()) ?? "");
    const choose = (field, value) => page.selectOption(`[name=${field}]`, { value });
    const all = await count();
    assert.ok(all > 8, "all games");
    const parts = [];
    for (const result of ["won", "drawn", "lost"]) {
        await choose("result", result);
        parts.push(await count());
    }
    assert.equal(parts[0] + parts[1] + parts[2], all, "each game has one result");
    await choose("p", "1");
    await choose("result", "won");
    const won = await count();
    assert.ok(won > 0, "the first participant wins games");
    const winners = await rows.locator(".winner a").evaluateAll((all) => all.map((a) => a.href));
    assert.equal(winners.length, Math.min(won, 100));
    assert.ok(winners.every((href) => href.endsWith("players/1.html")));
    assert.match(page.url(), /#p=1&result=won$/);
    await page.reload();
    await rows.first().waitFor();
    assert.equal(await count(), won, "the address holds the filter");
    await choose("foul", "any");
    const fouled = await count();
    await choose("foul", "none");
    assert.equal((await count()) + fouled, won);
    await page.goto(at("players/1.html"));
    await page.click("a[href$='games.html#p=1']");
    await rows.first().waitFor();
    await choose("vs", "2");
    assert.ok((await count()) > 0 && (await count()) < all);
    await rows.first().locator("a[href^='replay.html']").click();
    await shown(page, "^Move 0 of");
});

await test("the last game is one link away from the first page", {}, async (page) => {
    await page.goto(at("index.html"));
    await page.click("text=the last game");
    await shown(page, "^Move 0 of");
    assert.equal(await page.locator("#game-after").count(), 0);
});

await test("the controls are on the screen at every move", {}, async (page) => {
    await page.goto(at("replay.html#g=1"));
    await shown(page, "^Move 0 of");
    await controlsAreSeen(page);
});

await test("what a program wrote to standard error is shown at its moves", {}, async (page) => {
    // Only the last participant writes to standard error.
    await page.goto(at("players/9.html"));
    await page.locator(".matches a[href*='replay.html']").first().click();
    await shown(page, "^Move 0 of");
    const moves = await page.locator("#moves-list li").count();
    const texts = [];
    for (let move = 1; move <= moves; move++) {
        await page.keyboard.press("ArrowRight");
        await shown(page, `Move ${move} of`);
        texts.push((await page.locator("#stderr pre").allTextContents()).join("|"));
    }
    // After the opening, every other move is the participant's.
    const [, , ...own] = texts;
    const text = "<b>depth 3\n";
    assert.deepEqual(texts.slice(0, 2), ["", ""], "the opening is nobody's");
    const expected = own.map((_, i) => ((own[0] === text) === (i % 2 === 0) ? text : ""));
    assert.deepEqual(own, expected);
    await check(page, "with standard error");
});

await test("a missing game is reported, and other games are still shown", {}, async (page) => {
    await page.goto(at("replay.html#g=99999999"));
    await page.waitForSelector("#complaint:not([hidden])");
    assert.match((await page.locator("#complaint").textContent()) ?? "", /no game 99999999/);
    await page.evaluate(() => (location.hash = "#g=1&m=3"));
    await shown(page, "^Move 3 of");
    assert.ok(await page.locator("#complaint").isHidden());
    await page.evaluate(() => (location.hash = "#g=<b>&m=-1"));
    await shown(page, "^Move 0 of");
});

await test("a game is watched", {}, async (page) => {
    await page.goto(at("replay.html#g=1"));
    await shown(page, "^Move 0");
    await page.click("#watch");
    await shown(page, "^Move 3");
    await page.click("#watch");
    const here = await status(page);
    await page.waitForTimeout(1200);
    assert.equal(await status(page), here);
});

await test("on a server, a new game goes on from a position", {}, async (page) => {
    await page.goto(at("replay.html#g=1&m=5"));
    await shown(page, "^Move 5 of");
    if (!root.startsWith("http")) {
        assert.equal(await page.locator("#play-on").count(), 0, "from disk nobody plays");
        return;
    }
    const shownThere = await squares(page);
    await page.click("#play-on");
    await page.waitForURL(/\/play\/\w+#v1;/);
    await page.waitForFunction(() => document.querySelectorAll("#moves-list li").length >= 5);
    await page.click("#moves-list li:nth-child(5) button");
    await page.waitForSelector("#board[aria-busy=false]");
    const plain = (all) => all.map((one) => one?.split(",").slice(0, 2).join());
    assert.deepEqual(plain(await squares(page)), plain(shownThere), "the same position");
});

// In light and dark mode, on a wide screen or at 390 or 320 px, axe-core finds no serious
// problem, and nothing is wider than the screen.
for (const [colorScheme, width] of /** @type {const} */ ([
    ["light", 1100],
    ["light", 320],
    ["dark", 390],
])) {
    await test(
        `no serious issue, ${colorScheme}, ${width} px`,
        { colorScheme, viewport: { width, height: 850 } },
        async (page) => {
            for (const path of [
                "index.html",
                "players/1.html",
                "games.html",
                "replay.html#g=1&m=4",
            ]) {
                await page.goto(at(path));
                if (path.startsWith("replay")) await shown(page, "^Move 4");
                if (path.startsWith("games")) await page.waitForSelector("#list:not([hidden])");
                await check(page, path);
            }
        },
    );
}

await end();
