// While scripts and styles are written: those of the folder named by ASSETS instead of the server's.
import { readFileSync } from "node:fs";

const { files } = JSON.parse(readFileSync(new URL("tsconfig.json", import.meta.url), "utf8"));

/** The files of a script, in their order. @param {string} name */
function partsOf(name) {
    const paths = files.map((file) => file.split("/assets/")[1]);
    const parts = paths.filter((path) => path.startsWith(`${name.replace(/\.js$/, "")}/`));
    return parts.length > 0 ? parts : [name];
}

/** @param {import("playwright-core").BrowserContext} context */
export async function ownAssets(context) {
    const folder = process.env.ASSETS;
    if (!folder) return;
    const kinds = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
    await context.route("**/assets/**", (route) => {
        const name = route.request().url().split("/").at(-1);
        const body = partsOf(name).map((part) => readFileSync(`${folder}/${part}`, "utf8")).join("");
        return route.fulfill({ body, contentType: kinds[name.split(".").at(-1)] });
    });
}
