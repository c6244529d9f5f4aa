// Parts of packages in place of the whole, in what browsers load (docs/decisions/0285-what-the-studio-weighs.md).
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** By who asks: which modules another file of `lean/` stands in for. */
const parts: { importer: RegExp; modules: Record<string, string> }[] = [
  {
    importer: /node_modules\/@stoplight\/(http-spec|json)\//,
    modules: {
      lodash: 'lodash.js',
      '@stoplight/json': 'stoplight-json.js',
      tslib: 'tslib.js',
      'fnv-plus': 'fnv-plus.js',
      'safe-stable-stringify': 'unused.js',
    },
  },
  // The Studio reads YAML by its plainest schema (editing/yaml/read.ts), and writes it by itself.
  {
    importer: /node_modules\/yaml\/browser\/dist\//,
    modules: {
      './tags.js': 'yaml-tags.js',
      '../stringify/stringify.js': 'yaml-writing.js',
      '../stringify/stringifyCollection.js': 'yaml-writing.js',
      '../stringify/stringifyDocument.js': 'yaml-writing.js',
      '../stringify/stringifyPair.js': 'yaml-writing.js',
      '../stringify/stringifyString.js': 'yaml-writing.js',
      '../../stringify/stringifyString.js': 'yaml-writing.js',
    },
  },
  // The theme's buttons have no ripples (web/src/app/theme-components.ts).
  {
    importer: /node_modules\/@mui\/material\/ButtonBase\//,
    modules: { './TouchRipple.mjs': 'no-ripple.js' },
  },
  // For `withTheme`, which nobody calls.
  { importer: /node_modules\/@emotion\/react\//, modules: { 'hoist-non-react-statics': 'unused.js' } },
]

const require = createRequire(import.meta.url)

/** What a package has for releases and does not name in its `exports`: the router's without its warnings to developers. */
const released: Record<string, string> = {
  'react-router': join(dirname(require.resolve('react-router')), '../production/index.mjs'),
  'react-router/dom': join(dirname(require.resolve('react-router')), '../production/dom-export.mjs'),
}

/** What is asked of a package in part is had in part. */
export function lean(): Plugin {
  return {
    name: 'waymark-lean',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined) return null
      if (Object.hasOwn(released, source)) return released[source]
      const file = parts.find((part) => part.importer.test(importer))?.modules[source]
      return file === undefined ? null : join(import.meta.dirname, 'lean', file)
    },
  }
}
