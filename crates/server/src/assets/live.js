// @ts-check
/** @file The page of recorded games, while games are played: follows what the server tells. */

/**
 * @typedef {{games: number, progress: string, newest: [number, string | null, string][],
 *   over: boolean, cells?: [number, number, number, string][],
 *   tables?: [string, string[][]][]}} News
 * Changed cells by table, row and column, or all tables with their headings.
 */

(() => {
    "use strict";

    /** After an answer that is no stream a browser does not ask again by itself. */
    const AGAIN_MS = 5000;

    const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-follow]"));
    if (main === null) return;
    /** @param {string} id */
    const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

    let address = main.dataset["follow"] ?? "";
    let isOver = false;
    /** @type {EventSource | null} */
    let source = null;
    let again = 0;

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

    /** @param {News["newest"][number]} game */
    function listed([number, players, about]) {
        const told = made("span", about);
        told.className = "quiet";
        const item = made("li");
        item.setAttribute("value", String(number));
        if (players === null) item.append(told);
        else {
            const link = made("a", players);
            link.setAttribute("href", `/games/${number}`);
            item.append(link, " ", told);
        }
        return item;
    }

    /** @param {News} news */
    function show({ progress, newest, over, cells, tables }) {
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
        const focused = document.activeElement?.getAttribute("href");
        const list = /** @type {HTMLElement} */ (element("newest").querySelector("ol"));
        list.replaceChildren(...newest.map(listed));
        if (focused)
            /** @type {HTMLElement | null} */ (list.querySelector(`a[href="${focused}"]`))?.focus();
        element("newest").hidden = newest.length === 0;
        isOver = over;
    }

    function close() {
        clearTimeout(again);
        source?.close();
        source = null;
    }

    function follow() {
        close();
        if (document.hidden || isOver) return;
        const opened = new EventSource(address);
        source = opened;
        const heard = (/** @type {MessageEvent<string>} */ event) => {
            element("follow-state").hidden = true;
            address = address.replace(/=.*/, `=${event.lastEventId}`);
            show(JSON.parse(event.data));
            if (isOver) close();
        };
        opened.addEventListener("update", heard);
        opened.addEventListener("snapshot", heard);
        opened.addEventListener("open", () => (element("follow-state").hidden = true));
        opened.addEventListener("error", () => {
            if (source !== opened) return;
            element("follow-state").hidden = false;
            element("follow-state").textContent = element("follow-state").dataset["gone"] ?? "";
            if (opened.readyState === EventSource.CLOSED) again = setTimeout(follow, AGAIN_MS);
        });
    }

    document.addEventListener("visibilitychange", follow);
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => {
        if (event.persisted) follow();
    });
    follow();
})();
