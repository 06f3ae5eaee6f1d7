// For work on scripts and styles: ASSETS=1 uses the files of this checkout instead of the server's
// files.
import { existsSync, readFileSync } from "node:fs";

const { files } = JSON.parse(readFileSync(new URL("tsconfig.json", import.meta.url), "utf8"));

const folders = ["../../src/assets/", "../../../page/src/assets/"].map(
    (path) => new URL(path, import.meta.url),
);

/** The files of a script, in their order. @param {string} name */
function partsOf(name) {
    const parts = files
        .filter((file) => file.includes(`/assets/${name.replace(/\.js$/, "")}/`))
        .map((file) => new URL(file, import.meta.url));
    return parts.length > 0
        ? parts
        : [folders.map((folder) => new URL(name, folder)).find((path) => existsSync(path))];
}

/** @param {import("playwright-core").BrowserContext} context */
export async function ownAssets(context) {
    if (!process.env.ASSETS) return;
    const kinds = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
    await context.route("**/assets/**", (route) => {
        const [, name = ""] =
            /\/assets\/(?:[0-9a-f]{16}\/)?(.+)$/.exec(route.request().url()) ?? [];
        const body = partsOf(name)
            .map((part) => readFileSync(part, "utf8"))
            .join("");
        return route.fulfill({ body, contentType: kinds[name.split(".").at(-1)] });
    });
}
