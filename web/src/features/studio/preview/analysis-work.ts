import { changesByNode, compareBranches, type NodeChange } from '../../../../../analysis/changes/index.ts'
import { type AnalyzedNode, analyze, Branch } from '../../../../../analysis/index.ts'
import type { AnalysedNode } from '../../../shared/ui/node-slot.tsx'
import type { TextFile } from '../language/protocol.ts'
import type {
  AnalysedSlice,
  AnalysisAsk,
  BothStates,
  ShownChanges,
  ShownNodeChange,
  ShownPages,
} from './analysis-protocol.ts'

const MOST_MODELS = 500
const MOST_CHANGES = 1_000
/** Each is handed over as a whole, as it was and as it is. */
const MOST_PAGES = 100
const MOST_MESSAGES = 20
const REWORDED = 'Texts, names or examples differ.'

/** Analyses a slice, or compares two states. */
export function analysed(ask: AnalysisAsk): AnalysedSlice | ShownChanges | ShownPages {
  if (ask.type === 'node') return nodeOf(ask.files, ask.uri)
  return ask.type === 'pages' ? pagesOf(ask) : changesOf(ask)
}

function nodeOf(files: readonly TextFile[], uri: string): AnalysedSlice {
  const { nodes } = analyze(asFiles(files))
  const node = nodes.find((one) => one.uri === uri) ?? nodes.find(({ file }) => uri.startsWith(`/${file}`))
  const models = nodes.filter(({ type }) => type === 'model').slice(0, MOST_MODELS)
  return { node: node ? shown(node) : null, models: models.map(shown) }
}

function shown(node: AnalyzedNode): AnalysedNode {
  const { id, uri, type, slug, name, summary, tags, method, path, version, isInternal, isDeprecated, data } =
    node
  return {
    ...{ id, uri, type, slug, name, summary, tags, isInternal, isDeprecated, data },
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(version !== undefined && { version }),
  }
}

const asFiles = (files: readonly TextFile[]) => files.map(({ path, text }) => ({ path, content: text }))

function pagesOf({ before, now }: BothStates): ShownPages {
  const [from, to] = [new Branch(asFiles(before)), new Branch(asFiles(now))]
  const found = compareBranches(from, to)
  const [were, are] = [pagesIn(from), pagesIn(to)]
  const nodes = changesByNode(found).map(({ uri, changes }) => ({
    uri,
    type: changes[0].node,
    level: changes[0].semver,
    messages: changes.slice(0, MOST_MESSAGES).map(({ message }) => message),
    more: Math.max(0, changes.length - MOST_MESSAGES),
  }))
  const told = new Set(nodes.map(({ uri }) => uri))
  // What clients do not notice, readers see all the same.
  const reworded = [...are].flatMap(([uri, node]) => {
    const was = were.get(uri)
    if (told.has(uri) || !was || JSON.stringify(was) === JSON.stringify(node)) return []
    return [{ uri, type: node.type, level: 'patch', messages: [REWORDED], more: 0 } as const]
  })
  const pages = [...nodes, ...reworded].slice(0, MOST_PAGES).map((page) => {
    const [was, is] = [were.get(page.uri) ?? null, are.get(page.uri) ?? null]
    return { ...page, name: is?.name || was?.name || page.uri, before: was, now: is }
  })
  return { pages, more: found.truncated || nodes.length + reworded.length > MOST_PAGES }
}

/** The nodes that readers have a page or a section of, by URI. */
function pagesIn(branch: Branch): Map<string, AnalysedNode> {
  const { nodes } = analyze(branch)
  const read = nodes.filter(({ type }) => type === 'article' || type === 'model' || type.startsWith('http_'))
  return new Map(read.map((node) => [node.uri, shown(node)]))
}

function changesOf({ before, now }: BothStates): ShownChanges {
  const { semver, changes, truncated } = compareBranches(asFiles(before), asFiles(now))
  const texts = new Map(now.map(({ path, text }) => [path, text]))
  return {
    level: semver,
    counts: countsOf(changes),
    changes: changes.slice(0, MOST_CHANGES).map((change) => shownChange(change, texts)),
    more: truncated || changes.length > MOST_CHANGES,
  }
}

function countsOf(changes: readonly NodeChange[]): ShownChanges['counts'] {
  const counts = { major: 0, minor: 0, patch: 0 }
  for (const { semver } of changes) counts[semver] += 1
  return counts
}

function shownChange(change: NodeChange, texts: ReadonlyMap<string, string>): ShownNodeChange {
  const { semver, group, message, operation, side, place } = change
  const text = texts.get(place.file)
  return {
    level: semver,
    group,
    message,
    subject: operation ? `${operation.method} ${operation.path}` : place.file,
    at: side === 'new' && text !== undefined ? { path: place.file, offset: offsetOf(text, place) } : null,
  }
}

function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  return Math.min(text.length, start + column - 1)
}
