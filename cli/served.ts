// The app serves the command line, as what `npx` runs: it always is of the same code as the instance that it pushes to,
// and no registry has to be trusted with a name (docs/decisions/0402-an-instance-serves-its-command-line.md).
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { tarball } from './tarball.ts'

const PATH = 'cli/waymark.tgz'

/** Writes the package into the build of the app; in development it is made when it is asked for. */
export function servedCommandLine(): Plugin {
  let folder = ''
  return {
    name: 'waymark-command-line',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle(error) {
      if (error || this.meta.watchMode) return
      const file = join(folder, PATH)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, await tarball())
    },
    configureServer(server) {
      server.middlewares.use(`/${PATH}`, (_req, res, next) => {
        tarball().then((bytes) => res.setHeader('content-type', 'application/gzip').end(bytes), next)
      })
    },
  }
}
