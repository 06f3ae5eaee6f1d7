// @ts-check
/** @file Follows the server's events about recorded games. */

/**
 * Calls `heard` for every event until `heard` returns true. A hidden tab gets no events; when it
 * becomes visible, it gets all changes that it missed.
 * @param {string} address
 * @param {(data: string) => boolean} heard returns true after the last event
 * @param {(isGone: boolean) => void} [told] is told whether the server has stopped answering
 */
export function follow(address, heard, told = () => undefined) {
    /** After an answer that is not a stream, a browser does not ask again by itself. */
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
}
