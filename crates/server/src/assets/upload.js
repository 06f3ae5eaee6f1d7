// @ts-check
/** @file The form on which a program is handed over: dropped, chosen or pasted. */

import { encoded } from "./encoded.js";

/** A file and its name or path. @typedef {[string, File]} Named */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The files below a dropped file or folder. @param {FileSystemEntry} entry */
async function below(entry) {
    /** @type {Named[]} */
    const files = [];
    if (entry.isFile) {
        const one = /** @type {FileSystemFileEntry} */ (entry);
        /** @type {File} */
        const file = await new Promise((done, fail) => one.file(done, fail));
        files.push([entry.fullPath.replace(/^\//, ""), file]);
        return files;
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (;;) {
        // A reader gives a part of a large folder at a time, and nothing at its end.
        /** @type {FileSystemEntry[]} */
        const some = await new Promise((done, fail) => reader.readEntries(done, fail));
        if (some.length === 0) return files;
        for (const inner of some) files.push(...(await below(inner)));
    }
}

/**
 * The files of a dropped item. Not every browser says whether an item is a folder.
 * @param {DataTransferItem} item @returns {Promise<Named[]>}
 */
async function dropped(item) {
    const entry = item.webkitGetAsEntry?.();
    const file = item.getAsFile();
    if (entry) return below(entry);
    return file === null ? [] : [[file.name, file]];
}

/** What was pasted, as a file. @param {string} source @param {string} ending @returns {Named} */
function pasted(source, ending) {
    // Java wants a public class in a file of its name.
    const named = /public\s+(?:final\s+)?class\s+(\w+)/.exec(source)?.[1];
    const name = `${ending === "java" && named !== undefined ? named : "main"}.${ending}`;
    return [name, new File([source], name)];
}

/** The form of a game. */
class UploadForm {
    /** @param {HTMLFormElement} form */
    constructor(form) {
        this.form = form;
        /** The files that were dropped or chosen. @type {Named[]} */
        this.chosen = [];
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            const button = /** @type {HTMLButtonElement} */ (part("test"));
            button.disabled = true;
            this.send()
                .catch((why) => this.complain(why.message))
                .finally(() => (button.disabled = false));
        });
        for (const id of ["files", "folder"]) this.listenTo(id);
        this.listenToDrops(part("drop"));
    }

    /** Takes the files that are chosen in a field. @param {string} id */
    listenTo(id) {
        const input = /** @type {HTMLInputElement} */ (part(id));
        input.addEventListener("change", () => {
            const files = [...(input.files ?? [])];
            this.choose(files.map((file) => [file.webkitRelativePath || file.name, file]));
        });
    }

    /** Takes files that are dropped anywhere on the page. @param {HTMLElement} place */
    listenToDrops(place) {
        addEventListener("dragover", (event) => {
            event.preventDefault();
            place.classList.add("over");
        });
        addEventListener("dragleave", () => place.classList.remove("over"));
        addEventListener("drop", (event) => {
            event.preventDefault();
            place.classList.remove("over");
            Promise.all([...(event.dataTransfer?.items ?? [])].map(dropped))
                .then((files) => this.choose(files.flat()))
                .catch((why) => this.complain(why.message));
        });
    }

    /** @param {Named[]} files */
    choose(files) {
        this.chosen = files;
        const names = files.slice(0, 8).map(([name]) => name);
        part("chosen").textContent = names.join(", ") + (files.length > 8 ? " …" : "");
        this.complain("");
    }

    /** @param {string} why */
    complain(why) {
        part("complaint").hidden = why === "";
        part("complaint").textContent = why;
    }

    /** The program: what was pasted, or what was dropped or chosen. */
    program() {
        const source = /** @type {HTMLTextAreaElement} */ (part("source")).value;
        const ending = /** @type {HTMLSelectElement} */ (part("language")).value;
        return source.trim() === "" ? this.chosen : [pasted(source, ending)];
    }

    /** Sends the program, and goes to the page of its trial. */
    async send() {
        const fields = new FormData(this.form);
        const set = [...fields].filter(([name, value]) => name !== "role" && value !== "");
        // In a class the page has no fields for the role and the board.
        const role = fields.get("role");
        const chosen = role === null ? {} : { role, set: Object.fromEntries(set) };
        const person = this.form.dataset["person"];
        const program = this.program();
        const files = await Promise.all(
            program.map(async ([name, file]) => [name, await encoded(file)]),
        );
        const answer = await fetch(`/api/${this.form.dataset["training"]}/test`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ ...chosen, person, files }),
        });
        const { trial, error } = await answer.json();
        if (!answer.ok) throw new Error(error);
        location.assign(`/trials/${trial}`);
    }
}

new UploadForm(/** @type {HTMLFormElement} */ (part("upload")));
