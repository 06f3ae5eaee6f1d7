// Tests the layout of the page of a game: `node layout.mjs ADDRESS`. The server must
// run at that address. The script prints all errors, and exits with 1 if there are any.
import assert from "node:assert/strict";
import { end, test } from "./harness.mjs";

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

for (const [width, height] of SCREENS.filter(([width]) => width !== 1920)) {
    await test(
        `nothing moves from the first paint to the tenth move, ${width} by ${height}`,
        { viewport: { width, height } },
        async (page) => {
            await page.addInitScript(() => {
                globalThis.shifts = [];
                new PerformanceObserver((list) => {
                    for (const { value, sources } of list.getEntries())
                        globalThis.shifts.push([
                            value,
                            sources.map(
                                ({ node }) => node?.id || node?.className || node?.nodeName,
                            ),
                        ]);
                }).observe({ type: "layout-shift", buffered: true });
            });
            // A slow processor paints the page while it still reads it.
            const devtools = await page.context().newCDPSession(page);
            const slow = (rate) => devtools.send("Emulation.setCPUThrottlingRate", { rate });
            for (const [game, hash] of Object.entries(GAMES)) {
                await page.goto("about:blank");
                await slow(20);
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
                const shifts = await page.evaluate(() => globalThis.shifts);
                const sum = shifts.reduce((sum, [value]) => sum + value, 0);
                assert.equal(sum.toFixed(2), "0.00", `${game}: ${JSON.stringify(shifts)}`);
            }
        },
    );
}

await end();
