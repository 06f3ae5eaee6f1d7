// The pages of a class in a browser: `node class.mjs ANNA JAN ORGANISER`, the links of three people.
import assert from "node:assert/strict";
import { check, end, test } from "./harness.mjs";

const [anna, jan, organiser] = process.argv.slice(2);
const phone = { viewport: { width: 390, height: 844 } };

/** @param {import("playwright-core").Page} page */
const ended = (page) =>
    page.waitForFunction(
        () =>
            ![...document.querySelectorAll(".steps-of-trial .mark")].some((mark) =>
                ["·", "…"].includes(mark.textContent ?? ""),
            ),
        undefined,
        { timeout: 60_000 },
    );

await test("a link leads to a program without fouls", {}, async (page) => {
    await page.goto(anna);
    assert.equal(new URL(page.url()).pathname, "/test");
    await check(page, "the trainings");
    await page.click("main >> text=m,n,k-game");
    await check(page, "the form");
    await page.click("#paste summary");
    const starter = await page.request.get(new URL("/starters/mnk/player.py", anna).href);
    await page.fill("#source", await starter.text());
    await page.click("#test");
    await page.waitForURL("**/trials/*");
    await ended(page);
    assert.match((await page.locator("#lines").textContent()) ?? "", /No faults were found/);
    await page.goto(new URL("/test", anna).href);
    assert.match((await page.locator(".versions").textContent()) ?? "", /current/);
    await check(page, "the versions");
    await page.click(".versions a");
    assert.match((await page.locator("pre").textContent()) ?? "", /import sys/);
    await check(page, "a version");
});

await test("a foul is in the list of versions, on a phone", phone, async (page) => {
    await page.goto(jan);
    await page.goto(new URL("/test/mnk", jan).href);
    await page.click("#paste summary");
    await page.fill("#source", "input()\nprint('what?')\n");
    await page.click("#test");
    await page.waitForURL("**/trials/*");
    await ended(page);
    await check(page, "a trial");
    await page.goto(new URL("/test", jan).href);
    const list = page.locator(".versions");
    assert.match((await list.textContent()) ?? "", /trial \d+: a garbled answer/);
    await check(page, "the versions");
    await page.click("[data-post$='/current']");
    await page.waitForSelector(".versions strong");
});

await test("the organiser sees everybody", {}, async (page) => {
    await page.goto(organiser);
    assert.equal(new URL(page.url()).pathname, "/people");
    await check(page, "the people");
    await page.click("text=Jan");
    assert.match((await page.locator("main").textContent()) ?? "", /garbled/);
    await check(page, "a person");
});

await test("a link asks before somebody is somebody else", phone, async (page) => {
    await page.goto(anna);
    await page.goto(jan);
    assert.match((await page.locator("main").textContent()) ?? "", /Anna.*Jan/s);
    await check(page, "the question");
    await page.check("[name='shared']");
    await page.click("button.main");
    await page.waitForURL("**/test");
    assert.match((await page.locator(".visitor").textContent()) ?? "", /Jan/);
    await page.click(".visitor button");
    await page.waitForURL("**/enter");
    assert.equal(await page.locator(".visitor").count(), 0);
    await check(page, "the page for codes");
    await page.fill("#code", "BBBB BBBB");
    await page.click("button.main");
    assert.match((await page.locator("[role='alert']").textContent()) ?? "", /code/);
});

await test("the organiser renews a link", {}, async (page) => {
    await page.goto(organiser);
    await page.click("th >> text=Jan");
    await page.click("summary");
    const code = page.locator("details code").last();
    const old = (await code.textContent()) ?? "";
    await check(page, "a link and a code");
    await page.click("[data-post$='/renew']");
    await page.waitForFunction((old) => !document.body.innerText.includes(old), old);
    await page.click("summary");
    const renewed = (await code.textContent()) ?? "";
    await page.click(".visitor button");
    await page.waitForURL("**/enter");
    await page.fill("#code", renewed.toLowerCase());
    await page.click("button.main");
    await page.waitForURL("**/test");
    assert.match((await page.locator(".visitor").textContent()) ?? "", /Jan/);
});

await test("the organiser announces a contest by the form", {}, async (page) => {
    await page.goto(organiser);
    await page.click("text=New contest");
    // The script writes the table as soon as it runs; what is typed before, it does not hear.
    await page.waitForFunction(() => !!document.querySelector("textarea")?.value);
    await page.fill("[data-key='title'] input", "Żabka 2999");
    await page.fill("[data-key='closes'] input", "2999-06-17T13:30");
    await page.fill("[data-key='final.games'] input", "3");
    const text = await page.inputValue("textarea");
    assert.match(text, /name = "zabka-2999"\n.*\ncloses = 2999-06-17T13:30:00\n/s);
    assert.match(text, /\n\[contest\.final\]\ngames = 3\n/);
    await check(page, "the form of a contest");
    await page.click("button.main");
    assert.match((await page.locator("[role='alert']").textContent()) ?? "", /games/);
    await page.fill("[data-key='final.games'] input", "4");
    await page.click("button.main");
    await page.waitForURL("**/contests/zabka-2999");
    assert.match((await page.locator("main").textContent()) ?? "", /2999-06-17 13:30/);
    await check(page, "a contest");
});

await test("strangers are told to open their link, in their language", phone, async (page) => {
    await page.goto(new URL("/test?lang=pl", anna).href);
    assert.match((await page.locator("main").textContent()) ?? "", /swój link/);
    await check(page, "a stranger");
});

await end();
