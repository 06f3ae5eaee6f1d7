// @ts-check
/** @file The rules and the engine of a game as a module of WebAssembly, here and in workers. */

import { load } from "./load.js";

/**
 * @typedef {{memory: WebAssembly.Memory, push: (byte: number) => void, ask: () => void}} Exports
 * @typedef {{event: string, data: any}} Told an event, as the server names them
 * @typedef {(what: string, question: object) => void} Ask
 */

/**
 * Starts the module; `tell` gets each event in JSON before a call of the result ends. A worker runs
 * this function, too, so it uses nothing from outside.
 * @param {WebAssembly.Module} module @param {(event: string) => void} tell @returns {Ask}
 */
function start(module, tell) {
    const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
    /** @type {Exports} */
    const exports = /** @type {any} */ (
        new WebAssembly.Instance(module, {
            ludoteka: {
                now: () => performance.now(),
                tell: (/** @type {number} */ at, /** @type {number} */ length) =>
                    tell(decoder.decode(new Uint8Array(exports.memory.buffer, at, length))),
            },
        }).exports
    );
    return (what, question) => {
        for (const byte of encoder.encode(`${what}\n${JSON.stringify(question)}`))
            exports.push(byte);
        exports.ask();
    };
}

/** What a worker runs: its first message is the module, each other one a question. */
const IN_WORKER = `const start = ${start};
onmessage = ({ data: module }) => {
    const ask = start(module, (event) => postMessage(event));
    onmessage = ({ data }) => ask(data.what, data.question);
};`;

/** Answers questions as the server does. */
export class Engine {
    /** @param {string} name the game @param {string} address of the script with the module */
    constructor(name, address) {
        this.name = name;
        this.module = load(address);
        // Whoever asks hears of it.
        this.module.catch(() => {});
        /** @type {Ask | null} */
        this.here = null;
        /** The events of the question that is being answered here. @type {Told[]} */
        this.told = [];
        /** Workers that have nothing to do. @type {Worker[]} */
        this.idle = [];
    }

    /** The answer to a question that takes no time. @param {string} what @param {object} question */
    async answer(what, question) {
        const module = await this.module;
        this.told = [];
        try {
            this.here ??= start(module, (event) => this.told.push(JSON.parse(event)));
            this.here(`${this.name} ${what}`, question);
        } catch (error) {
            // A module that has failed is in no good state.
            this.here = null;
            throw error;
        }
        return /** @type {Told} */ (this.told[0]);
    }

    /**
     * Hears all events about a question, from a worker; ends with the last event.
     * @param {string} what @param {object} question @param {AbortSignal} signal ends the worker
     * @param {(event: Told) => void} heard
     */
    async listen(what, question, signal, heard) {
        const worker = this.idle.pop() ?? (await this.worker());
        await new Promise((done, failed) => {
            const end = () => (worker.terminate(), failed(signal.reason));
            signal.addEventListener("abort", end);
            worker.onerror = () => (worker.terminate(), failed(new Error(what)));
            worker.onmessage = ({ data }) => {
                /** @type {Told} */
                const told = JSON.parse(data);
                if (told.event !== "move" && told.event !== "done" && told.event !== "refused")
                    return heard(told);
                signal.removeEventListener("abort", end);
                this.idle.push(worker);
                heard(told);
                return done(undefined);
            };
            if (signal.aborted) end();
            else worker.postMessage({ what: `${this.name} ${what}`, question });
        });
    }

    async worker() {
        const module = await this.module;
        const address = URL.createObjectURL(new Blob([IN_WORKER], { type: "text/javascript" }));
        const worker = new Worker(address);
        URL.revokeObjectURL(address);
        worker.postMessage(module);
        return worker;
    }
}
