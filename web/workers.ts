// The Studio's workers are entries of the app's own build: what they share with the page, and with each other, is there
// once. Vite would build each apart, with a copy of its own of all it imports.
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** All but the lint worker, which is built apart (web/linter.ts). */
const started = /new URL\('(\.\/(?!lint\.)[\w-]+\.worker\.ts)', import\.meta\.url\)/g
const theirs = /\/src\/features\/studio\//

/** Takes part in builds only; while developing a worker is loaded as it stands. */
export function sharedWorkers(): Plugin {
  return {
    name: 'waymark-shared-workers',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: theirs, code: /\.worker\.ts/ },
      handler(code, id) {
        const from = dirname(id)
        return code.replace(started, (_, path: string) => {
          const reference = this.emitFile({ type: 'chunk', id: join(from, path) })
          return `import.meta.ROLLUP_FILE_URL_${reference}`
        })
      },
    },
  }
}
