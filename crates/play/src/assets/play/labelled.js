// @ts-check
/** @file Labels of fields. */

const { html } = ludoteka;

/**
 * A field with its label, and below it what can be written.
 * @param {string} label @param {HTMLElement} field @param {string} [what]
 */
export function labelled(label, field, what) {
    const row = html("label", {}, html("span", {}, label), field);
    if (what) row.append(html("small", {}, what));
    return row;
}
