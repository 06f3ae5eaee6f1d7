// @ts-check
/** @file Follows what the server tells of recorded games. */

/* exported follow */
/**
 * Hears every event until `heard` returns true. Hidden tabs hear nothing, and what they missed when they are seen again.
 * @param {string} address
 * @param {(data: string) => boolean} heard whether nothing more will come
 * @param {(isGone: boolean) => void} [told] whether the server does not answer
 */
var follow = (address, heard, told = () => undefined) => {
    /** After an answer that is no stream a browser does not ask again by itself. */
    const AGAIN_MS = 5000;
    let isOver = false;
    /** @type {EventSource | null} */
    let source = null;
    let again = 0;

    function close() {
        clearTimeout(again);
        source?.close();
        source = null;
    }

    function open() {
        close();
        if (document.hidden || isOver) return;
        const opened = new EventSource(address);
        source = opened;
        const hear = (/** @type {MessageEvent<string>} */ event) => {
            told(false);
            address = address.replace(/=.*/, `=${event.lastEventId}`);
            isOver = heard(event.data);
            if (isOver) close();
        };
        opened.addEventListener("update", hear);
        opened.addEventListener("snapshot", hear);
        opened.addEventListener("open", () => told(false));
        opened.addEventListener("error", () => {
            if (source !== opened) return;
            told(true);
            if (opened.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
        });
    }

    document.addEventListener("visibilitychange", open);
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => {
        if (event.persisted) open();
    });
    open();
};
