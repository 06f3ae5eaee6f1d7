// @ts-check
/** @file Tables that a click on a heading sorts, and that show the rows that are looked for. */

/** The text of a cell by which rows are sorted. @param {HTMLTableCellElement | undefined} cell */
const textOf = (cell) => cell?.dataset["by"] ?? cell?.textContent?.trim() ?? "";

/** A text as it is looked for: without marks, so that "lukasz" finds Łukasz. @param {string} text */
const plain = (text) =>
    text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ł", "l");

/** Numbers come before texts, and texts before empty cells. @param {string} one @param {string} other */
function compare(one, other) {
    const [a, b] = [one, other].map((text) => Number.parseFloat(text.replace(",", ".")));
    const rank = (/** @type {string} */ text, /** @type {number | undefined} */ number) =>
        text === "" || text === "–" ? 2 : Number.isNaN(number) ? 1 : 0;
    const ranks = rank(one, a) - rank(other, b);
    const numbers = (a ?? 0) - (b ?? 0);
    return ranks || numbers || one.localeCompare(other, document.documentElement.lang);
}

/** A table whose rows can be sorted. */
class Sortable {
    /** @param {HTMLTableElement} table */
    constructor(table) {
        this.body = /** @type {HTMLTableSectionElement} */ (table.tBodies[0]);
        this.headings = [...(table.tHead?.rows[0]?.cells ?? [])];
        this.headings.forEach((heading, column) => {
            if (heading.textContent === "") return;
            const button = document.createElement("button");
            button.type = "button";
            button.append(...heading.childNodes);
            heading.append(button);
            // The button is for the keyboard; a click anywhere in the heading sorts.
            heading.addEventListener("click", () => this.sort(heading, column));
        });
    }

    /** Sorts by a column; the other way round if it is sorted by it already.
     * @param {HTMLTableCellElement} by @param {number} column */
    sort(by, column) {
        const isUp = by.ariaSort !== "ascending";
        const rows = [...this.body.rows].sort((one, other) => {
            const [a, b] = [one, other].map((row) => textOf(row.cells[column]));
            return compare(a ?? "", b ?? "") * (isUp ? 1 : -1);
        });
        this.body.append(...rows);
        for (const heading of this.headings) heading.ariaSort = null;
        by.ariaSort = isUp ? "ascending" : "descending";
    }
}

/** The fields that choose which rows of a table are shown. */
class Sieve {
    /** @param {HTMLFormElement} form @param {HTMLTableElement} table */
    constructor(form, table) {
        this.form = form;
        this.rows = [...(table.tBodies[0]?.rows ?? [])];
        form.hidden = false;
        form.addEventListener("input", () => this.sift());
        form.addEventListener("submit", (event) => event.preventDefault());
        // A browser fills the fields in again when somebody comes back.
        this.sift();
    }

    sift() {
        const fields = new FormData(this.form);
        const [wanted, kind] = ["text", "kind"].map((name) => String(fields.get(name) ?? ""));
        const words = plain(wanted ?? "").split(/\s+/);
        for (const row of this.rows) {
            const cells = [...row.cells].filter((cell) => !cell.matches("[data-unsought]"));
            const text = plain(cells.map((cell) => cell.textContent).join(" "));
            const isKind = !kind || (row.dataset["kinds"] ?? "").split(" ").includes(kind);
            row.hidden = !isKind || !words.every((word) => text.includes(word));
        }
        const shown = this.rows.filter((row) => !row.hidden).length;
        const count = this.form.querySelector("output");
        if (count) count.value = `${shown} / ${this.rows.length}`;
    }
}

for (const table of document.querySelectorAll("table.sortable"))
    new Sortable(/** @type {HTMLTableElement} */ (table));
for (const form of document.querySelectorAll("form.sieve")) {
    const table = form.parentElement?.querySelector("table");
    if (form instanceof HTMLFormElement && table) new Sieve(form, table);
}
