// "Test a program" in a browser: `node trials.mjs LINK`, the address that `ludoteka serve` prints.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, end, test } from "./harness.mjs";

const link = process.argv[2];
const address = new URL(link).origin;

/** @param {string} path */
const starter = (path) =>
    readFileSync(new URL(`../../../../starters/${path}`, import.meta.url), "utf8");

/** Waits for the end of a trial, and returns its lines. @param {import("playwright-core").Page} page */
async function lines(page) {
    await page.waitForURL("**/trials/*");
    await page.waitForFunction(
        () =>
            document.querySelectorAll(".steps-of-trial li").length > 0 &&
            ![...document.querySelectorAll(".steps-of-trial .mark")].some((mark) =>
                ["·", "…"].includes(mark.textContent ?? ""),
            ),
        undefined,
        { timeout: 60_000 },
    );
    return (await page.locator("#lines").textContent()) ?? "";
}

/** A zip of files: their texts by their names. @param {Record<string, string>} files */
function zipped(files) {
    const folder = mkdtempSync(join(tmpdir(), "zip-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    execFileSync("python3", ["-m", "zipfile", "-c", "all.zip", ...Object.keys(files)], {
        cwd: folder,
    });
    const zip = readFileSync(join(folder, "all.zip"));
    rmSync(folder, { recursive: true });
    return zip;
}

/**
 * Drops files on the page: their names, and their texts or bytes.
 * @param {import("playwright-core").Page} page @param {[string, string | number[]][]} files
 */
async function drop(page, files) {
    const dataTransfer = await page.evaluateHandle((files) => {
        const transfer = new DataTransfer();
        for (const [name, content] of files) {
            const part = typeof content === "string" ? content : new Uint8Array(content);
            transfer.items.add(new File([part], name));
        }
        return transfer;
    }, files);
    await page.dispatchEvent("#drop", "drop", { dataTransfer });
}

await test("C is dropped, and all its games are seen", {}, async (page) => {
    await page.goto(link);
    await page.goto(`${address}/test`);
    await page.waitForFunction(
        () => document.querySelectorAll("main .card .drawing .ground rect").length === 5,
    );
    await check(page, "the games");
    await page.click("main >> text=m,n,k-game");
    // Before its script has run, a page takes nothing.
    await page.waitForURL(/test\/mnk$/, { waitUntil: "load" });
    await drop(page, [["bot.c", starter("mnk/player.c")]]);
    await page.waitForFunction(() => document.querySelector("#chosen")?.textContent === "bot.c");
    await page.click("#test");
    assert.match(await lines(page), /No faults were found/);
    await page.waitForSelector("body:not(.without-game)");
    await page.click("#lines [data-game='3']");
    await page.waitForFunction(
        () =>
            /engine:1/.test(document.querySelector("#player-above")?.textContent ?? "") ||
            /engine:1/.test(document.querySelector("#player-below")?.textContent ?? ""),
    );
    await check(page, "a trial");
    await page.click("text=it begins");
    await page.waitForFunction(() => /;m=b2$/.test(location.hash));
    await page.waitForSelector("text=your program");
    await check(page, "a game against it");
});

await test(
    "pasted Python with a foul shows it first",
    { viewport: { width: 390, height: 844 } },
    async (page) => {
        await page.goto(link);
        await page.goto(`${address}/test/mnk`);
        await page.click("#paste summary");
        await page.fill("#source", "print(input(), 'what?')\ninput()\n");
        await check(page, "the form");
        await page.click("#test");
        const text = await lines(page);
        assert.match(text, /^The first foul, in game 1: /);
        await page.waitForSelector("#panel-foul:not([hidden])");
        const foul = (await page.locator("#panel-foul").textContent()) ?? "";
        assert.match(foul, /mnk 3 3 3/);
        assert.match(foul, /what\?/);
        await check(page, "a foul");
    },
);

await test(
    "C++ of three files in a zip, the browser closed and opened in the middle",
    {},
    async (page) => {
        await page.goto(link);
        await page.goto(`${address}/test/reversi`);
        const source = starter("reversi/player.cpp").replace(
            "int main(",
            '#include "part.h"\nint main(',
        );
        const zip = zipped({
            "main.cpp": source,
            "part.h": "int part();\n",
            "part.cpp": '#include "part.h"\nint part() { return 1; }\n',
        });
        await drop(page, [["reversi.zip", [...zip]]]);
        await page.click("#test");
        await page.waitForURL("**/trials/*");
        const trial = page.url();
        await page.goto("about:blank");
        await page.goto(trial);
        assert.match(await lines(page), /No faults were found/);
    },
);

/** Takes rows for columns, which does no harm on square boards. */
const swapped = `import sys
_, rows, columns, k, us, _, _, made = sys.stdin.readline().split()
taken = {sys.stdin.readline().strip() for _ in range(int(made))}
while True:
    squares = [chr(97 + x) + str(y) for y in range(int(columns), 0, -1) for x in range(int(rows))]
    mine = next(square for square in squares if square not in taken)
    print(mine, flush=True)
    taken |= {mine, sys.stdin.readline().strip()}
`;

await test("the first trial names what is wrong in four programs", {}, async (page) => {
    await page.goto(link);
    const large = starter("flood-wars/player.c").replaceAll("[LONGEST", "[40");
    const small = starter("gangsters/player.c").replace("board[28][28]", "board[12][12]");
    const slow = starter("flood-wars/player.py").replace(
        "def main():",
        "def main():\n    sum(range(400_000_000))",
    );
    for (const [game, name, source, cause] of /** @type {[string, string, string, RegExp][]} */ ([
        ["flood-wars", "large.c", large, /Likely cause: at large\.c:\d+, in .*index 42/],
        ["mnk", "swapped.py", swapped, /Likely cause: .*the column of a square for its row/],
        ["gangsters", "small.c", small, /Likely cause: at small\.c:\d+, in .*index 12/],
        ["flood-wars", "slow.py", slow, /out of time: .* s of processor time/],
    ])) {
        await page.goto(`${address}/test/${game}`, { waitUntil: "load" });
        await drop(page, [[name, source]]);
        await page.waitForFunction((name) => {
            return document.querySelector("#chosen")?.textContent === name;
        }, name);
        await page.click("#test");
        assert.match(await lines(page), cause, name);
        if (name === "swapped.py") await check(page, "a cause");
    }
});

await test("nothing is offered that needs a program that runs", {}, async (page) => {
    await page.goto(link);
    await page.goto(`${address}/test/mnk`);
    await drop(page, [["bot.c", "int main(void) { return missing; }\n"]]);
    await page.click("#test");
    await lines(page);
    const offers = page.locator("[data-runs]");
    await page.waitForFunction(
        () => document.querySelector("[data-deed=again]")?.checkVisibility() === false,
    );
    for (const again of [false, true]) {
        if (again) await page.reload();
        assert.ok((await offers.count()) >= 3);
        for (const offer of await offers.all()) assert.ok(await offer.isHidden());
    }
});

await test("a refused upload says why, and the page goes on", {}, async (page) => {
    await page.goto(link);
    await page.goto(`${address}/test/mnk`);
    await page.click("#test");
    await page.waitForSelector("#complaint:not([hidden])");
    assert.match((await page.locator("#complaint").textContent()) ?? "", /no files/);
    await drop(page, [["notes.txt", "hello"]]);
    await page.click("#test");
    await page.waitForFunction(() =>
        /no program/.test(document.querySelector("#complaint")?.textContent ?? ""),
    );
});

for (const locale of ["en", "pl", "ro"])
    await test(
        `a phone shows the way to this page, ${locale}`,
        { viewport: { width: 390, height: 844 }, locale },
        async (page) => {
            await page.goto(link);
            for (const path of ["/", "/play/gangsters", "/rules/gangsters", "/test", "/test/mnk"]) {
                await page.goto(address + path);
                const way = await page.locator(".top [href='/test']").boundingBox();
                const [left, right] = [way?.x ?? -1, (way?.x ?? 0) + (way?.width ?? 390)];
                assert.ok(left >= 0 && right <= 390, `${path}: from ${left} to ${right}`);
                await check(page, path);
            }
        },
    );

for (const language of ["pl", "ro"])
    await test(`the pages in ${language}`, {}, async (page) => {
        await page.goto(link);
        await page.goto(`${address}/test/poziomka?lang=${language}`);
        await page.goto(`${address}/test/poziomka`);
        await check(page, language);
        assert.equal(await page.getAttribute("html", "lang"), language);
    });

await end();
