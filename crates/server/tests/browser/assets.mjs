// For work on scripts and styles: ASSETS=1 uses the files of this checkout instead of the server's
// files.
import { existsSync, readFileSync } from "node:fs";

const [server, page, analysis] = [
    "../../src/assets/",
    "../../../page/src/assets/",
    "../../../page/src/assets/analysis/",
].map((path) => new URL(path, import.meta.url));
const bundles = readFileSync(new URL("../assets.rs", page), "utf8");

/** The modules of a page's script, in their order. @param {string} name */
const modulesOf = (name) =>
    [...bundles.matchAll(new RegExp(`"(${name}/\\w+)"`, "g"))].map(([, module]) =>
        readFileSync(new URL(`${module}.js`, page), "utf8"),
    );

/** One script from modules, as `joined` in Rust makes it. @param {string[]} modules */
function joined(modules) {
    const taken = new Set();
    const text = modules
        .join("")
        .replace(/^import \{([^}]*)\} from "(.*)";\n/gm, (_, names, path) => {
            if (!path.startsWith("./"))
                for (const name of names.match(/\w+/g) ?? []) taken.add(name);
            return "";
        });
    const shared = taken.size > 0 ? `const { ${[...taken].join(", ")} } = ludoteka;\n` : "";
    return `(() => {\n"use strict";\n${shared}${text.replace(/^export /gm, "")}})();\n`;
}

/** @param {string} name */
function contentOf(name) {
    const modules = name.endsWith(".js") ? modulesOf(name.slice(0, -3)) : [];
    if (modules.length > 0) return joined(modules);
    const file = [server, page, analysis].map((folder) => new URL(name, folder)).find(existsSync);
    return readFileSync(/** @type {URL} */ (file), "utf8");
}

/** @param {import("playwright-core").BrowserContext} context */
export async function ownAssets(context) {
    if (!process.env.ASSETS) return;
    const kinds = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
    await context.route("**/assets/**", (route) => {
        const [, name = ""] =
            /\/assets\/(?:[0-9a-f]{16}\/)?(.+)$/.exec(route.request().url()) ?? [];
        return route.fulfill({
            body: contentOf(name),
            contentType: kinds[name.split(".").at(-1)],
        });
    });
}
