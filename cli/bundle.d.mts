/** Where the package's sources are. */
export const here: string
/** Writes `main.mjs` and `licenses.md` into a folder. */
export function bundle(outDir: string): Promise<void>
