// @ts-check
/** @file The fields of a form write a table of class.toml, which can also be changed by hand. */

/** The part of a contest's table that stands in a table of its own. */
const FINAL = "final.";

/** A word for addresses that has the letters of a title. @param {string} title */
function word(title) {
    const plain = title.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "");
    const dashed = plain
        .toLowerCase()
        .replaceAll("ł", "l")
        .replaceAll(/[^a-z0-9]+/g, "-");
    return dashed.replaceAll(/^-|-$/g, "").slice(0, 40);
}

/** The form. */
class Announcement {
    /** @param {HTMLFormElement} form */
    constructor(form) {
        this.form = form;
        this.text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
        this.name = this.control("name");
        this.isOwnName = false;
        /** What somebody has typed into the table stays. */
        this.isOwnText = false;
        form.addEventListener("input", ({ target }) => {
            if (target === this.text) this.isOwnText = true;
            else this.hear(target);
        });
        this.control("zone").value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
        this.write();
    }

    /** The control of a field. @param {string} key */
    control(key) {
        const found = this.form.querySelector(`[data-key="${key}"] > :is(input, select)`);
        return /** @type {HTMLInputElement | HTMLSelectElement} */ (found);
    }

    /** Takes what was typed into a control. @param {EventTarget | null} target */
    hear(target) {
        if (target === this.name) this.isOwnName = true;
        if (!this.isOwnName) this.name.value = word(this.control("title").value);
        if (!this.isOwnText) this.write();
    }

    /** The keys that are filled in, and their lines. */
    lines() {
        const fields = /** @type {HTMLElement[]} */ ([...this.form.querySelectorAll("[data-key]")]);
        return fields.flatMap((field) => {
            const { key = "", form } = field.dataset;
            const { value } = this.control(key);
            const written = form ? form.replace("$", () => value) : JSON.stringify(value);
            return value === "" ? [] : [{ key, line: `${key.replace(FINAL, "")} = ${written}` }];
        });
    }

    /** Writes the table anew. */
    write() {
        const { table } = this.form.dataset;
        const lines = this.lines();
        const isLast = (/** @type {{ key: string }} */ { key }) => key.startsWith(FINAL);
        const last = lines.filter(isLast);
        const own = lines.filter((one) => !isLast(one));
        const whole = [`[[${table}]]`, ...own.map(({ line }) => line)];
        if (last.length > 0) whole.push("", `[${table}.final]`, ...last.map(({ line }) => line));
        this.text.value = whole.join("\n") + "\n";
    }
}

new Announcement(/** @type {HTMLFormElement} */ (document.querySelector("form[data-table]")));
