// Which files the Studio's service worker keeps: all that the Studio needs to start and to work, of this build.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** What the Studio begins with. */
const entries = /\/src\/(app\/(main|shell\/Shell|StudioScreen)\.tsx|features\/studio\/.*\.worker\.ts)$/
/** What is loaded later and belongs to it; pages of others do not. */
const later =
  /\/src\/(features\/studio\/|shared\/data\/|app\/[\w-]+\.tsx?$|app\/shell\/|features\/docs\/components\/(AnalysedNode|WrittenMarkdown)\.tsx$)/

/** Writes `studio-worker.js`, whose address stays the same, with the files of this build in it. */
export function shellCache(): Plugin {
  let root = ''
  return {
    name: 'waymark-shell-cache',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async writeBundle({ dir }, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file] as const] : [],
        ),
      )
      const files = ['/favicon.svg', '/first-paint.js', ...filesOf(chunks).map((file) => `/${file}`)]
      const script = await readFile(join(root, 'service-worker.js'), 'utf8')
      const cacheName = `waymark-studio-${createHash('sha256').update(files.join()).update(script).digest('hex').slice(0, 16)}`
      const head = `const cacheName = ${JSON.stringify(cacheName)}\nconst files = ${JSON.stringify(files)}\n`
      await writeFile(resolve(root, dir ?? 'dist', 'studio-worker.js'), `${head}${script}`)
    },
  }
}

/** Chunks and styles, in a steady order. */
function filesOf(chunks: ReadonlyMap<string, Chunk>): string[] {
  const all = [...chunks.values()]
  const waiting = all.filter(({ facadeModuleId }) => entries.test(facadeModuleId ?? ''))
  const main = all.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('index.html'))
  if (main) waiting.push(main)
  const found = new Set<string>()
  const styles = new Set<string>()
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (found.has(chunk.fileName)) continue
    found.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    const next = [
      ...chunk.imports,
      ...chunk.dynamicImports.filter((file) => later.test(chunks.get(file)?.facadeModuleId ?? '')),
    ]
    waiting.push(...next.flatMap((file) => chunks.get(file) ?? []))
  }
  return [...found, ...styles].sort()
}
