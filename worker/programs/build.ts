// `node worker/programs/build.ts` makes one file of each of the worker's programs, unless that is done.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { madeName, programs } from './find.ts'
import { folderOfSources, MADE, WORKER } from './sources.ts'

// A worker that runs one touches its folder (make.ts); no build takes an hour.
const UNUSED_MS = 30 * 86_400_000
const HOUR_MS = 3_600_000

const folder = folderOfSources()
if (!existsSync(folder)) await make()
removeUnused()

async function make(): Promise<void> {
  // Beside its place first: whoever starts a program meanwhile starts its source.
  const making = join(MADE, `making-${process.pid}`)
  try {
    await build({
      configFile: false,
      root: WORKER,
      logLevel: 'warn',
      // TypeScript is what a reader of settings would read settings in TypeScript with: the queue has none.
      ssr: { noExternal: true, external: ['typescript'], target: 'node' },
      build: {
        ssr: true,
        outDir: making,
        target: 'node22',
        minify: false,
        rolldownOptions: {
          input: programs.map((name) => join(WORKER, name)),
          output: {
            entryFileNames: ({ facadeModuleId }) =>
              programs.filter((name) => facadeModuleId?.endsWith(`/${name}`)).map(madeName)[0] ??
              '[name].mjs',
            chunkFileNames: '[name]-[hash].mjs',
          },
        },
      },
    })
    // Sources that were edited meanwhile are in it in part.
    if (folderOfSources() === folder) renameSync(making, folder)
  } catch (error) {
    // Another worker was quicker.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

function removeUnused(): void {
  for (const name of existsSync(MADE) ? readdirSync(MADE) : []) {
    const path = join(MADE, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > (name.startsWith('making-') ? HOUR_MS : UNUSED_MS))
      rmSync(path, { recursive: true, force: true })
  }
}
