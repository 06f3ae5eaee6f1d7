// @ts-check
/** @file Files as text, for requests in JSON. */

/** The bytes of a file in base64. @param {File} file @returns {Promise<string>} */
export const encoded = (file) =>
    new Promise((done, fail) => {
        const reader = new FileReader();
        reader.onload = () => done(String(reader.result).replace(/^[^,]*,?/, ""));
        reader.onerror = () => fail(new Error(`${file.name}: ${reader.error?.message}`));
        reader.readAsDataURL(file);
    });
