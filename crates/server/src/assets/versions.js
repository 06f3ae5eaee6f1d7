// @ts-check
/** @file The buttons in the list of versions. */

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
