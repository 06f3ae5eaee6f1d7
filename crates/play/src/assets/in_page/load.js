// @ts-check
/** @file Loads modules of WebAssembly. */

/**
 * The module in a script that is loaded now: browsers load no other data from disk.
 * @param {string} address @returns {Promise<WebAssembly.Module>}
 */
export async function load(address) {
    const script = document.createElement("script");
    script.src = address;
    await new Promise((loaded, failed) => {
        script.addEventListener("load", loaded);
        script.addEventListener("error", () => failed(new Error(address)));
        document.head.append(script);
    });
    const packed = Uint8Array.from(atob(ludoteka.engine ?? ""), (char) => char.charCodeAt(0));
    delete ludoteka.engine;
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}
