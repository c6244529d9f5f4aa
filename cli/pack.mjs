// What `npm pack` needs before it: the command and all that it imports as one file, so that the package has no
// dependencies, and the licences of what is in it. `node pack.mjs clean` takes it away again.
import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const made = ['dist', 'LICENSE'].map((name) => join(here, name))

for (const path of made) rmSync(path, { recursive: true, force: true })
if (process.argv[2] !== 'clean') {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    // Nothing is left to be installed.
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'main.ts',
      outDir: 'dist',
      target: 'node20',
      license: { fileName: 'licenses.md' },
      rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
    },
  })
  copyFileSync(join(here, '../LICENSE'), join(here, 'LICENSE'))
}
