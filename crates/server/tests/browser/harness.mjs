// What tests in a browser have in common. Each test has its own page, whose console must stay
// empty. The tests check pages with axe-core.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { ownAssets } from "./assets.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
});

/** Only tests whose names contain the text of `PART` are run. */
const part = process.env.PART ?? "";

/** A bound in milliseconds for what never comes: a busy machine may take ten seconds for a page. */
export const PATIENCE = 60_000;

let failures = 0;

/**
 * @param {string} name
 * @param {object} options
 * @param {(page: import("playwright-core").Page) => Promise<void>} test
 */
export async function test(name, options, test) {
    if (!name.includes(part)) return;
    const start = performance.now();
    const context = await browser.newContext({
        viewport: { width: 1100, height: 850 },
        reducedMotion: "reduce",
        ...options,
    });
    await ownAssets(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints = [];
    // Tests cause refusals and lost servers on purpose; the browser reports these on the console.
    const refused = (text) => /status of (4\d\d|502)/.test(text);
    page.on(
        "console",
        (message) =>
            ["error", "warning"].includes(message.type()) &&
            !refused(message.text()) &&
            complaints.push(message.text()),
    );
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.addInitScript(() =>
        addEventListener("securitypolicyviolation", (event) =>
            console.error(`policy: ${event.violatedDirective}`),
        ),
    );
    try {
        await test(page);
        assert.deepEqual(complaints, [], "the console stays empty");
        console.log(`ok: ${name} (${Math.round(performance.now() - start)} ms)`);
    } catch (error) {
        failures += 1;
        const stack = String(error.stack).split("\n").slice(0, 8).join("\n");
        console.log(`FAILED: ${name}: ${stack} ${complaints.join("; ")}`);
    }
    await context.close();
}

/**
 * Checks that axe-core finds nothing serious on a page, and that the page is no wider than the
 * screen.
 * @param {import("playwright-core").Page} page
 * @param {string} what
 */
export async function check(page, what) {
    // The page's policy does not apply to scripts that the test sends.
    await page.evaluate(axe);
    const found = await page.evaluate(() =>
        globalThis.axe.run(document, { resultTypes: ["violations"], preload: false }),
    );
    const serious = found.violations.filter(
        ({ impact }) => impact === "serious" || impact === "critical",
    );
    assert.deepEqual(
        serious.map(
            ({ id, nodes }) =>
                `${id}: ${nodes
                    .slice(0, 3)
                    .map((node) => node.html)
                    .join(" ")}`,
        ),
        [],
        what,
    );
    const [needed, wide] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
    ]);
    assert.ok(needed <= wide, `${what}: ${needed} px wide`);
}

/**
 * Waits until the status line matches this regular expression.
 * @param {import("playwright-core").Page} page
 * @param {string} text
 */
export const shown = (page, text) =>
    page.waitForFunction(
        (text) => new RegExp(text, "i").test(document.querySelector("#status")?.textContent ?? ""),
        text,
    );

/**
 * Checks a recorded game on screens of several sizes, at the start, after the first move and at the
 * end. The slider and the buttons must need no scrolling, and the board must keep its size.
 * @param {import("playwright-core").Page} page
 */
export async function controlsAreSeen(page) {
    const box = (/** @type {string} */ what) => page.locator(what).boundingBox();
    for (const [width, height] of [
        [1280, 860],
        [1280, 720],
        [390, 844],
    ]) {
        await page.setViewportSize({ width, height });
        const sizes = new Set();
        for (const key of ["Home", "ArrowRight", "End"]) {
            await page.keyboard.press(key);
            await page.waitForTimeout(100);
            const board = await box("#board .board");
            sizes.add(board?.height);
            assert.ok((board?.height ?? 0) > 150, `a board at ${width} by ${height}`);
            for (const what of ["#status", "#slider", "#controls"]) {
                const seen = await box(what);
                const bottom = (seen?.y ?? 0) + (seen?.height ?? height);
                assert.ok(bottom <= height, `${what} ends at ${bottom} of ${height} after ${key}`);
            }
        }
        assert.equal(sizes.size, 1, `${width} by ${height}: ${[...sizes]}`);
    }
}

/** Prints the result of all tests, and exits. */
export async function end() {
    await browser.close();
    console.log(failures === 0 ? "all passed" : `${failures} failed`);
    process.exit(failures === 0 ? 0 : 1);
}
