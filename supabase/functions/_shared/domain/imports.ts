// How much may be imported, in one place; the database has the numbers too (private.most_import_bytes and most_import_files), and a test compares.

/** The most that the files of one import may have together, in bytes. */
export const maxImportBytes = 50 * 1024 * 1024

/** The same for people. */
export const maxImportSize = `${maxImportBytes / 1024 / 1024} MB`

/** The most files of an import. */
export const maxImportFiles = 1000

/** What is said of a larger file beside its field. */
export const fileTooLarge = `The file is larger than ${maxImportSize}.`

/** What is said of it where it is all that is said. */
export const importTooLarge = `The file is larger than ${maxImportSize}, which is the most that can be imported.`

/** What is said of larger files together. */
export const filesTooLarge = `The files of an import may have at most ${maxImportSize} together.`
