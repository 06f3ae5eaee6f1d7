// @ts-check
/**
 * @file The files of a ZIP archive: APPNOTE.TXT 6.3.10 by PKWARE, without encryption, without parts
 * and without ZIP64.
 */

/** @typedef {{path: string, file: Blob}} Named a file, and its path in the folder */

/** No results of a tournament have more files, or more bytes in memory. */
const [MOST_FILES, MOST_BYTES] = [20_000, 2 ** 30];

/** The end of the archive: 22 bytes, and a comment of at most 65,535. */
const END = { signature: 0x06054b50, bytes: 22, comment: 65_535 };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };

/** @param {Blob} blob */
const viewOf = async (blob) => new DataView(await blob.arrayBuffer());

/**
 * The files of an archive, without folders. Throws if it is none, or too large.
 * @param {Blob} archive @returns {Promise<Named[]>}
 */
export async function unzipped(archive) {
    const { count, at, size } = await lastRecord(archive);
    const list = await viewOf(archive.slice(at, at + size));
    /** @type {Named[]} */
    const files = [];
    let [place, bytes] = [0, 0];
    for (let i = 0; i < count; i++) {
        const entry = readEntry(list, place);
        place += entry.length;
        bytes += entry.size;
        if (bytes > MOST_BYTES) throw new Error("the archive is too large");
        if (!entry.path.endsWith("/"))
            files.push({ path: entry.path, file: await content(archive, entry) });
    }
    return files;
}

/** What the end of the archive says about the list of its files. @param {Blob} archive */
async function lastRecord(archive) {
    const tail = await viewOf(archive.slice(-(END.bytes + END.comment)));
    for (let at = tail.byteLength - END.bytes; at >= 0; at--) {
        if (tail.getUint32(at, true) !== END.signature) continue;
        const count = tail.getUint16(at + 10, true);
        if (count > MOST_FILES) break;
        return { count, size: tail.getUint32(at + 12, true), at: tail.getUint32(at + 16, true) };
    }
    throw new Error("it is no ZIP archive of results");
}

/** @param {DataView} list @param {number} at */
function readEntry(list, at) {
    if (list.getUint32(at, true) !== ENTRY.signature) throw new Error("the archive is damaged");
    const [name, extra, comment] = [28, 30, 32].map((field) => list.getUint16(at + field, true));
    const path = new Uint8Array(list.buffer, at + ENTRY.bytes, name);
    return {
        path: new TextDecoder().decode(path),
        method: list.getUint16(at + 10, true),
        packed: list.getUint32(at + 20, true),
        size: list.getUint32(at + 24, true),
        begins: list.getUint32(at + 42, true),
        length: ENTRY.bytes + (name ?? 0) + (extra ?? 0) + (comment ?? 0),
    };
}

/** @param {Blob} archive @param {ReturnType<typeof readEntry>} entry @returns {Promise<Blob>} */
async function content(archive, { path, method, packed, size, begins }) {
    const local = await viewOf(archive.slice(begins, begins + LOCAL.bytes));
    if (local.getUint32(0, true) !== LOCAL.signature) throw new Error("the archive is damaged");
    const from = begins + LOCAL.bytes + local.getUint16(26, true) + local.getUint16(28, true);
    const data = archive.slice(from, from + packed);
    if (method === 0) return data;
    if (method !== 8) throw new Error(`${path} is packed in an unknown way`);
    const unpacked = data.stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(unpacked.pipeThrough(atMost(size))).blob();
}

/** Lets so many bytes through, and fails if there are more. @param {number} size */
function atMost(size) {
    let left = size;
    return new TransformStream({
        transform(part, out) {
            left -= part.length;
            if (left < 0) throw new Error("a file is longer than the archive says");
            out.enqueue(part);
        },
    });
}
