// The lint worker is a build of its own, in one file: nothing else loads what it is made of, and it shares no chunk with
// the page or the other workers.
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Rules are strangers': what a message may be made to repeat is bounded, as where they are tried. */
export function boundedMessages(): Plugin {
  return {
    name: 'waymark-bounded-messages',
    enforce: 'pre',
    resolveId(source, importer) {
      const isAsked =
        source === './message' && /spectral-core\/dist\/runner\/utils\/index\.js$/.test(importer ?? '')
      return isAsked ? join(import.meta.dirname, 'linter/spectral-message.ts') : null
    },
  }
}
