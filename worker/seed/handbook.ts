// The handbook of the demo is docs/ of this repository: what is read there is found by search here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from './files.ts'

const DOCS = join(import.meta.dirname, '../../docs')
/** Not for who uses, administers or runs it: why it is built so, and what it promises to those who build it. */
const LEFT_OUT = new Set(['benchmarks.md', 'contract.md', 'security.md'])

/** The articles of docs/ and their table of contents, questions first. */
export function handbook(): Files {
  const answers = articlesIn('handbook')
  const references = articlesIn('').filter(({ path }) => !LEFT_OUT.has(path))
  const known = new Set([...answers, ...references].map(({ path }) => path))
  const files: Files = new Map(
    [...answers, ...references].map(({ path, text }) => [
      `docs/${path}`,
      Buffer.from(withoutLost(path, text, known)),
    ]),
  )
  const toc = {
    items: [...section('How to', answers), ...section('In depth', references)],
  }
  return files.set('toc.json', Buffer.from(JSON.stringify(toc)))
}

interface Article {
  path: string
  text: string
}

function articlesIn(folder: string): Article[] {
  return readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const path = folder ? `${folder}/${name}` : name
      return { path, text: readFileSync(join(DOCS, path), 'utf8') }
    })
}

function section(title: string, articles: Article[]) {
  const items = articles.map(({ path, text }) => ({
    type: 'item',
    title: titleOf(text),
    uri: `docs/${path}`,
  }))
  return [{ type: 'divider', title }, ...items.sort((one, other) => one.title.localeCompare(other.title))]
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? ''
}

/** Links to files that the handbook does not have keep their words alone. */
function withoutLost(path: string, text: string, known: Set<string>): string {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'
  return text.replace(
    /\[([^\]]+)\]\((?!\w+:|#|\/)([^)#]+)(#[^)]*)?\)/g,
    (link, words: string, target: string) => (known.has(join(folder, target)) ? link : words),
  )
}
