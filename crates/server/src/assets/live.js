// @ts-check
/** @file The page of recorded games, which follows the server's events while games are played. */

/**
 * @typedef {[number, string | null, string, number?, boolean?]} Listed
 * @typedef {{games: number, progress: string, newest: Listed[], running: Listed[],
 * over: boolean, published: boolean, cells?: [number, number, number, string][],
 * tables?: [string, string[][]][]}} News
 * News has the changed cells by table, row and column, or all tables with their headings.
 */

(() => {
    "use strict";

    const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-follow]"));
    if (main === null) return;
    /** @param {string} id */
    const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

    /** @param {string} name @param {...(Node | string)} children */
    function made(name, ...children) {
        const node = document.createElement(name);
        node.append(...children);
        return node;
    }

    /** @param {string} heading @param {string[][]} rows */
    function table(heading, rows) {
        const lines = rows.map((row, r) =>
            made(
                "tr",
                ...row.map((text) => {
                    const cell = made(r === 0 ? "th" : "td", text);
                    if (r === 0) cell.setAttribute("scope", "col");
                    return cell;
                }),
            ),
        );
        const wide = made("div", made("table", ...lines));
        wide.className = "wide";
        wide.tabIndex = 0;
        wide.setAttribute("role", "region");
        wide.setAttribute("aria-label", heading);
        return made("section", made("h2", heading), wide);
    }

    /**
     * The entry of a game in progress also says how many moves the game has, and whether it is
     * over.
     * @param {Listed} game
     */
    function listed([number, players, about, moves, isOver]) {
        const told = made("span", about);
        told.className = "quiet";
        const item = made("li");
        item.setAttribute("value", String(number));
        if (players === null) item.append(told);
        else {
            const link = made("a", players);
            link.setAttribute("href", `/games/${number}${isOver ? `#m=${moves}` : ""}`);
            item.append(link, " ", told);
        }
        return item;
    }

    /** @param {News} news */
    function show({ progress, running, newest, published, cells, tables }) {
        if (element("progress").textContent !== progress)
            element("progress").textContent = progress;
        if (tables)
            element("tables").replaceChildren(
                ...tables.map(([heading, rows]) => table(heading, rows)),
            );
        const drawn = [...element("tables").querySelectorAll("table")];
        for (const [t, r, c, text] of cells ?? []) {
            const cell = drawn[t]?.rows[r]?.cells[c];
            if (cell) cell.textContent = text;
        }
        list("running", running);
        list("newest", newest);
        element("published").hidden = !published;
    }

    /** @param {string} id @param {Listed[]} games */
    function list(id, games) {
        const focused = document.activeElement?.getAttribute("href");
        const items = /** @type {HTMLElement} */ (element(id).querySelector("ol"));
        items.replaceChildren(...games.map(listed));
        if (focused)
            /** @type {HTMLElement | null} */ (
                items.querySelector(`a[href="${focused}"]`)
            )?.focus();
        element(id).hidden = games.length === 0;
    }

    const state = element("follow-state");
    follow(
        main.dataset["follow"] ?? "",
        (data) => {
            /** @type {News} */
            const news = JSON.parse(data);
            show(news);
            return news.over;
        },
        (isGone) => {
            state.hidden = !isGone;
            if (isGone) state.textContent = state.dataset["gone"] ?? "";
        },
    );
})();
