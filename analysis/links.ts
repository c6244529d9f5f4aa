// Where the links and images of an article lead, as far as they lead to files of the branch.
import { decodedPath, pathFrom } from './paths.ts'

/** A link or an image of an article. */
export interface ArticleLink {
  /** As it is written. */
  written: string
  /** The path in the branch; null when it leads out of it. */
  path: string | null
  line: number
  column: number
}

const LINK =
  /\]\(\s*(?:<([^<>\n]{1,1000})>|((?:[^\s()<>]|\([^\s()<>]{0,1000}\)){1,1000}))|^ {0,3}\[[^\]\n]{1,200}\]:\s*<?([^\s<>]{1,1000})|\b(?:src|href)\s{0,20}=\s{0,20}["']([^"'\n]{1,1000})["']/g
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The links of a Markdown text that name a file; those in code are none. `firstLine` is where the text begins. */
export function linksOf(markdown: string, file: string, firstLine: number): ArticleLink[] {
  const found: ArticleLink[] = []
  let fence = ''
  for (const [index, line] of markdown.split('\n').entries()) {
    const marker = FENCE.exec(line)?.[1]
    if (marker && fence === '') fence = marker
    else if (marker?.startsWith(fence)) fence = ''
    if (marker || fence !== '') continue
    for (const match of withoutCode(line).matchAll(LINK)) {
      const written = match.slice(1).find((part) => part !== undefined) ?? ''
      const path = fileNamed(written, file)
      if (path === undefined) continue
      const column = match.index + match[0].indexOf(written) + 1
      found.push({ written, path, line: firstLine + index, column })
    }
  }
  return found
}

// How far a run of backticks looks for its like: a line of nothing but them must not cost its square.
const MAX_RUNS = 20

function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)]
  let text = ''
  let from = 0
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]
    const later = runs.slice(index + 1, index + 1 + MAX_RUNS)
    const offset = later.findIndex((other) => other[0] === run?.[0])
    const end = later[offset]
    if (!run || !end) continue
    const after = end.index + end[0].length
    text += line.slice(from, run.index) + ' '.repeat(after - run.index)
    from = after
    index += offset + 1
  }
  return text + line.slice(from)
}

// Only what ends like a file is one: "/login" and "#top" are places of the site that shows the article.
function fileNamed(written: string, file: string): string | null | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(written)) return undefined
  const path = decodedPath(written.replace(/[?#].*$/s, ''))
  return /\.(mdx?|markdown|ya?ml|json|png|jpe?g|gif|svg|webp|avif|ico|bmp)(\/.*)?$/is.test(path)
    ? pathFrom(file, path)
    : undefined
}
