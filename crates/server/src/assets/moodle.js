// @ts-check
/** @file The forms that send Moodle's files, and download what the server makes of them. */

import { encoded } from "./encoded.js";

/** What was told before the page was loaded again. */
const KEPT = "handed-in";

/** Saves a file. @param {string} name @param {string} base64 */
function save(name, base64) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
}

/** Sends the files. @param {HTMLFormElement} form @param {string} deed */
async function send(form, deed) {
    /** @type {Record<string, string>} */
    const body = {};
    for (const [name, file] of new FormData(form)) {
        body[name] = await encoded(/** @type {File} */ (file));
    }
    const answer = await fetch(`${form.dataset["to"]}${deed}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
    });
    const { name, bytes, told, error } = await answer.json();
    if (!answer.ok) return [error];
    if (bytes) save(name, bytes);
    else {
        // The table has other rows now; what was told is told again beside it.
        sessionStorage.setItem(KEPT, JSON.stringify(told));
        location.reload();
    }
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
        form.querySelector("[role=status]")?.replaceChildren(...lines);
    };
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const deed = /** @type {HTMLButtonElement} */ (event.submitter).value;
        send(form, deed).then(tell, (why) => tell([why.message]));
    });
    const kept = sessionStorage.getItem(KEPT);
    const details = form.closest("details");
    if (!kept || !details || !form.elements.namedItem("archive")) return;
    sessionStorage.removeItem(KEPT);
    details.open = true;
    tell(JSON.parse(kept));
}

for (const form of document.querySelectorAll("form")) {
    if (form.classList.contains("moodle")) listen(form);
}
