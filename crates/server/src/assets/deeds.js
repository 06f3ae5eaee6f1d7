// @ts-check
/** @file Buttons and forms that ask the server to change something. */

/** The line after a button or a form that says why nothing has changed. @param {HTMLElement} by */
function complaint(by) {
    const next = by.nextElementSibling;
    if (next instanceof HTMLElement && next.role === "alert") return next;
    const line = document.createElement("p");
    line.className = "complaint";
    line.role = "alert";
    by.after(line);
    return line;
}

/** Sends what the fields of a form have to the address in `data-post`. @param {HTMLElement} by */
async function ask(by) {
    const { question } = by.dataset;
    if (question && !confirm(question)) return;
    const fields = by instanceof HTMLFormElement ? Object.fromEntries(new FormData(by)) : {};
    const answer = await fetch(by.dataset["post"] ?? "", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fields),
    });
    const { to, error } = answer.status === 204 ? {} : await answer.json();
    if (!answer.ok) throw new Error(error);
    // The address of a link leaves the history, too.
    if (to) location.replace(to);
    else location.reload();
}

for (const by of document.querySelectorAll("[data-post]")) {
    if (!(by instanceof HTMLElement)) continue;
    by.addEventListener(by instanceof HTMLFormElement ? "submit" : "click", (event) => {
        event.preventDefault();
        ask(by).catch((why) => (complaint(by).textContent = why.message));
    });
}
