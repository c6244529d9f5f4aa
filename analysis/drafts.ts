import { shortHash } from './hash.ts'
import { own, ownObject } from './json.ts'
import type { ArticleLink } from './links.ts'
import type { LinePlace } from './log/diagnostic.ts'
import type { Log } from './log/log.ts'
import type { RefResolver } from './refs.ts'
import type { FoundRef, SchemaConverter } from './schema/converter.ts'
import { clip, slugify } from './text.ts'
import type { AnalyzedEdge, AnalyzedNode, JsonObject } from './types.ts'

/** A node before it has its place and its slug; `id` may still be somebody else's. */
export interface NodeDraft extends Omit<AnalyzedNode, 'slug' | 'position'> {
  /** Pointer to the id that its author gave it, where it stands in front matter. */
  idAt?: string
}

/** What every part of one analysis works with. */
export interface Workshop {
  resolver: RefResolver
  converter: SchemaConverter
  log: Log
  /** URIs of all models, known before the first is described. */
  modelUris: Set<string>
  drafts: NodeDraft[]
  /** Some may lead to what is no node in the end. */
  edges: AnalyzedEdge[]
  links: (ArticleLink & { from: NodeDraft })[]
}

/** The id that survives a rename: `x-stoplight.id` where the author has one, else a hash of the URI. */
export function stableIdOf(source: JsonObject, uri: string): string {
  return ownIdOf(source) ?? shortHash(uri)
}

/** The id that an author gave, `x-stoplight.id`. */
export function ownIdOf(source: JsonObject): string | undefined {
  return validId(own(ownObject(source, 'x-stoplight') ?? {}, 'id'))
}

/** An id that may stand in front of a slug, where a dash ends it; undefined when it may not. */
export function validId(id: unknown): string | undefined {
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id)
    ? id.replaceAll('-', '') || undefined
    : undefined
}

/** Edges to what a node refers to, each target once: to a model, else to the file that it stands in. */
export function addRefEdges({ modelUris, edges }: Workshop, from: NodeDraft, refs: FoundRef[]): void {
  const own = `/${from.file}`
  const seen = new Set<string>()
  for (const { to, file: toFile, path } of refs) {
    const target = modelUris.has(to) ? to : toFile
    if (seen.has(target) || target === own || target === from.uri) continue
    seen.add(target)
    edges.push({ type: 'ref', from: from.uri, to: target, path })
  }
}

// What names a node is indexed, and an index takes no more (a third of a page of Postgres).
const MAX_URI_BYTES = 2_000

/** Leaves out the nodes whose path or name is too long to be kept; each with a line in the log. */
export function leaveOutOverlong(workshop: Workshop): void {
  const isOverlong = (uri: string) => uri.length > MAX_URI_BYTES / 3 && bytesOf(uri) > MAX_URI_BYTES
  const overlong = workshop.drafts.filter(({ uri }) => isOverlong(uri))
  if (overlong.length === 0) return
  workshop.drafts = workshop.drafts.filter(({ uri }) => !isOverlong(uri))
  for (const draft of overlong)
    workshop.log.add('name-too-long', placeOf(draft), { title: clip(draft.path ?? draft.name, 80) })
}

function placeOf({ file, uri }: NodeDraft): LinePlace {
  const pointer = uri.slice(file.length + 1)
  return pointer === '' ? { file } : { file, pointer }
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Gives every draft its slug, unique in the branch, and its position. `ownSlugs` are those that a toc.json asks for. */
export function finishNodes(
  drafts: NodeDraft[],
  log: Log,
  ownSlugs: ReadonlyMap<string, string> = new Map(),
): AnalyzedNode[] {
  const takenSlugs = new Set(ownSlugs.values())
  const owners = new Map<string, NodeDraft>()
  return drafts.map(({ idAt, ...draft }, position) => {
    const id = freeId(draft, owners, (words) => log.add('duplicate-id', placeOfId(draft, idAt), words))
    const slug = ownSlugs.get(draft.uri) ?? freeSlug(slugOf(id, draft.name), draft.uri, takenSlugs)
    takenSlugs.add(slug)
    return { ...draft, id, slug, position }
  })
}

// Two nodes may carry one id, by copy and paste: a link with it leads to the first, and the others have the id that
// they would have without.
function freeId(
  draft: NodeDraft,
  owners: Map<string, NodeDraft>,
  say: (words: Record<string, string>) => void,
): string {
  const owner = owners.get(draft.id)
  if (!owner) {
    owners.set(draft.id, draft)
    return draft.id
  }
  say({ id: draft.id, other: owner.uri, title: draft.name })
  const own = shortHash(draft.uri)
  if (!owners.has(own)) owners.set(own, draft)
  return own
}

// Models and APIs that are a whole file name themselves at its root. What is no text has no place.
function placeOfId(draft: NodeDraft, idAt: string | undefined): LinePlace {
  const isWholeData = draft.type === 'model' || draft.type === 'http_service'
  const pointer = idAt ?? (isWholeData ? '/x-stoplight/id' : undefined)
  return { ...(pointer !== undefined && { pointer }), ...placeOf(draft) }
}

function freeSlug(preferred: string, uri: string, taken: ReadonlySet<string>): string {
  return taken.has(preferred) ? `${shortHash(uri)}-${preferred}` : preferred
}

function slugOf(id: string, name: string): string {
  const title = slugify(name)
  return title === '' ? id : `${id}-${title}`
}
