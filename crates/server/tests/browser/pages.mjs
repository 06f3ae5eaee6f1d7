// Tests the page in a real browser: `node pages.mjs ADDRESS`. The server must run at
// that address. The script prints all errors, and exits with 1 if there are any. The tests play by
// clicking places that the board marks as legal.
import assert from "node:assert/strict";
import { check, controlsAreSeen, end, shown, test } from "./harness.mjs";

const address = process.argv[2];

/** Short games between two people. */
const GAMES = {
    poziomka: "v1;set=pola:2,wiersze:4,kolumny:4;by=you-you",
    reversi: "v1;by=you-you",
    "flood-wars": "v1;set=rows:5,columns:6,seed:7,limit:16;by=you-you",
    mnk: "v1;by=you-you",
    gangsters: "v1;set=n:5,m:5,limit:3;by=you-you",
};

/** Opens a game and waits for its board. */
async function open(page, game, hash = "") {
    await page.goto("about:blank");
    await page.goto(`${address}/play/${game}${hash && `#${hash}`}`);
    await settled(page, 0);
}

/** Waits until a position after at least this number of moves has arrived. */
async function settled(page, least) {
    await page.waitForFunction(
        (least) =>
            document.querySelectorAll("#moves-list li").length >= least &&
            document.querySelectorAll("#undo").length > 0 &&
            document.querySelector("#board .grid [aria-label]") !== null,
        least,
    );
    await page.waitForSelector("#board[aria-busy=false]");
}

const isOver = (page) => page.locator("#status.over").count();
const moves = (page) => page.locator("#moves-list li").count();

/** Makes one legal touch: a hue's button, a pass, or a square. */
async function touch(page, step) {
    const pass = page.locator("#pass:visible");
    if (await pass.count()) return pass.click();
    const hues = page.locator("#hues button[aria-disabled=false]");
    if (await hues.count()) return hues.nth(step % (await hues.count())).click();
    const legal = page.locator('#board .grid [aria-label*=", legal"]');
    const count = await legal.count();
    assert.ok(count > 0, "an unfinished game has a place to click");
    return legal.nth((step * 7) % count).click();
}

for (const [game, hash] of Object.entries(GAMES)) {
    await test(
        `${game}: a whole game by clicks, undo, and its link opened afresh`,
        {},
        async (page) => {
            await open(page, game, hash);
            for (let step = 0; step < 400 && !(await isOver(page)); step++) {
                const before = await page.evaluate(
                    () =>
                        location.hash +
                        document.querySelectorAll("#board .touched").length +
                        document.querySelector("#board .ghost")?.innerHTML,
                );
                await touch(page, step);
                await page.waitForFunction(
                    (before) =>
                        location.hash +
                            document.querySelectorAll("#board .touched").length +
                            document.querySelector("#board .ghost")?.innerHTML !==
                        before,
                    before,
                );
                await page.waitForSelector("#board[aria-busy=false]");
            }
            assert.ok(await isOver(page), "the game ends");
            const [made, status] = [await moves(page), await page.locator("#status").textContent()];
            assert.match(status ?? "", /wins|draw/i);
            const link = page.url();
            await page.goto("about:blank");
            await page.goto(link);
            await settled(page, made);
            assert.equal(
                await page.locator("#status").textContent(),
                status,
                "the link holds the whole game",
            );
            await page.click("#undo");
            await page.waitForFunction(
                (made) => document.querySelectorAll("#moves-list li").length === made - 1,
                made,
            );
            assert.equal(await isOver(page), 0);
            await page.goBack();
            await page.waitForSelector("#status.over");
            assert.equal(await moves(page), made, "going back in the history cancels the undo");
        },
    );
}

await test("a whole game by keys alone", {}, async (page) => {
    await open(page, "mnk", GAMES.mnk);
    await page.locator('#board .grid [tabindex="0"]').focus();
    for (let step = 0; step < 9 && !(await isOver(page)); step++) {
        await page.keyboard.press("n");
        const focused = await page.evaluate(() =>
            document.activeElement?.getAttribute("aria-label"),
        );
        assert.match(focused ?? "", /, legal/);
        await page.keyboard.press(step % 2 ? "Enter" : " ");
        await settled(page, step + 1);
    }
    assert.ok(await isOver(page));
    assert.match((await page.locator("#live").textContent()) ?? "", /wins|draw/i);
    await page.keyboard.press("Control+End");
    assert.match(
        (await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "",
        /^c3,/,
    );
    await page.locator("#flip").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() =>
        /After move/.test(document.querySelector("#status")?.textContent ?? ""),
    );
});

await test("the keyboard's focus is never lost, and what is gained is told", {}, async (page) => {
    const focused = () =>
        page.evaluate(() => {
            const at = document.activeElement;
            const place = at?.closest("#hues, .grid, #controls, #acts, #panel-new");
            return at?.id || place?.id || place?.className || at?.tagName;
        });
    const live = async () => (await page.locator("#live").textContent()) ?? "";
    await open(page, "flood-wars", GAMES["flood-wars"]);
    for (let step = 0; step < 200 && !(await isOver(page)); step++) {
        await page.locator("#hues button[aria-disabled=false]").first().focus();
        await page.keyboard.press("Enter");
        await settled(page, step + 1);
        assert.equal(await focused(), "hues");
        if (step === 0) assert.match(await live(), /gained\. .* to move\.$/);
    }
    assert.ok(await isOver(page));
    await page.locator("#undo").focus();
    for (let left = (await moves(page)) - 1; left >= 0; left--) {
        await page.keyboard.press("Enter");
        await page.waitForFunction(
            (left) => document.querySelectorAll("#moves-list li").length === left,
            left,
        );
        await page.waitForSelector("#board[aria-busy=false]");
    }
    assert.equal(await focused(), "undo", "it has nothing to do now");
    await open(page, "mnk", "v1;by=you-you;m=a1,a2,b1,b2,c1");
    await page.locator("#rematch").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#rematch", { state: "hidden" });
    assert.equal(await focused(), "grid");
    await page.click("#tab-new");
    await page.locator("#panel-new [type=submit]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#panel-new", { state: "hidden" });
    assert.equal(await focused(), "grid");
});

await test(
    "an engine answers, undo takes back both moves, and a board of the first page leads to a game",
    {},
    async (page) => {
        await page.goto(address);
        assert.equal(await page.locator(".live .grid").count(), 5);
        for (const told of await page.locator(".card > p:not(.ways)").allTextContents())
            assert.match(told, / (wins?|loses?)\b/);
        await page.locator('.live .grid [aria-label*=", legal"]').nth(20).click();
        await page.waitForURL(/\/play\//);
        await settled(page, 2);
        assert.equal(await moves(page), 2, "the engine has answered");
        await page.click("#undo");
        await page.waitForFunction(() => document.querySelectorAll("#moves-list li").length === 0);
    },
);

await test(
    "a move of several touches is made step by step, taken back, and made by dragging",
    {},
    async (page) => {
        await open(page, "gangsters", "v1;by=you-you");
        const square = (/** @type {string} */ name) =>
            page.locator(`#board .grid [aria-label^="${name},"]`);
        await page.locator('#board .grid [aria-label^="d6,"]').click();
        await page.waitForSelector(".touched");
        assert.ok(await page.locator(".ghost.sure .box").count(), "the box is shown at its target");
        await page.locator('#board .grid [aria-label^="a1,"]').click();
        await page.waitForFunction(() => document.querySelectorAll("#board .touched").length === 2);
        await page.locator("#cancel").click();
        await page.waitForFunction(() => document.querySelectorAll("#board .touched").length === 1);
        await page.locator("#cancel").click();
        // A car that is dragged before the box has moved is only held.
        await square("d1").dragTo(square("d2"));
        await shown(page, "^First choose where the box goes\\.$");
        assert.match((await square("d1").getAttribute("aria-label")) ?? "", /chosen/);
        await page.locator("#cancel").click();
        // A click on the way of the box chooses its direction.
        await square("d5").click();
        assert.match((await square("d6").getAttribute("aria-label")) ?? "", /chosen/);
        await page.locator("#cancel").click();
        // Dragging counts by direction: the box and the car go on until something stops them.
        await square("d4").dragTo(square("d5"));
        await page.waitForFunction(() => document.querySelectorAll("#board .touched").length === 1);
        assert.match((await square("d6").getAttribute("aria-label")) ?? "", /chosen/);
        await square("a1").dragTo(square("a3"));
        await settled(page, 1);
        assert.equal(await page.locator("#moves-list").textContent(), "box up, car a1 up");
        assert.match(page.url(), /m=0\+1\+1\+0$/, "a link has the names of the rules");
    },
);

await test(
    "a finger drags pieces, and elsewhere on the board it scrolls",
    { viewport: { width: 390, height: 700 }, hasTouch: true },
    async (page) => {
        await open(page, "gangsters", "v1;by=you-you");
        const middle = async (/** @type {string} */ name) => {
            const square = page.locator(`#board .grid [aria-label^="${name},"]`);
            const box = await square.boundingBox();
            return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 20 };
        };
        const devtools = await page.context().newCDPSession(page);
        const finger = async (/** @type {string} */ from, /** @type {string} */ to) => {
            const [start, end] = [await middle(from), await middle(to)];
            const send = (type, touchPoints) =>
                devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
            await send("touchStart", [start]);
            for (let part = 1; part <= 5; part++) {
                const at = (/** @type {"x" | "y"} */ axis) =>
                    start[axis] + ((end[axis] - start[axis]) * part) / 5;
                await send("touchMove", [{ x: at("x"), y: at("y") }]);
            }
            await send("touchEnd", []);
        };
        await finger("d4", "d5");
        await page.waitForFunction(() => document.querySelectorAll("#board .touched").length === 1);
        await finger("a1", "a2");
        await settled(page, 1);
        assert.equal(await page.evaluate(() => scrollY), 0);
        await finger("b2", "b5");
        await page.waitForFunction(() => scrollY > 0);
        assert.equal(await moves(page), 1);
    },
);

await test("a diagram and moves are entered, and mistakes are reported", {}, async (page) => {
    await open(page, "reversi", "v1;by=you-you");
    await page.click("#tab-text");
    const diagram =
        "O\n........\n........\n...X....\n...XX...\n...XO...\n........\n........\n........\n";
    await page.fill("#diagram", diagram);
    await page.click("#use-diagram");
    await page.waitForFunction(() => location.hash.includes("at="));
    assert.match((await page.locator("#status").textContent()) ?? "", /White to move/);
    await page.fill("#moves-text", "c3 c4");
    await page.click("#use-moves");
    await settled(page, 2);
    await page.fill("#move-name", "a1");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#complaint:not([hidden])");
    assert.match((await page.locator("#complaint").textContent()) ?? "", /flips nothing/);
    assert.equal(await moves(page), 2, "the game goes on as before");
    await page.fill("#diagram", "no diagram");
    await page.click("#use-diagram");
    await page.waitForFunction(() =>
        /line 1/.test(document.querySelector("#complaint")?.textContent ?? ""),
    );
});

await test(
    "a link with a mistake shows a message, and the game up to the mistake can be played",
    {},
    async (page) => {
        await open(page, "reversi", "v1;by=you-you;m=a1");
        await page.waitForFunction(() =>
            /flips nothing/.test(document.querySelector("#complaint")?.textContent ?? ""),
        );
        await page.locator('#board .grid [aria-label*=", legal"]').first().click();
        await settled(page, 1);
    },
);

await test(
    "a refused move changes neither the game nor its link, and the form keeps the text",
    {},
    async (page) => {
        await open(page, "reversi", "v1;by=you-you;m=f5");
        const link = page.url();
        await page.click("#tab-text");
        await page.fill("#move-name", "F5");
        await page.keyboard.press("Enter");
        await page.waitForSelector("#panel-text #complaint");
        assert.deepEqual(
            [page.url(), await page.inputValue("#move-name"), await moves(page)],
            [link, "F5", 1],
        );
        await page.fill("#moves-text", "F5a1d3");
        await page.click("#use-moves");
        await page.waitForFunction(() =>
            /Move 2, a1/.test(document.querySelector("#complaint")?.textContent ?? ""),
        );
        await page.fill("#moves-text", "f5 a1");
        await page.click("#use-moves");
        await page.waitForFunction(() => document.querySelector("#use-moves ~ div #complaint"));
        assert.deepEqual([page.url(), await page.inputValue("#moves-text")], [link, "f5 a1"]);
    },
);

for (const [what, hash, count] of [
    ["a move", "v1;by=you-engine:1;m=f5,f6,a1,a2", 2],
    ["a seed", "v1;by=you-you;seed=1.5;m=f5", 1],
    ["a player", "v1;by=you-nobody", 0],
    ["a part", "v1;by=you-you;what=1", 0],
    ["a parameter", "v1;by=you-you;set=rows:x", 0],
]) {
    await test(
        `a link with a mistake in ${what} stays until the visitor acts, with all moves before it`,
        {},
        async (page) => {
            await open(page, "reversi", hash);
            await page.waitForSelector("#complaint");
            await settled(page, count);
            assert.equal(await moves(page), count);
            assert.equal(new URL(page.url()).hash, `#${hash}`);
            await page.click("#again");
            await page.waitForFunction((hash) => location.hash !== `#${hash}`, hash);
            assert.equal(await page.locator("#complaint").count(), 0);
        },
    );
}

await test("a clock runs while an old position is shown, until the game ends", {}, async (page) => {
    await page.clock.install();
    await open(page, "mnk", "v1;by=you-you");
    await page.click("#tab-new");
    for (const name of ["first-player", "second-player"])
        await page.locator(`[name=${name}][value=you]`).check({ force: true });
    await page.selectOption("#clock", "60000");
    await page.click(".new [type=submit]");
    await page.waitForFunction(
        () => document.querySelector("#player-below .time")?.textContent === "1:00",
    );
    const play = async (square, count) => {
        await page.locator(`#board .grid [aria-label^="${square},"]`).click();
        await settled(page, count);
    };
    await play("a1", 1);
    await page.click("#back");
    await page.waitForFunction(() =>
        /looking|After move/i.test(document.querySelector("#status")?.textContent ?? ""),
    );
    await page.clock.runFor(10_000);
    assert.equal(await page.locator("#player-below .time").textContent(), "1:00");
    assert.match((await page.locator("#player-above .time").textContent()) ?? "", /0:5[01]/);
    await page.click("#last");
    await page.waitForSelector("#next[aria-disabled=true]");
    for (const [i, square] of ["b1", "a2", "b2", "a3"].entries()) await play(square, i + 2);
    await page.waitForSelector("#status.over");
    const [status, link] = [await page.locator("#status").textContent(), page.url()];
    await page.click("#back");
    await page.waitForSelector("#status:not(.over)");
    await page.clock.runFor(120_000);
    await page.click("#last");
    await page.waitForSelector("#status.over");
    assert.deepEqual([await page.locator("#status").textContent(), page.url()], [status, link]);
    await page.click("#rematch");
    await page.waitForSelector("#status:not(.over)");
    await play("a1", 1);
    await page.clock.runFor(61_000);
    await page.waitForSelector("#status.over");
    assert.match((await page.locator("#status").textContent()) ?? "", /lost on time/);
    assert.match(page.url(), /late=second/);
});

await test(
    "a lost server is reported and asked again; the board shows the true position",
    {},
    async (page) => {
        await open(page, "mnk", "v1;by=you-you;m=a1");
        const link = page.url();
        const gone = /does not answer/;
        for (const [api, act] of [
            ["position", () => page.locator('#board .grid [aria-label^="b2,"]').click()],
            ["position", () => page.click("#undo")],
            ["values", () => page.click("#hint")],
        ]) {
            // A stream without a last event is treated like a missing answer.
            await page.route(`**/api/mnk/${api}`, (route) =>
                api === "position"
                    ? route.fulfill({ status: 502, body: "" })
                    : route.fulfill({ status: 200, body: 'event: waiting\ndata: {"ahead":0}\n\n' }),
            );
            await act();
            await page.waitForSelector("#again");
            assert.match((await page.locator("#complaint").textContent()) ?? "", gone);
            assert.deepEqual([page.url(), await moves(page)], [link, 1]);
            assert.match(
                (await page
                    .locator('#board .grid [aria-label^="b2,"]')
                    .getAttribute("aria-label")) ?? "",
                /empty.*legal/,
            );
            await page.unroute(`**/api/mnk/${api}`);
            if (api !== "position") {
                await page.click("#again");
                await page.waitForFunction(() => document.querySelector("#complaint") === null);
            }
        }
        await page.route("**/api/mnk/position", (route) =>
            route.fulfill({ status: 502, body: "" }),
        );
        await page.locator('#board .grid [aria-label^="b2,"]').click();
        await page.waitForSelector("#again");
        await page.unroute("**/api/mnk/position");
        await page.click("#again");
        await settled(page, 2);
    },
);

await test(
    "the squares that decided a game are marked, and the status says why",
    {},
    async (page) => {
        for (const [game, hash, squares, why] of [
            ["mnk", "v1;by=you-you;m=a1,b1,a2,b2,a3", ["a1", "a2", "a3"], /3 in a row\./],
            [
                "gangsters",
                `v1;by=you-you;at=${encodeURIComponent("1\nGGG\n...\n.$.\nRRR\n")};m=0+2+1+1,4`,
                ["b1"],
                /in red's car park/,
            ],
        ]) {
            await open(page, game, hash);
            await page.waitForSelector("#status.over");
            assert.match((await page.locator("#status").textContent()) ?? "", why);
            assert.equal(await page.locator(".decisive.over").count(), 1);
            const labels = await page
                .locator("#board [aria-label*='decided the game']")
                .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
            assert.deepEqual(
                labels.map((label) => label?.split(",")[0]),
                squares,
            );
            await page.click("#back");
            await page.waitForSelector("#status:not(.over)");
            assert.equal(await page.locator(".decisive").count(), 0);
        }
    },
);

await test(
    "each new game on a random board has a new board, which its link contains",
    {},
    async (page) => {
        const seedOf = async (open) => {
            await open();
            await page.waitForURL(/seed:\d+/);
            return /seed:(\d+)/.exec(page.url())?.[1];
        };
        const seeds = [
            await seedOf(() => open(page, "flood-wars")),
            await seedOf(() => open(page, "flood-wars")),
        ];
        const link = page.url();
        await page.click("#tab-new");
        seeds.push(
            await seedOf(async () => {
                await page.click(".new [type=submit]");
                await page.waitForFunction((link) => location.href !== link, link);
            }),
        );
        assert.equal(new Set(seeds).size, 3, seeds.join());
        await page.reload();
        await settled(page, 0);
        assert.match(page.url(), new RegExp(`seed:${seeds[2]}\\b`));
    },
);

await test("a tile fills the form, and a link holds the engine's time", {}, async (page) => {
    await open(page, "mnk", "v1;set=n:3,m:3,k:3;by=you-engine:2;time=300");
    await page.click("#tab-new");
    const tile = page.locator(".new button[aria-pressed]");
    assert.equal(await page.locator("[aria-pressed=true]").textContent(), "Tic-tac-toe, 3×3");
    assert.equal(await page.inputValue("#engine-time"), "300");
    await tile.filter({ hasText: "Gomoku" }).click();
    assert.equal(await page.inputValue("[name=m]"), "15");
    await page.selectOption("#engine-time", "3000");
    await page.click(".new [type=submit]");
    await page.waitForFunction(
        () => document.querySelectorAll("#board [role=gridcell]").length === 225,
    );
    assert.match(page.url(), /by=you-engine:2;time=3000/);
});

await test("the clock goes on after a move is taken back", {}, async (page) => {
    await page.clock.install();
    await open(page, "mnk", "v1;by=you-you;clock=60000");
    await page.locator('#board .grid [aria-label^="a1,"]').click();
    await settled(page, 1);
    await page.clock.runFor(20_000);
    await page.click("#undo");
    await page.waitForSelector("#undo[aria-disabled=true]");
    const times = page.locator(".player .time, [id^=player-] .time");
    const texts = (await times.allTextContents()).sort();
    assert.match(texts[0] ?? "", /^0:(39|40)$/, "twenty seconds have passed");
    assert.equal(texts.at(-1), "1:00");
});

await test("a link contains the clock only before the first move", {}, async (page) => {
    await open(page, "mnk", "v1;by=you-you;clock=60000");
    await page.waitForFunction(
        () => document.querySelector("#player-below .time")?.textContent === "1:00",
    );
    await page.locator('#board .grid [aria-label^="a1,"]').click();
    await settled(page, 1);
    await page.reload();
    await shown(page, "goes on without a clock");
    assert.equal(await page.locator("#player-below .time").textContent(), "");
    assert.doesNotMatch(page.url(), /clock/);
});

for (const width of [1280, 390]) {
    await test(
        `tabs have one line, and buttons are no wider than the players, ${width} px`,
        { viewport: { width, height: 850 } },
        async (page) => {
            await open(page, "poziomka", "v1;by=you-you;m=Fc");
            const size = (selector) =>
                page.locator(selector).evaluate((node) => node.getBoundingClientRect().toJSON());
            for (const tab of ["moves", "new", "text", "rules"]) {
                await page.click(`#tab-${tab}`);
                assert.ok((await size("#tabs")).height < 52, `the tab ${tab} has one line`);
            }
            await page.click("#resign");
            // Only small squares can be made larger.
            assert.equal(await page.locator("#size:visible").count(), width < 1280 ? 1 : 0);
            const widest = (await size("#player-below")).width;
            assert.ok((await size("#controls")).width <= widest + 1, "the row of buttons");
        },
    );
}

await test("moves named by a colour's sign show the colour", {}, async (page) => {
    await open(page, "flood-wars", `${GAMES["flood-wars"]};m=.`);
    assert.equal(await page.locator("#moves-list .icon .hue-3").count(), 1);
    assert.equal(await page.locator("#moves-list li").textContent(), "yellow");
});

/**
 * The names of the squares that a hint surrounds.
 * @param {import("playwright-core").Page} page
 */
const hintedSquares = (page) =>
    page.evaluate(() => {
        const middle = (/** @type {Element} */ node) => {
            const { x, y, width, height } = node.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        };
        const cells = [...document.querySelectorAll("#board .grid [role=gridcell]")];
        return [...document.querySelectorAll("#board path.hint")].map((path) => {
            const [x, y] = middle(path);
            const away = (/** @type {Element} */ cell) => {
                const [cx, cy] = middle(cell);
                return Math.hypot(cx - x, cy - y);
            };
            const nearest = cells.reduce((one, other) => (away(other) < away(one) ? other : one));
            return nearest.getAttribute("aria-label")?.split(",")[0];
        });
    });

await test("messages about touches are visible", {}, async (page) => {
    await open(page, "gangsters", "v1;by=you-you");
    await shown(page, "first choose where the box goes");
    await page.locator('#board .grid [aria-label^="a1,"]').click();
    // The car is kept until the box has been moved.
    await shown(page, "^First choose where the box goes\\.$");
    assert.equal(await page.locator("#board .touched").count(), 1);
    await page.locator('#board .grid [aria-label^="d6,"]').click();
    await shown(page, "Now choose where the car goes");
    // Another car takes the place of the first.
    await page.locator('#board .grid [aria-label^="b1,"]').click();
    await shown(page, "Now choose where the car goes");
    assert.match(
        (await page.locator('#board .grid [aria-label^="b1,"]').getAttribute("aria-label")) ?? "",
        /chosen/,
    );
    await page.click("#cancel");
    await shown(page, "Now choose a car");
    await page.click("#flip");
    await page.waitForSelector("#cancel:visible");
    // A touch of another square where moves begin replaces the earlier touch.
    await page.locator('#board .grid [aria-label^="f6,"]').click();
    assert.equal(await page.locator("#board .touched").count(), 1);
    await page.click("#hint");
    await page.waitForSelector("#board .aim .hint, #board path.hint");
    assert.equal(await page.locator("#board .touched").count(), 0);
    await shown(page, "^Hint");
    const hinted = await hintedSquares(page);
    await page.click("#flip");
    assert.deepEqual(await hintedSquares(page), hinted, "the same squares on the turned board");
    await page.locator('#board .grid [aria-label^="d6,"]').click();
    await page.click("#cancel");
    await shown(page, "to move");
});

await test("a click where no move begins crosses out the square and says why", {}, async (page) => {
    await open(page, "reversi", "v1;by=you-you");
    await page.locator('#board .grid [aria-label^="a1,"]').click();
    await page.waitForSelector("#board .ghost .barred");
    await page.waitForFunction(() =>
        /flips nothing/.test(document.querySelector("#status")?.textContent ?? ""),
    );
    assert.equal(await moves(page), 0);
    await page.locator('#board .grid [aria-label*=", legal"]').first().hover();
    await page.waitForFunction(() => document.querySelector("#board .barred") === null);
});

await test("a proven win is marked as exact, even if its margin is a bound", {}, async (page) => {
    const values = [
        ["f5", { margin: 4, exact: false }, 9],
        ["d3", { margin: 2, exact: true }, 9],
        ["c4", { margin: -6, exact: false }, 9],
    ];
    const event = `event: done\ndata: ${JSON.stringify({ side: 0, values })}\n\n`;
    await page.route("**/api/reversi/values", (route) =>
        route.fulfill({ status: 200, contentType: "text/event-stream", body: event }),
    );
    await open(page, "reversi", "v1;by=you-you");
    await page.click("#show-values");
    await page.waitForSelector("g.chip.exact.loss");
    assert.deepEqual(await page.locator("#values-list .chip").allTextContents(), [
        "≥+4",
        "+2",
        "≤−6",
    ]);
    assert.deepEqual(await page.locator("#values-list .estimate").count(), 0);
    assert.match(
        (await page.locator("#values-list li").first().textContent()) ?? "",
        /wins by 4 or more, this much is proven/,
    );
    assert.match(
        (await page.locator("#bar").getAttribute("aria-label")) ?? "",
        /wins by 4 or more/,
    );
});

await test(
    "hint, values and bar have one source, which does not jump with the depth",
    {},
    async (page) => {
        const event = (name, values, depth) => {
            const all = values.map(([move, points]) => [move, { points, exact: false }, depth]);
            return `event: ${name}\ndata: ${JSON.stringify({ side: 0, values: all })}\n\n`;
        };
        let asked = 0;
        await page.route("**/api/reversi/*", (route) => {
            const api = route.request().url().split("/").at(-1);
            if (api === "position") return route.continue();
            assert.equal(api, "values");
            asked += 1;
            const first = [["f5", 3], ["d3", 1], ["c4", -6]]; // prettier-ignore
            const odd = [["f5", -2], ["d3", 5], ["c4", 0]]; // prettier-ignore
            const body = event("values", first, 4) + event("done", odd, 5);
            return route.fulfill({ contentType: "text/event-stream", body });
        });
        await open(page, "reversi", "v1;by=you-you");
        await page.click("#hint");
        await shown(page, "Hint: f5; about \\+3, depth 4");
        await page.click("#show-values");
        const chips = page.locator("#values-list .chip");
        assert.deepEqual(await chips.allTextContents(), ["≈+3", "≈+1", "≈−6"]);
        assert.deepEqual(
            await chips.evaluateAll((all) => all.map(({ classList }) => [...classList].at(-1))),
            ["gives-nothing", "gives-some", "gives-much"],
        );
        assert.match((await page.locator("#bar").getAttribute("aria-label")) ?? "", /\+3/);
        assert.equal(asked, 1, "what is known is not asked for again");
        await page.locator('#board .grid [aria-label^="f5,"]').click();
        await settled(page, 1);
        await page.click("#back");
        await page.waitForFunction(
            () => document.querySelector("#first[aria-disabled=true]") !== null,
        );
        assert.deepEqual(await chips.allTextContents(), ["≈+3", "≈+1", "≈−6"]);
        assert.equal(asked, 2);
    },
);

/** Boards with the smallest, the usual and the largest squares of each game. */
const SIZES = {
    poziomka: ["set=pola:2,wiersze:3,kolumny:3;by=you-you", "by=you-you", "by=you-you;m=Fc"],
    reversi: ["by=you-you", "by=you-you;m=f5,d6,c3,d3,c4"],
    mnk: [
        "set=n:3,m:3,k:3;by=you-you",
        "set=n:9,m:9,k:5;by=you-you;m=e5,d4",
        "set=n:20,m:20,k:5;by=you-you",
    ],
    gangsters: ["set=n:3,m:3;by=you-you", "set=n:5,m:5;by=you-you", "set=n:26,m:26;by=you-you"],
};

for (const [width, height] of [
    [1280, 860],
    [390, 844],
]) {
    await test(
        `values on the board stay in their squares, ${width} px`,
        { viewport: { width, height } },
        async (page) => {
            for (const [game, hashes] of Object.entries(SIZES)) {
                await page.route(`**/api/${game}/values`, async (route) => {
                    const asked = { data: route.request().postDataJSON() };
                    const came = await page.request.post(`${address}/api/${game}/position`, asked);
                    const names = (await came.json()).moves.map(([name]) => name);
                    const worth = (i) =>
                        i % 7 === 0
                            ? { margin: -1, exact: true }
                            : { points: ((i * 17) % 300) / 10 - 20, exact: false };
                    const values = names.map((name, i) => [name, worth(i), 5]);
                    const body = `event: done\ndata: ${JSON.stringify({ side: 0, values })}\n\n`;
                    await route.fulfill({ contentType: "text/event-stream", body });
                });
                for (const hash of hashes) {
                    await open(page, game, `v1;${hash}`);
                    await page.click("#show-values");
                    await page.waitForSelector("g.chip rect");
                    await checkChips(page, `${game} ${hash}`);
                    if (game !== "gangsters") continue;
                    await page.locator('#board .grid [aria-label*=", legal"]').first().click();
                    await page.waitForSelector("#board .touched");
                    await checkChips(page, `${game} ${hash} after a touch`);
                }
            }
        },
    );
}

/** Checks that each value lies in its square, and that squares of usual size have texts. */
async function checkChips(page, what) {
    const { chips, squares } = await page.evaluate(() => {
        const box = (node) => {
            const { left, right, top, bottom } = node.getBoundingClientRect();
            return { left, right, top, bottom };
        };
        return {
            chips: [...document.querySelectorAll("g.chip")].map((node) => ({
                ...box(node),
                text: node.textContent,
            })),
            squares: [...document.querySelectorAll("#board [role=gridcell]")].map(box),
        };
    });
    assert.ok(chips.length > 0, what);
    const side = squares[0].right - squares[0].left;
    if (side < 30) assert.ok(chips.length <= 3, `${what}: ${chips.length} values`);
    const taken = chips.map((chip) => {
        const at = squares.findIndex(
            (square) =>
                chip.left >= square.left - 0.1 &&
                chip.right <= square.right + 0.1 &&
                chip.top >= square.top - 0.1 &&
                chip.bottom <= square.bottom + 0.1,
        );
        assert.ok(at >= 0, `${what}: ${JSON.stringify(chip)} leaves its square of ${side} px`);
        if (side > 20) assert.ok(chip.text, `${what}: no text in ${side} px`);
        return at;
    });
    assert.equal(new Set(taken).size, taken.length, `${what}: two values in one square`);
}

await test("nobody moves for the engine", {}, async (page) => {
    await page.route("**/api/mnk/best", () => {});
    await open(page, "mnk", "v1;by=engine:1-you");
    await page.waitForFunction(() =>
        /thinks/.test(document.querySelector("#status")?.textContent ?? ""),
    );
    await page.locator('#board .grid [aria-label^="b2,"]').click();
    assert.match(
        (await page.locator('#board .grid [aria-label^="b2,"]').getAttribute("aria-label")) ?? "",
        /empty/,
    );
    assert.doesNotMatch(page.url(), /m=/);
});

await test(
    "after another move or a new game, going back in the history shows the old game",
    {},
    async (page) => {
        await open(page, "mnk", "v1;by=you-you;m=a1,b1,c1");
        await page.click("#first");
        await page.waitForSelector("#first[aria-disabled=true]");
        await page.locator('#board .grid [aria-label^="b2,"]').click();
        await page.waitForFunction(() => document.querySelectorAll("#moves-list li").length === 1);
        await page.goBack();
        await settled(page, 3);
        assert.match(page.url(), /m=a1,b1,c1/);
        await page.click("#tab-new");
        await page.click(".new [type=submit]");
        await page.waitForFunction(() => document.querySelectorAll("#moves-list li").length === 0);
        await page.goBack();
        await settled(page, 3);
    },
);

await test("a pass among other moves is a plain button", {}, async (page) => {
    await open(page, "poziomka", "v1;by=you-you");
    await page.waitForSelector("#pass:visible");
    assert.equal(await page.locator("#pass.main").count(), 0);
    assert.match((await page.locator("#pass").getAttribute("title")) ?? "", /lets Right begin/);
    assert.doesNotMatch((await page.locator("#status").textContent()) ?? "", /lets Right begin/);
});

await test("a tab on a small screen leads to its panel", {}, async (page) => {
    for (const [width, height] of [
        [390, 844],
        [844, 390],
    ]) {
        await page.setViewportSize({ width, height });
        await open(page, "reversi", "v1;by=you-you");
        await page.click("#tab-new");
        const box = await page.locator("#panel-new").boundingBox();
        assert.ok((box?.y ?? height) + 300 <= height, `${width} by ${height}: ${box?.y}`);
    }
});

await test("exact values differ from estimates, and a hint is shown", {}, async (page) => {
    await open(page, "mnk", "v1;by=you-you;m=a1,b2,c3");
    await page.click("#show-values");
    await page.waitForSelector("g.chip.exact.best");
    assert.match((await page.locator("#bar").getAttribute("aria-label")) ?? "", /draw, exact/);
    await open(page, "reversi", "v1;by=you-you");
    await page.click("#show-values");
    await page.waitForSelector("g.chip.estimate");
    await page.click("#hint");
    await page.waitForSelector(".hint");
    await page.waitForFunction(() =>
        /Hint.*depth \d/.test(document.querySelector("#status")?.textContent ?? ""),
    );
    await open(page, "mnk", "v1;by=you-you;m=a1,b1,a2,b2");
    await page.click("#show-values");
    await page.waitForSelector("g.chip.win.best");
    await page.waitForSelector("#worth-unit:visible");
});

await test(
    "after a step back, the values of the engine's possible moves are shown",
    {},
    async (page) => {
        await open(page, "mnk", "v1;by=you-engine:1;m=a1,b1");
        await page.click("#show-values");
        await page.waitForSelector("g.chip.exact");
        await page.click("#back");
        await shown(page, "After move 1 of 2");
        await page.waitForSelector("g.chip.exact");
        await page.locator('#board .grid [aria-label^="c3,"]').click();
        await settled(page, 2);
        assert.deepEqual(await page.locator("#moves-list li").allTextContents(), ["a1", "c3"]);
    },
);

await test("a player resigns, has a rematch, and changes the settings", {}, async (page) => {
    await open(page, "flood-wars", GAMES["flood-wars"]);
    await page.click("#resign");
    assert.match((await page.locator("#resign").textContent()) ?? "", /really/i);
    assert.equal(await isOver(page), 0, "one click does not resign");
    await page.locator("#resign").press("Enter");
    await page.waitForSelector("#status.over");
    assert.match(
        (await page.locator("#status").textContent()) ?? "",
        /^Bottom left gave up\. Top right wins\. /,
    );
    await page.click("#rematch");
    await page.waitForFunction(() => document.querySelector("#status.over") === null);
    await page.click("#tab-new");
    await page.fill("[name=rows]", "51");
    await page.click(".new [type=submit]");
    await page.waitForFunction(() =>
        /from 2 to 50/.test(document.querySelector("#complaint")?.textContent ?? ""),
    );
    await page.fill("[name=rows]", "50");
    await page.fill("[name=columns]", "50");
    await page.click(".new [type=submit]");
    await page.waitForFunction(
        () => document.querySelectorAll("#board [role=gridcell]").length === 2500,
    );
});

await test(
    "a recorded game is stepped through, linked to, and played on from",
    {},
    async (page) => {
        await page.goto(`${address}/games`);
        await page.click('a[href="/games/1"]');
        await shown(page, "^Move 0 of 5");
        const times = () => page.locator(".player .time").allTextContents();
        const stderr = () => page.locator("#stderr pre").allTextContents();
        assert.deepEqual(await times(), ["0:10", "0:10"]);
        await page.locator("#slider").focus();
        await page.keyboard.press("End");
        await shown(page, "anna wins by 3; <script>.* loses by a foul: late");
        assert.deepEqual(await times(), ["5.5", "7.0"]);
        assert.deepEqual(await stderr(), ["too slow\n"], "the last answer was no move");
        await page.keyboard.press("ArrowLeft");
        await page.waitForFunction(() => location.hash === "#m=4");
        assert.deepEqual(await stderr(), []);
        await page.locator("#slider").fill("2");
        assert.deepEqual(await stderr(), ["depth 2\n<b>bold</b>\u241b[31m\n"], "only text");
        assert.match((await page.locator("#stderr").textContent()) ?? "", /standard error/i);
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction(() => location.hash === "#m=4");
        assert.match(
            (await page.locator("#slider").getAttribute("aria-valuetext")) ?? "",
            /move 4 of 5/i,
        );
        const link = page.url();
        await page.goto("about:blank");
        await page.goto(link);
        await shown(page, "^Move 4 of 5.*1.5 s");
        await page.click("#tab-foul");
        const told = await page.locator("#panel-foul").textContent();
        for (const part of [
            "It went on until it was stopped",
            "think less",
            "3 3 3",
            "b2\n\u2407",
            "</script><script>alert(2)",
            "./bot",
        ]) {
            assert.ok(told?.includes(part), `${part} in ${told}`);
        }
        await page.click("#game-after");
        await page.waitForURL(/games\/2$/);
        await page.click("#game-before");
        await shown(page, "^Move 0 of 5");
        await page.click("#next");
        await page.click("#play-on[href*='m=']");
        await page.waitForURL(/\/play\//);
        await settled(page, 1);
    },
);

/** Waits for the end of a review, and returns the moves that it lists. */
async function reviewed(page) {
    await page.click("#review");
    await page.waitForFunction(() =>
        /looked through/.test(document.querySelector("#live")?.textContent ?? ""),
    );
    assert.ok((await page.locator(".graph svg path.exact").count()) > 0, "proven values are drawn");
    assert.equal(await page.locator("#review").isVisible(), false);
    return page.locator(".mistakes button").allTextContents();
}

await test("a review shows a finished game's mistakes, and better moves", {}, async (page) => {
    // a2 turns a draw into a loss, and c2 turns the win into a draw.
    const moves = "a1,a2,c2,c3,b2,b3,a3,c1,b1";
    await open(page, "mnk", `v1;set=n:3,m:3,k:3;by=you-you;m=${moves}`);
    const listed = await reviewed(page);
    assert.deepEqual(listed.slice(0, 2).sort(), ["2. a2", "3. c2"], String(listed));
    const item = page.locator(".mistakes li", { hasText: "2. a2" });
    assert.match((await item.textContent()) ?? "", /result away better: b2/);
    assert.match(
        (await page.locator("#slider").getAttribute("aria-valuetext")) ?? "",
        /^Move 9 of 9/i,
    );
    await check(page, "a reviewed game");
    await item.locator("button").click();
    await page.waitForSelector("#board .aim .hint, #board path.hint");
    await shown(page, "After move 1 of 9");
    await page.locator("#slider").focus();
    await page.keyboard.press("ArrowRight");
    await shown(page, "After move 2 of 9");
    const told = await page.locator("#slider").getAttribute("aria-valuetext");
    assert.match(told ?? "", /move 2 of 9.*: wins.*exact/i);
    await page.locator('#board .grid [aria-label*=", legal"]').first().click();
    await settled(page, 3);
    assert.equal(await page.locator("#review-room, .graph").count(), 0, "another game");
});

await test("mistakes are tried again", {}, async (page) => {
    await open(page, "mnk", "v1;set=n:3,m:3,k:3;by=you-you;m=a1,a2,c2,c3,b2,b3,a3,c1,b1");
    await reviewed(page);
    const address = page.url();
    const said = (text) =>
        page.waitForFunction(
            (text) => document.querySelector("#live")?.textContent?.includes(text),
            text,
        );
    await page.click("#try-again");
    await said("Find a better move than a2");
    assert.equal(await page.locator(".mistakes:visible").count(), 0, "nothing is given away");
    const square = (name) => page.locator(`#board .grid [aria-label^="${name},"]`);
    await square("a3").click();
    await said("a3: gives the result away");
    await check(page, "a move that was tried");
    await square("b2").click();
    await said("b2: the best move");
    assert.equal(page.url(), address, "the game is unchanged");
    await page.click("#next-mistake");
    await said("Find a better move than c2");
});

await test("a recorded game is reviewed", {}, async (page) => {
    await page.goto(`${address}/games/2`);
    await shown(page, "^Move 0 of");
    const listed = await reviewed(page);
    await check(page, "a reviewed record");
    await controlsAreSeen(page);
    if (listed.length > 0) {
        await page.locator(".mistakes button").first().click();
        await page.waitForSelector("#board .ghost *", { state: "attached" });
    }
});

await test("the controls of a recorded game are on the screen", {}, async (page) => {
    await page.goto(`${address}/games/1`);
    await shown(page, "^Move 0 of 5");
    await controlsAreSeen(page);
});

await test(
    "the list of games follows a tournament in one stream until its end",
    {},
    async (page) => {
        const news = {
            games: 99,
            progress: "99 of 99 games played.",
            running: [
                {
                    number: 101,
                    names: ["<i>zoe", "bert"],
                    scores: ["{black} {black|one disc|other discs}", null],
                    about: "Reversi, 3 moves so far",
                    moves: 3,
                    over: false,
                    board: await (await page.request.get(`${address}/games/1/recording`)).json(),
                },
                {
                    number: 103,
                    names: ["bert", "zoe"],
                    scores: [null, null],
                    about: "Reversi, a draw; its pair goes on",
                    moves: 9,
                    over: true,
                    board: null,
                },
            ],
            newest: '<li><a href="/games/99">anna</a></li>',
        };
        const told = [
            `id: 1.5\nevent: update\ndata: ${JSON.stringify({
                ...news,
                over: false,
                rows: [
                    [0, 1, "<tr><td>zoe</td></tr>"],
                    [9, 9, "<tr><td>nowhere</td></tr>"],
                ],
            })}\n\n`,
            `id: 1.6\nevent: snapshot\ndata: ${JSON.stringify({
                ...news,
                over: true,
                published: true,
                tables: "<table><tbody><tr><td>bert</td></tr></tbody></table>",
            })}\n\n`,
        ];
        const asked = [];
        let seen = () => {};
        const isSeen = new Promise((then) => (seen = () => then(undefined)));
        await page.route("**/games/events*", async (route) => {
            asked.push(new URL(route.request().url()).searchParams.get("seen"));
            if (asked.length === 2) await isSeen;
            return route.fulfill({
                status: 200,
                contentType: "text/event-stream",
                body: `retry: 50\n\n${told[asked.length - 1] ?? ""}`,
            });
        });
        await page.goto(`${address}/games`);
        await page.waitForFunction(() =>
            [...document.querySelectorAll("#tables td")].some((one) => one.textContent === "zoe"),
        );
        seen();
        await page.waitForFunction(
            () => document.querySelector("#tables td")?.textContent === "bert",
        );
        assert.match(asked[0], /^\d+\.\d+$/, "the page sends the id of its last change");
        assert.equal(await page.locator("#progress").textContent(), news.progress);
        assert.equal(await page.locator("#newest a").getAttribute("href"), "/games/99");
        const [first, second] = await page.locator("#running li").allTextContents();
        assert.match(first ?? "", /^<i>zoe \d+ discs – bert  ?Reversi, 3 moves so far$/);
        assert.equal(second, "bert – zoe Reversi, a draw; its pair goes on");
        const running = page.locator("#running li a");
        assert.equal(await running.first().getAttribute("href"), "/games/101");
        assert.equal(await running.last().getAttribute("href"), "/games/103#m=9");
        assert.ok((await running.first().locator("svg path").count()) > 0, "the board is drawn");
        await page.waitForTimeout(300);
        assert.equal(asked.length, 2, "nobody asks after the end");
        assert.equal(await page.locator("#follow-state").isVisible(), false);
        assert.ok(await page.locator('#published a[href="/results/"]').isVisible());
    },
);

await test(
    "on a phone, the first tap only aims at a small square",
    { viewport: { width: 390, height: 844 }, hasTouch: true },
    async (page) => {
        await open(page, "poziomka", "v1;by=you-you");
        await page.locator('#board .grid [aria-label^="Cd,"]').tap();
        await page.waitForSelector("#aimed:not([hidden])");
        assert.equal(await moves(page), 0);
        await page.locator("#aimed").tap();
        await settled(page, 1);
    },
);

await test("another language keeps the game", { locale: "pl-PL" }, async (page) => {
    await open(page, "reversi", "v1;by=you-you;m=d3");
    await shown(page, "^Ruch białych");
    await page.click(".languages [lang=ro]");
    await shown(page, "^La mutare: albul");
    assert.equal(await moves(page), 1);
    assert.ok(!page.url().includes("lang="), "a copied link chooses no language");
});

// axe-core finds no serious problem on any page, in light and dark mode, wide and at 320 px, before
// and after a move. The mode changes colours, and the width changes what there is.
for (const [colorScheme, width] of /** @type {const} */ ([
    ["light", 1100],
    ["light", 320],
    ["dark", 1100],
])) {
    await test(
        `no serious issue, ${colorScheme}, ${width} px`,
        { colorScheme, viewport: { width, height: 850 } },
        async (page) => {
            await page.goto(address);
            await check(page, "the first page");
            await page.goto(`${address}/rules/reversi`);
            await check(page, "rules");
            for (const path of ["games", "games/1#m=2"]) {
                await page.goto(`${address}/${path}`);
                await check(page, path);
            }
            await page.click("#tab-foul");
            await check(page, "what went wrong");
            for (const [game, hash] of Object.entries(GAMES)) {
                await open(page, game, hash);
                await touch(page, 1);
                await page.waitForSelector("#board[aria-busy=false]");
                await check(page, game);
            }
            for (const tab of ["new", "text", "rules"]) {
                await page.click(`#tab-${tab}`);
                await check(page, tab);
            }
        },
    );
}

await end();
