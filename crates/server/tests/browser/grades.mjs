// Grades by play in a browser: `node grades.mjs JAN ORGANISER`, the links of two people. Jan has lost
// all games against two levels by fouls, and Ola's program does not compile.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { check, end, test } from "./harness.mjs";

const [jan, organiser] = process.argv.slice(2);
const play = new URL("/assignments/play", jan).href;
const worksheet = `Identifier,Full name,Grade,Maximum Grade,Feedback comments\r
Participant 71,Jan,,10.00,\r
Participant 79,Eve,,10.00,\r
`;

await test("a person reads what gave the points, and sees a game", {}, async (page) => {
    await page.goto(jan);
    await page.goto(play);
    assert.match((await page.locator("main").textContent()) ?? "", /Points: 0 of 10/);
    assert.equal(await page.locator("table.grades tbody tr").count(), 2);
    await page.click("details summary >> text=Games");
    assert.equal(await page.locator(".games a").count(), 8);
    await check(page, "the own grade");
    await page.click(".games a >> nth=7");
    await page.waitForSelector("#board .board");
    await check(page, "a game");
    await page.click("text=←");
    assert.equal(page.url(), play);
});

await test("the organiser sorts, sifts and reads on", { acceptDownloads: true }, async (page) => {
    await page.goto(organiser);
    await page.goto(play);
    await page.setViewportSize({ width: 1366, height: 768 });
    await check(page, "all grades");
    const names = () => page.locator("table.grades tbody tr:visible th").allTextContents();
    assert.deepEqual(await names(), ["Anna", "Jan", "Ola", "Ela"]);
    await page.click("thead th:has-text('Points')", { position: { x: 2, y: 2 } });
    assert.equal((await names()).at(-1), "Anna", "the most points come last");
    await page.selectOption("[name='kind']", "broken");
    assert.deepEqual(await names(), ["Ola"]);
    await page.selectOption("[name='kind']", "");
    await page.click("td >> text=0/8");
    assert.equal(await page.locator("h1").textContent(), "Jan");
    await check(page, "a person's games");
});

await test("Moodle's worksheet comes back with points", { acceptDownloads: true }, async (page) => {
    await page.goto(organiser);
    await page.goto(play);
    await page.click("summary >> text=For Moodle");
    const file = { name: "w.csv", mimeType: "text/csv", buffer: Buffer.from(worksheet) };
    await page.setInputFiles("[name='worksheet']", file);
    const saved = page.waitForEvent("download");
    await page.click("button[value='worksheet']");
    const text = readFileSync(await (await saved).path(), "utf8");
    assert.match(text, /Participant 71,Jan,0,10.00,"?Points: 0 of 10/);
    await page.waitForSelector("form.moodle [role='status'] >> text=Participant 79");
});

await end();
