import { shortHash } from './hash.ts'
import { own, ownObject } from './json.ts'
import type { RefResolver } from './refs.ts'
import type { FoundRef, SchemaConverter } from './schema/converter.ts'
import { clip, slugify } from './text.ts'
import type { AnalyzedEdge, AnalyzedNode, Diagnostic, JsonObject } from './types.ts'

/** A node before it has its place and its slug. */
export type NodeDraft = Omit<AnalyzedNode, 'slug' | 'position'> & { stableId: string }

/** What every part of one analysis works with. */
export interface Workshop {
  resolver: RefResolver
  converter: SchemaConverter
  diagnostics: Diagnostic[]
  /** URIs of all models, known before the first is described. */
  modelUris: Set<string>
  drafts: NodeDraft[]
  edges: AnalyzedEdge[]
}

/** The id that survives a rename: `x-stoplight.id` where the author has one, else a hash of the URI. */
export function stableIdOf(source: JsonObject, uri: string): string {
  return validId(own(ownObject(source, 'x-stoplight') ?? {}, 'id')) ?? shortHash(uri)
}

/** An id that may stand in a URL, or undefined. */
export function validId(id: unknown): string | undefined {
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : undefined
}

/** Edges to what a node refers to, each target once. */
export function addRefEdges(workshop: Workshop, from: string, refs: FoundRef[]): void {
  const seen = new Set<string>()
  for (const { to, path } of refs) {
    if (seen.has(to) || !workshop.modelUris.has(to)) continue
    seen.add(to)
    workshop.edges.push({ type: 'ref', from, to, path })
  }
}

// What names a node is indexed, and an index takes no more (a third of a page of Postgres).
const MAX_URI_BYTES = 2_000

/** Leaves out the nodes, and the edges to them, whose path or name is too long to be kept; each with a warning. */
export function leaveOutOverlong(workshop: Workshop): void {
  const isOverlong = (uri: string) => uri.length > MAX_URI_BYTES / 3 && bytesOf(uri) > MAX_URI_BYTES
  const overlong = workshop.drafts.filter(({ uri }) => isOverlong(uri))
  if (overlong.length === 0) return
  workshop.drafts = workshop.drafts.filter(({ uri }) => !isOverlong(uri))
  workshop.edges = workshop.edges.filter(({ from, to }) => !isOverlong(from) && !isOverlong(to))
  for (const { uri, path, name, parentUri } of overlong) {
    const title = clip(path ?? name, 80)
    workshop.diagnostics.push({
      severity: 'warning',
      code: 'name-too-long',
      message: `"${title}" was left out: its path or name is longer than 2,000 bytes.`,
      file: (parentUri ?? uri).slice(1),
    })
  }
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Gives every draft its slug, unique in the branch, and its position. */
export function finishNodes(drafts: NodeDraft[]): AnalyzedNode[] {
  const taken = new Set<string>()
  return drafts.map(({ stableId, ...draft }, position) => {
    const preferred = slugOf(stableId, draft.name)
    // Two nodes may carry one id, by copy and paste; the second then gets the id it would have without.
    const slug = taken.has(preferred) ? slugOf(shortHash(draft.uri), draft.name) : preferred
    taken.add(slug)
    return { ...draft, slug, position }
  })
}

function slugOf(stableId: string, name: string): string {
  const title = slugify(name)
  return title === '' ? stableId : `${stableId}-${title}`
}
