// `node worker/programs/build.ts` makes one file of each of the worker's programs, unless that is done.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { madeName, programs } from './find.ts'
import { madeFolder, WORKER } from './sources.ts'

const folder = madeFolder()
if (!existsSync(folder)) await make()

async function make(): Promise<void> {
  // Beside its place first: whoever starts a program meanwhile starts its sources.
  const making = join(WORKER, `dist/making-${process.pid}`)
  try {
    await build({
      configFile: false,
      root: WORKER,
      logLevel: 'warn',
      ssr: { noExternal: true, target: 'node' },
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
    renameSync(making, folder)
  } catch (error) {
    // Another worker was quicker.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  for (const name of readdirSync(dirname(folder)))
    if (name !== basename(folder) && !name.startsWith('making-'))
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
}
