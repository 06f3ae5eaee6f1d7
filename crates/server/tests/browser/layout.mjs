// Tests the layout of the page of a game: `node layout.mjs ADDRESS`. The server must
// run at that address. The script prints all errors, and exits with 1 if there are any.
import assert from "node:assert/strict";
import { end, PATIENCE, test } from "./harness.mjs";

const address = process.argv[2];

/** Games between two people, on boards of at least eight by eight squares. */
const GAMES = {
    poziomka: "v1;by=you-you",
    reversi: "v1;by=you-you",
    "flood-wars": "v1;set=rows:12,columns:14,seed:7;by=you-you",
    mnk: "v1;set=n:15,m:15,k:5;by=you-you",
    gangsters: "v1;set=n:9,m:9;by=you-you",
};

/** The sizes of screens, and the least length in pixels of the longer side of the squares. */
const SCREENS = [
    [1366, 768, 560],
    [1366, 650, 470],
    [1920, 1080, 800],
    [390, 844, 345],
    [844, 390, 300],
];

async function open(page, game, hash) {
    await page.goto(`${address}/play/${game}#${hash}`);
    await page.waitForSelector("#board[aria-busy=false] .grid [aria-label]");
}

for (const [width, height, least] of SCREENS) {
    await test(
        `a large board, and the controls on the screen, ${width} by ${height}`,
        { viewport: { width, height } },
        async (page) => {
            for (const [game, hash] of Object.entries(GAMES)) {
                await page.goto("about:blank");
                await open(page, game, hash);
                const box = (/** @type {string} */ what) =>
                    page.locator(what).evaluate((node) => node.getBoundingClientRect().toJSON());
                const board = await box("#board .grid");
                const long = Math.max(board.width, board.height);
                assert.ok(long >= least, `${game}: the board has ${long} px`);
                for (const what of ["#board .board", "#status", "#undo", "#show-values"]) {
                    const { right, bottom } = await box(what);
                    assert.ok(right <= width, `${game}: ${what} ends at ${right}`);
                    assert.ok(bottom <= height, `${game}: ${what} ends at ${bottom}`);
                }
                const head = await box(".top");
                assert.ok(head.height < 50, `${game}: the head has one line`);
            }
        },
    );
}

/** Makes a legal touch: a colour's button, or a square. */
async function touch(page, step) {
    const hues = page.locator("#hues button[aria-disabled=false]");
    const legal = page.locator('#board .grid [aria-label*=", legal"]');
    const touches = (await hues.count()) > 0 ? hues : legal;
    return touches.nth((step * 7) % (await touches.count())).click();
}

/** Records everything that moves on a page by itself. @param {import("playwright-core").Page} page */
const recordShifts = (page) =>
    page.addInitScript(() => {
        globalThis.shifts = [];
        new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries())
                globalThis.shifts.push([
                    value,
                    sources.map(({ node }) => node?.id || node?.className || node?.nodeName),
                ]);
        }).observe({ type: "layout-shift", buffered: true });
    });

/**
 * What moved, which `recordShifts` has recorded. @param {import("playwright-core").Page} page
 * @returns {Promise<[number, string[]][]>}
 */
const shiftsOf = (page) => page.evaluate(() => globalThis.shifts);

/**
 * Makes the processor slower by a factor, and waits longer by the same factor.
 * @param {import("playwright-core").Page} page
 */
async function slower(page) {
    const devtools = await page.context().newCDPSession(page);
    return (/** @type {number} */ rate) => {
        page.setDefaultTimeout(PATIENCE * rate);
        return devtools.send("Emulation.setCPUThrottlingRate", { rate });
    };
}

/**
 * Screens, and how much slower their pages load: a slow processor paints a page while it still reads
 * it. One wide and one narrow screen show that.
 */
const LOADS = [
    [1366, 768, 20],
    [1366, 650, 4],
    [390, 844, 20],
    [844, 390, 4],
];

for (const [width, height, slowness] of LOADS) {
    await test(
        `nothing moves from the first paint to the tenth move, ${width} by ${height}`,
        { viewport: { width, height } },
        async (page) => {
            await recordShifts(page);
            const slow = await slower(page);
            for (const [game, hash] of Object.entries(GAMES)) {
                await page.goto("about:blank");
                await slow(slowness);
                await open(page, game, hash);
                await slow(1);
                const made = () => page.locator("#moves-list li").count();
                const isOver = () => page.locator("#status.over").count();
                await page.locator("#show-values").click();
                // A touch that is refused brings a message.
                await page.locator("#board .grid [aria-label]").first().click();
                await page.waitForSelector("#board[aria-busy=false]");
                for (let step = 0; (await made()) < 10 && !(await isOver()); step++) {
                    await touch(page, step);
                    await page.waitForSelector("#board[aria-busy=false]");
                    if (step === 4) await page.locator("#show-values").click();
                }
                const shifts = await shiftsOf(page);
                const sum = shifts.reduce((sum, [value]) => sum + value, 0);
                assert.equal(sum.toFixed(2), "0.00", `${game}: ${JSON.stringify(shifts)}`);
            }
        },
    );
}

for (const locale of ["en", "pl", "ro"])
    await test(
        `all games are on the first screen, and nothing moves, ${locale}`,
        { viewport: { width: 1366, height: 768 }, locale },
        async (page) => {
            await recordShifts(page);
            const slow = await slower(page);
            await slow(4);
            await page.goto(`${address}/`);
            await page.waitForFunction(
                () => document.querySelectorAll(".card .grid [aria-label]").length > 300,
            );
            const ends = await page
                .locator(".card")
                .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().bottom));
            assert.equal(ends.length, Object.keys(GAMES).length);
            assert.ok(Math.max(...ends) <= 768, `the cards end at ${ends}`);
            assert.deepEqual(await shiftsOf(page), []);
        },
    );

for (const [width, height] of [
    [1366, 768],
    [390, 844],
])
    for (const locale of ["en", "pl", "ro"])
        await test(
            `the whole form for a new game is in sight, ${locale}, ${width} by ${height}`,
            { viewport: { width, height }, locale },
            async (page) => {
                for (const game of Object.keys(GAMES)) {
                    await open(page, game, "v1;by=you-you");
                    await page.click("#tab-new");
                    const start = await page.locator(".new [type=submit]").boundingBox();
                    const fields = await page
                        .locator(".new :is(select, input:not([type=radio]))")
                        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
                    const [first, last] = [fields[0]?.top, fields.at(-1)?.bottom];
                    assert.ok(fields.length > 2 && (first ?? -1) >= 0, `${game}: ${first}`);
                    // The button stays at the end of a form that must be scrolled.
                    const end = Math.min(start?.y ?? 0, height);
                    assert.ok((last ?? height) <= end, `${game}: ${last} of ${end}`);
                }
            },
        );

/** Windows, and by how much their pages are enlarged. */
const WINDOWS = [
    [1366, 768],
    [1920, 1080],
];
const ZOOMS = [1.1, 1.25, 1.5, 1.75, 2];

/** The longer side of the board in pixels of the screen. @param {import("playwright-core").Page} page */
const boardOf = (page) =>
    page.locator("#board .board").evaluate((board) => {
        const { width, height } = board.getBoundingClientRect();
        return Math.max(width, height) * devicePixelRatio;
    });

for (const [width, height] of WINDOWS)
    await test(
        `a larger page keeps the size of its board, ${width} by ${height}`,
        {},
        async (page) => {
            const devtools = await page.context().newCDPSession(page);
            const zoom = (/** @type {number} */ by) =>
                devtools.send("Emulation.setDeviceMetricsOverride", {
                    width: Math.floor(width / by),
                    height: Math.floor(height / by),
                    deviceScaleFactor: by,
                    mobile: false,
                });
            const addresses = [
                ...Object.entries(GAMES).map(([game, hash]) => `play/${game}#${hash}`),
                "games/1",
            ];
            for (const path of addresses) {
                await zoom(1);
                await page.goto("about:blank");
                await page.goto(`${address}/${path}`);
                await page.waitForSelector("#board .grid [aria-label]");
                const usual = await boardOf(page);
                for (const by of ZOOMS) {
                    await zoom(by);
                    await page.waitForTimeout(150);
                    const board = await boardOf(page);
                    // A pixel of the page may be cut off on each side.
                    assert.ok(board >= usual - 2 * by, `${path}, ${by}: ${board} of ${usual} px`);
                    const [needed, wide] = await page.evaluate(() => [
                        document.documentElement.scrollWidth,
                        innerWidth,
                    ]);
                    assert.ok(needed <= wide, `${path}, ${by}: ${needed} px wide`);
                }
            }
        },
    );

/** A long foul in each language. */
const FOULS = {
    en: "an illegal move: `a1 b2 c3 d4` is not legal: expected a direction of the box and, unless it stops in a car park, a car's column, row and direction, e.g. `6 3 1 1`",
    pl: "nielegalny ruch: `a1 b2 c3 d4` jest niedozwolone: oczekiwano kierunku kasetki i, jeśli nie staje ona na parkingu, kolumny, wiersza i kierunku samochodu, np. `6 3 1 1`",
    ro: "o mutare ilegală: `a1 b2 c3 d4` nu este permisă: se aștepta o direcție a casetei și, dacă ea nu se oprește într-o parcare, coloana, linia și direcția unei mașini, de exemplu `6 3 1 1`",
};

/** Gives the recorded game on a page this foul, and a player with a long name. */
const withFoul = (page, what) =>
    page.route("**/games/1", async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
            /(<script[^>]*id="replay"[^>]*>)(.*?)(?=<)/s,
            (_, tag, json) => {
                const data = JSON.parse(json);
                const players = ["a-program-with-a-rather-long-name.cpp", "engine:5"];
                Object.assign(data.recording, { players, margin: -31, foul: { side: 0, what } });
                return tag + JSON.stringify(data).replaceAll("<", "\\u003c");
            },
        );
        await route.fulfill({ response, body });
    });

for (const [locale, foul] of Object.entries(FOULS))
    for (const [width, height] of SCREENS)
        await test(
            `the verdict stands whole and moves nothing, ${locale}, ${width} by ${height}`,
            { viewport: { width, height }, locale },
            async (page) => {
                await withFoul(page, foul);
                await page.goto(`${address}/games/1`);
                await page.waitForSelector("#moves-list li");
                const places = new Set();
                for (const key of ["End", "Home", "ArrowRight", "End"]) {
                    await page.keyboard.press(key);
                    places.add(
                        await page.evaluate(() =>
                            ["#board .board", "#message", "#controls", "#tabs"]
                                .map((part) => document.querySelector(part))
                                .map((part) => JSON.stringify(part?.getBoundingClientRect()))
                                .join(),
                        ),
                    );
                }
                assert.equal(places.size, 1, [...places].join("; "));
                assert.ok((await page.locator("#status").textContent())?.includes(foul));
                const [inner, message] = await page.evaluate(() => {
                    const status = /** @type {HTMLElement} */ (document.querySelector("#status"));
                    const text = document.createRange();
                    text.selectNodeContents(status);
                    const seen = [status.clientHeight, status.getBoundingClientRect().bottom];
                    const room = document.querySelector("#message")?.getBoundingClientRect().bottom;
                    return [
                        [status.scrollHeight, text.getBoundingClientRect().bottom],
                        [seen[0], Math.min(seen[1] ?? 0, room ?? 0)],
                    ];
                });
                assert.ok(inner[0] <= message[0], `${inner[0]} px of text in ${message[0]}`);
                assert.ok(inner[1] <= message[1] + 1, `${inner[1]} ends below ${message[1]}`);
            },
        );

await end();
