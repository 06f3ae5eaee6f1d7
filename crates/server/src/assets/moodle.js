// @ts-check
/** @file The form that sends Moodle's worksheet, and downloads what the server makes of it. */

import { encoded } from "./encoded.js";

/** Saves a file. @param {string} name @param {string} base64 */
function save(name, base64) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
}

/** Sends the worksheet. @param {HTMLFormElement} form @param {string} deed */
async function send(form, deed) {
    const file = /** @type {File} */ (new FormData(form).get("worksheet"));
    const answer = await fetch(`${form.dataset["to"]}${deed}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ worksheet: await encoded(file) }),
    });
    const { name, bytes, told, error } = await answer.json();
    if (!answer.ok) return [error];
    save(name, bytes);
    return told;
}

/** Listens to the buttons of the form. @param {HTMLFormElement} form */
function listen(form) {
    /** @param {string[]} sentences */
    const tell = (sentences) => {
        const lines = sentences.map((sentence) => {
            const line = document.createElement("p");
            line.textContent = sentence;
            return line;
        });
        document.getElementById("moodle-told")?.replaceChildren(...lines);
    };
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const deed = /** @type {HTMLButtonElement} */ (event.submitter).value;
        send(form, deed).then(tell, (why) => tell([why.message]));
    });
}

listen(/** @type {HTMLFormElement} */ (document.getElementById("moodle")));
