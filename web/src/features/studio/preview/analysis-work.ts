import { compareBranches, type NodeChange } from '../../../../../analysis/changes/index.ts'
import { type AnalyzedNode, analyze } from '../../../../../analysis/index.ts'
import type { AnalysedNode } from '../../../shared/ui/node-slot.tsx'
import type { TextFile } from '../language/protocol.ts'
import type { AnalysedSlice, AnalysisAsk, ShownChanges, ShownNodeChange } from './analysis-protocol.ts'

const MOST_MODELS = 500
const MOST_CHANGES = 1_000

/** Analyses a slice, or compares two states. */
export function analysed(ask: AnalysisAsk): AnalysedSlice | ShownChanges {
  return ask.type === 'node' ? nodeOf(ask.files, ask.uri) : changesOf(ask.before, ask.now)
}

function nodeOf(files: readonly TextFile[], uri: string): AnalysedSlice {
  const { nodes } = analyze(files.map(({ path, text }) => ({ path, content: text })))
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

function changesOf(before: readonly TextFile[], now: readonly TextFile[]): ShownChanges {
  const asFiles = (files: readonly TextFile[]) => files.map(({ path, text }) => ({ path, content: text }))
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
