// The script of <waymark-docs> is built beside the app: for pages on other origins, so that its parts name each other by
// relative addresses, and apart, so that neither makes the other larger.
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Manifest, type Plugin } from 'vite'

const entry = 'src/embed/index.ts'

// The same components on a smaller runtime: React's own would be a third of what other people's pages load
// (docs/decisions/0210-the-embedded-element-runs-on-preact.md).
const runtime = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react\/(jsx-(?:dev-)?runtime)$/, replacement: 'preact/$1' },
]

/** Builds it into `assets/embed`, where addresses hold for ever, and writes `embed.js`, whose address stays the same. */
export function embed(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'waymark-embed',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      const outDir = join(folder, 'assets/embed')
      await build({
        configFile: false,
        root,
        base: './',
        logLevel: 'warn',
        publicDir: false,
        plugins: [react()],
        resolve: { alias: runtime },
        build: {
          outDir,
          emptyOutDir: true,
          manifest: 'manifest.json',
          target: 'es2023',
          modulePreload: false,
          reportCompressedSize: false,
          rolldownOptions: {
            input: entry,
            output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
          },
        },
      })
      const manifest = JSON.parse(await readFile(join(outDir, 'manifest.json'), 'utf8')) as Manifest
      const script = manifest[entry]
      if (!script) throw new Error(`The build has no chunk for ${entry}`)
      await writeFile(join(folder, 'embed.js'), `import './assets/embed/${script.file}'\n`)
    },
  }
}
