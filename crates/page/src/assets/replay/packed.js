// @ts-check
/**
 * @file Data of a tournament's folder. A page from disk cannot read files, but it can load scripts:
 * the script `games/NAME.js` calls `ludoteka.add` with its name and its data.
 */

/** The data of scripts that have been loaded: deflated JSON in base 64. @type {Map<string, string>} */
const packed = new Map();

/** @param {string | number} name @param {string} text */
export const addPacked = (name, text) => void packed.set(String(name), text);

/**
 * The data of a script of the folder.
 * @param {string | number} name @param {Say} say @returns {Promise<any>}
 */
export async function loadPacked(name, say) {
    const file = `games/${name}.js`;
    const script = document.createElement("script");
    script.src = file;
    const came = new Promise((then, otherwise) => {
        script.onload = then;
        script.onerror = () => otherwise(new Error(say("no-games-file", { file })));
    });
    document.head.append(script);
    await came.finally(() => script.remove());
    const text = packed.get(String(name)) ?? "";
    packed.delete(String(name));
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(plain).json();
}
