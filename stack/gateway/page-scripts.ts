// The scripts of a page of documentation: begun with the page, or, where the page has words to read already, after these
// were painted and one after the other (docs/decisions/0490-the-app-starts-behind-the-words.md).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageOfWorkspaces } from './index-page.ts'

interface Chunk {
  file: string
  imports?: string[]
  isEntry?: boolean
}

/** The screens that a page of documentation starts with, and what each of them formats its text with. */
const SCREENS =
  /(app\/shell\/Shell|features\/docs\/routes|features\/docs\/components\/(markdown\/PlainMarkdown|operation\/(OperationSamples|ResponsesSection)))\.tsx$/

export interface Templates {
  /** All scripts are begun with the page. */
  atOnce: string
  /** They are listed, each behind those that it needs, for `first-paint.js` to begin. */
  behind: string
}

/** The app's page in `dir` as documentation begins with it. */
export function documentationTemplates(dir: string): Templates {
  const html = pageOfWorkspaces(dir)
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8'))
  const screens = Object.keys(manifest).filter((key) => SCREENS.test(key))
  const preloads = filesOf(manifest, screens).filter((file) => !html.includes(file))
  const links = preloads.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const entry = Object.keys(manifest).find((key) => key === 'index.html')
  const order = JSON.stringify(
    filesOf(manifest, [...imports(manifest, entry), ...screens, ...(entry ? [entry] : [])]).map(
      (file) => `/${file}`,
    ),
  )
  const list = `<script type="application/json" id="app-scripts">${order}</script>`
  return {
    atOnce: html.replace('</head>', () => `${links.join('')}</head>`),
    behind: html
      .replaceAll(/\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g, '')
      .replace('</body>', () => `${list}</body>`),
  }
}

const imports = (manifest: Record<string, Chunk>, key = '') => manifest[key]?.imports ?? []

/** The files of chunks and of all that they import, each behind those that it imports. */
function filesOf(manifest: Record<string, Chunk>, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    chunk.imports?.forEach(add)
    files.add(chunk.file)
  }
  keys.forEach(add)
  return [...files]
}
