// Pictures of every page, in light and dark mode, on five sizes of screens: `node screenshots.mjs
// FOLDER [PART-OF-NAME]`. The script builds `ludoteka`, plays some recorded games and two
// tournaments of engines, one of which goes on meanwhile, serves them, and writes the pictures to
// FOLDER.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { ownAssets } from "./assets.mjs";

const [folder, part = ""] = process.argv.slice(2);
if (!folder) throw new Error("usage: node screenshots.mjs FOLDER [PART-OF-NAME]");
mkdirSync(folder, { recursive: true });

/** Width, height, and whether the screen is a phone's. @type {[number, number, boolean][]} */
const SCREENS = [
    [1366, 768, false],
    [1366, 650, false],
    [1920, 1080, false],
    [390, 844, true],
    [844, 390, true],
];

/** Boards of each game: the smallest, one of usual size after some moves, and the largest. */
const SERVED = {
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
    games: "/games",
    "games-one": "/games/1#m=20",
};

/** Pages of a tournament's folder, without a server. */
const RESULTS = {
    results: "/index.html",
    "results-player": "/players/1.html",
    "results-games": "/games.html#p=1",
    "results-game": "/replay.html#g=1&m=24",
};

/** Pages of a tournament in progress. */
const LIVE = { live: "/games", "live-participant": "/games/of/engine%3A5" };

/** The time in which some games of a tournament in progress begin. */
const BEGUN_MS = 15_000;

/** Clicks that lead to more pictures of a page. @type {Record<string, string[]>} */
const CLICKS = { mnk: ["#tab-new", "#tab-text", "#show-values"], gangsters: ["#tab-rules"] };

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const binary = join(root, "target/release/ludoteka");
const TOURNAMENT = `title = "Pictures"
game = "reversi"
[format]
kind = "round-robin"
${[1, 2, 3].map((level) => `[[player]]\nengine = ${level}\n`).join("")}`;
const SLOW =
    TOURNAMENT.replace("[format]", "games = 20\n[format]") +
    '[time]\nmove = "1s"\n' +
    "[[player]]\nengine = 10\n";

/** Runs a command whose output nobody reads. @param {string} command @param {...string} words */
const run = (command, ...words) =>
    execFileSync(command, words, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });

/** Serves games, and returns the address. @param {string} games */
async function served(games) {
    const server = spawn(binary, ["serve", "--listen", "127.0.0.1:0", games]);
    process.on("exit", () => server.kill());
    for await (const text of server.stdout) {
        const address = /http:\/\/\S+/.exec(String(text))?.[0];
        if (address) return new URL(address).origin;
    }
    throw new Error("the server has ended");
}

/**
 * Takes the pictures of a page on each screen.
 * @param {string} name @param {string} address
 */
async function takePictures(name, address) {
    for (const scheme of /** @type {const} */ (["light", "dark"])) {
        for (const [width, height, isPhone] of SCREENS) {
            const file = `${name}-${width}x${height}-${scheme}`;
            if (!file.includes(part)) continue;
            const context = await browser.newContext({
                viewport: { width, height },
                colorScheme: scheme,
                deviceScaleFactor: isPhone ? 2 : 1,
                hasTouch: isPhone,
                reducedMotion: "reduce",
            });
            await ownAssets(context);
            const page = await context.newPage();
            page.on("console", (message) => console.log(file, message.text()));
            page.on("pageerror", (error) => console.log(file, String(error)));
            await page.goto(address);
            const isGame = /\/play\/|games\/1|replay/.test(address);
            await page.waitForSelector(isGame ? ".grid [aria-label]" : "h1");
            const picture = async (/** @type {string} */ more) => {
                await page.waitForTimeout(more === "-show-values" ? 1500 : 250);
                await page.screenshot({
                    path: join(folder, `${file}${more}.png`),
                    fullPage: !isGame,
                });
            };
            await picture("");
            for (const click of CLICKS[name] ?? []) {
                await page.click(click);
                await picture(click.replace("#", "-"));
            }
            await context.close();
        }
    }
}

run("cargo", "build", "--release", "--quiet", "--bin", "ludoteka");
const scratch = mkdtempSync(join(tmpdir(), "ludoteka-pictures-"));
const [games, toml, results, slow, live] = [
    "games.jsonl",
    "pictures.toml",
    "results",
    "slow.toml",
    "live",
].map((name) => join(scratch, name));
const match = "match reversi engine:2 engine:3 --games 4 --nodes 2000 --record".split(" ");
run(binary, ...match, games);
writeFileSync(toml, TOURNAMENT);
run(binary, "tournament", toml, "-o", results);
const address = await served(games);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
for (const [name, path] of Object.entries(SERVED)) await takePictures(name, address + path);
const disk = pathToFileURL(resolve(results)).href;
for (const [name, path] of Object.entries(RESULTS)) await takePictures(name, disk + path);
if (part === "" || part.startsWith("live")) {
    writeFileSync(slow, SLOW);
    const playing = spawn(binary, ["tournament", slow, "-o", live], { stdio: "ignore" });
    process.on("exit", () => playing.kill());
    await new Promise((then) => setTimeout(then, BEGUN_MS));
    const address = await served(live);
    for (const [name, path] of Object.entries(LIVE)) await takePictures(name, address + path);
}
await browser.close();
rmSync(scratch, { recursive: true });
process.exit(0);
