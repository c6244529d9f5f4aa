// The command and all that it imports as one file, so that the package has no dependencies, and the licences of what is
// in it.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the package's sources are. */
export const here = dirname(fileURLToPath(import.meta.url))

/** Writes `main.mjs` and `licenses.md` into a folder. */
export async function bundle(outDir) {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    // Nothing is left to be installed.
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'main.ts',
      outDir,
      emptyOutDir: true,
      target: 'node20',
      license: { fileName: 'licenses.md' },
      rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
    },
  })
}
