// @ts-check
/** @file The module of WebAssembly that checks results, in a worker. */

import { load } from "../in_page/load.js";

/** @import { Named } from "./zip.js" */

/**
 * Answers questions about files, each by several events. A worker runs this function, so it uses
 * nothing from outside. Only a worker can read a file without waiting.
 * @param {WebAssembly.Module} module @param {Blob[]} files @param {(event: string) => void} tell
 */
function start(module, files, tell) {
    const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
    // @ts-ignore The types are those of a page, not of a worker.
    const reader = new FileReaderSync();
    const read = (
        /** @type {number} */ file,
        /** @type {number} */ place,
        /** @type {number} */ to,
        /** @type {number} */ length,
    ) => {
        try {
            const part = /** @type {Blob} */ (files[file]).slice(place, place + length);
            const bytes = new Uint8Array(reader.readAsArrayBuffer(part));
            new Uint8Array(exports.memory.buffer, to, length).set(bytes);
            return bytes.length;
        } catch {
            return -1;
        }
    };
    /** @type {Record<string, Record<string, Function>>} */
    const imports = {
        ludoteka: {
            now: () => performance.now(),
            tell: (/** @type {number} */ at, /** @type {number} */ length) =>
                tell(decoder.decode(new Uint8Array(exports.memory.buffer, at, length))),
            read,
        },
    };
    // A library that packs archives brings calls for random numbers, which nothing here makes.
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] ??= () => 0;
    /** @type {{memory: WebAssembly.Memory, push: (byte: number) => void, ask: () => void}} */
    const exports = /** @type {any} */ (
        new WebAssembly.Instance(module, /** @type {any} */ (imports)).exports
    );
    return (/** @type {string} */ question) => {
        for (const byte of encoder.encode(question)) exports.push(byte);
        exports.ask();
    };
}

/** What a worker runs: its first message is the module and the files, each other one a question. */
const IN_WORKER = `const start = ${start};
onmessage = ({ data: { module, files } }) => {
    const ask = start(module, files, (event) => postMessage(event));
    onmessage = ({ data }) => ask(data);
};`;

/** Checks files, and shows their games. */
export class Checker {
    /** @param {string} address of the script with the module @param {Named[]} files */
    constructor(address, files) {
        this.listed = files.map(({ path, file }) => [path, file.size]);
        this.worker = load(address).then((module) => {
            const code = new Blob([IN_WORKER], { type: "text/javascript" });
            const url = URL.createObjectURL(code);
            const worker = new Worker(url);
            URL.revokeObjectURL(url);
            worker.postMessage({ module, files: files.map(({ file }) => file) });
            return worker;
        });
    }

    /**
     * Hears all events about a question. The last one is not `checked`.
     * @param {object} question @param {(event: string, data: any) => void} heard
     */
    async ask(question, heard) {
        const worker = await this.worker;
        await new Promise((done, failed) => {
            worker.onerror = () => failed(new Error("the module has failed"));
            worker.onmessage = ({ data }) => {
                const told = JSON.parse(data);
                heard(told.event, told.data);
                if (told.event !== "checked") done(undefined);
            };
            worker.postMessage(JSON.stringify({ files: this.listed, ...question }));
        });
    }
}
