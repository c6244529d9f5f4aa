/** The origin of the script, whichever page it is on. */
export const scriptOrigin = new URL(import.meta.url).origin
