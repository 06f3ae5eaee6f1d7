// @ts-check
/** @file The buttons of a person's page, and of the list of versions. */

for (const button of document.querySelectorAll("button[data-deed='current']"))
    button.addEventListener("click", async () => {
        const { version } = /** @type {HTMLElement} */ (button).dataset;
        const answer = await fetch(`/api/versions/${version}/current`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: "{}",
        });
        if (answer.ok) location.reload();
    });

for (const button of document.querySelectorAll("button[data-deed='forget']"))
    button.addEventListener("click", async () => {
        const { person, question } = /** @type {HTMLElement} */ (button).dataset;
        if (!confirm(question)) return;
        const answer = await fetch(`/api/people/${person}/forget`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: "{}",
        });
        if (answer.ok) return location.assign("/people");
        const complaint = /** @type {HTMLElement} */ (document.getElementById("complaint"));
        complaint.textContent = (await answer.json()).error;
        complaint.hidden = false;
    });
