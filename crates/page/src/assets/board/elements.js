// @ts-check
/** @file Texts with gaps, and elements of the page. */

/**
 * @typedef {[string, Record<string, number | string | string[]>]} Message
 * A key, and the values of the gaps in its text.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Reads texts that have one line for each key.
 * @param {...string} texts @returns {Map<string, string>}
 */
export function words(...texts) {
    const known = new Map();
    for (const line of texts.join("\n").split("\n")) {
        const cut = line.indexOf(" = ");
        if (cut > 0 && !line.startsWith(";") && !known.has(line.slice(0, cut))) {
            known.set(line.slice(0, cut), line.slice(cut + 3));
        }
    }
    return known;
}

const plural = new Intl.PluralRules(document.documentElement.lang || "en");

/**
 * A message in words: a gap `{gap}` is replaced by its value, `{gap|one move|other moves}` by the
 * form that fits its number, and `{gap|gen}` by the side's name in this case.
 * @param {Map<string, string>} known @param {Message} message @returns {string}
 */
export function tell(known, [key, filled]) {
    const text = known.get(key) ?? key;
    return text.replace(/\{([^}]*)\}/g, (whole, inside) => {
        const [gap, ...forms] = inside.split("|");
        const value = filled?.[gap];
        if (value === undefined) return whole;
        if (Array.isArray(value)) {
            const [side = ""] = value;
            return known.get(`${side}-${forms[0]}`) ?? known.get(side) ?? side;
        }
        if (typeof value === "string" || forms.length === 0) return String(value);
        // A text that is not translated lacks some forms of other languages.
        for (const form of [plural.select(value), "other"]) {
            const fitting = forms.find((/** @type {string} */ one) => one.startsWith(`${form} `));
            if (fitting !== undefined) return fitting.slice(form.length + 1);
        }
        return String(value);
    });
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes @param {Element} [parent]
 */
export function svg(name, attributes, parent) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    parent?.append(node);
    return node;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes @param {...(Node | string)} children
 */
export function html(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

// A link to the page in another language keeps the fragment of the address, which holds the game.
document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest(".languages a") : null;
    if (link instanceof HTMLAnchorElement) link.hash = location.hash;
});
