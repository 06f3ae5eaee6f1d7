// @ts-check
/** @file The files that somebody drops on a page or chooses: a folder, an archive, or single files. */

import { unzipped } from "./zip.js";

/** @import { Named } from "./zip.js" */

/** Files with their paths in the folder that was chosen. @param {Iterable<File>} files */
async function chosen(files) {
    const all = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    const [only] = all;
    const isArchive = all.length === 1 && only !== undefined && /\.zip$/i.test(only.path);
    return inOneFolder(isArchive ? await unzipped(only.file) : all);
}

/** @param {DataTransfer} transfer */
async function dropped(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
    const folder = entries.find((entry) => entry?.isDirectory);
    if (!folder) return chosen(transfer.files);
    /** @type {Named[]} */
    const files = [];
    await walk(/** @type {FileSystemDirectoryEntry} */ (folder), "", files);
    return files;
}

/** @param {FileSystemDirectoryEntry} folder @param {string} path @param {Named[]} files */
async function walk(folder, path, files) {
    const reader = folder.createReader();
    for (;;) {
        /** @type {FileSystemEntry[]} */
        const some = await new Promise((done, failed) => reader.readEntries(done, failed));
        if (some.length === 0) return;
        for (const entry of some) {
            const at = `${path}${entry.name}`;
            if (entry.isDirectory)
                await walk(/** @type {FileSystemDirectoryEntry} */ (entry), `${at}/`, files);
            else files.push({ path: at, file: await fileOf(entry) });
        }
    }
}

/** @param {FileSystemEntry} entry @returns {Promise<File>} */
const fileOf = (entry) =>
    new Promise((done, failed) => /** @type {FileSystemFileEntry} */ (entry).file(done, failed));

/** The same files without the folder in which all of them lie. @param {Named[]} files */
function inOneFolder(files) {
    const first = files[0]?.path.split("/")[0] ?? "";
    const areInside = files.every(({ path }) => path.startsWith(`${first}/`));
    if (!areInside) return files;
    return files.map(({ path, file }) => ({ path: path.slice(first.length + 1), file }));
}

export const given = { chosen, dropped };
