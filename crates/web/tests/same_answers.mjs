// Asks a module of WebAssembly questions whose answers are known: `node same_answers.mjs MODULE FILE`.
// Each line of the file is a question and the last event of its answer, in JSON.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const [module, file] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").trim().split("\n");
let last = "";
const { instance } = await WebAssembly.instantiate(readFileSync(module), {
    ludoteka: {
        now: () => performance.now(),
        tell: (at, length) => {
            const { buffer } = instance.exports.memory;
            last = new TextDecoder().decode(new Uint8Array(buffer, at, length));
        },
    },
});
const start = performance.now();
for (const line of lines) {
    const [question, answer] = JSON.parse(line);
    for (const byte of new TextEncoder().encode(question)) instance.exports.push(byte);
    instance.exports.ask();
    assert.deepEqual(JSON.parse(last), JSON.parse(answer), question);
}
console.log(`${lines.length} answers are the same, in ${Math.round(performance.now() - start)} ms`);
