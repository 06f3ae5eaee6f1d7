// Pictures of every page: `node screenshots.mjs ADDRESS FOLDER [PART-OF-NAME]`. ADDRESS is the
// address of a running `ludoteka serve`, or the `file:` address of a tournament's results. The
// pictures are written to FOLDER.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { ownAssets } from "./assets.mjs";

const [address, folder, part = ""] = process.argv.slice(2);
if (!address || !folder)
    throw new Error("usage: node screenshots.mjs ADDRESS FOLDER [PART-OF-NAME]");
mkdirSync(folder, { recursive: true });

/** Boards of each game: the smallest, one of usual size after some moves, and the largest. */
const BOARDS = {
    "poziomka-small": "/play/poziomka#v1;set=pola:2,wiersze:3,kolumny:3;by=you-you;m=Aa,aB",
    poziomka: "/play/poziomka#v1;set=pola:3,wiersze:9,kolumny:9;by=you-you;m=Cd,eE,Ga,bD,Af",
    "poziomka-large": "/play/poziomka#v1;by=you-you;m=Fc,cH,Ce,eI,Da,mA",
    reversi: "/play/reversi#v1;by=you-you;m=f5,d6,c3,d3,c4,f4,f6,f3,e6,e7,d7,g6",
    "reversi-start": "/play/reversi#v1;by=you-engine:3",
    "flood-wars-small": "/play/flood-wars#v1;set=rows:2,columns:2;by=you-you",
    "flood-wars":
        "/play/flood-wars#v1;set=rows:12,columns:14,seed:7;by=you-you" +
        ";m=%23,@,*,%23,.,*,%23,.,*,%2B,.,*,%2B",
    "flood-wars-large": "/play/flood-wars#v1;set=rows:50,columns:50,seed:3;by=you-you",
    "mnk-small": "/play/mnk#v1;by=you-you;m=b2,a1,c3",
    mnk: "/play/mnk#v1;set=n:9,m:9,k:5;by=you-you;m=e5,d4,e4,e6,d5,f5,c5,g5,c4",
    "mnk-large": "/play/mnk#v1;set=n:20,m:20,k:5;by=you-you;m=j10,k11,j11,k10,j12,j9,l10",
    "gangsters-small": "/play/gangsters#v1;set=n:3,m:3;by=you-you",
    gangsters: "/play/gangsters#v1;set=pillars:2%2C3%3B6%2C5;by=you-you;m=0+4+1+1",
    "gangsters-large": "/play/gangsters#v1;set=n:26,m:26;by=you-you",
    home: "/",
    rules: "/rules/gangsters",
};

/** Pages of a tournament's results. */
const RESULTS = {
    results: "/index.html",
    "results-player": "/players/1.html",
    "results-game": "/replay.html#g=1&m=24",
};
const PAGES = address.startsWith("file:") ? RESULTS : BOARDS;
const isWhole = (name) => ["home", "rules", "results", "results-player"].includes(name);

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
for (const scheme of ["light", "dark"]) {
    for (const [width, height, name] of [
        [1280, 860, "wide"],
        [390, 844, "phone"],
    ]) {
        const phone = name === "phone";
        const context = await browser.newContext({
            viewport: { width, height },
            colorScheme: scheme,
            deviceScaleFactor: phone ? 2 : 1,
            hasTouch: phone,
            reducedMotion: "reduce",
        });
        await ownAssets(context);
        for (const [board, path] of Object.entries(PAGES)) {
            const file = `${board}-${name}-${scheme}.png`;
            if (!file.includes(part)) continue;
            const page = await context.newPage();
            page.on("console", (message) => console.log(board, message.text()));
            page.on("pageerror", (error) => console.log(board, String(error)));
            await page.goto(address + path);
            await page.waitForSelector(
                path.includes(".html") && !path.includes("#") ? "h1" : ".grid [aria-label]",
            );
            await page.waitForTimeout(250);
            await page.screenshot({ path: `${folder}/${file}`, fullPage: phone || isWhole(board) });
            await page.close();
        }
        await context.close();
    }
}
await browser.close();
