// What was described twice, as it is written and as outside readers see it, becomes one list of nodes.
import type { NodeDraft, Workshop } from '../drafts.ts'
import { isObject, ownItems } from '../json.ts'
import { snapshotText } from '../snapshot.ts'
import type { AnalyzedEdge } from '../types.ts'

/** Of what rows say: lists and tables of contents show it to everybody who sees the node. */
const SHOWN = ['name', 'summary', 'tags', 'version', 'isDeprecated'] as const

/**
 * Marks, in place, the nodes and edges that outside readers do not have, and gives the others what these readers see
 * of them where that is less. Articles are marked by their front matter.
 */
export function keepInternalParts({ drafts, edges }: Workshop, outside: Workshop): void {
  const seen = new Map(outside.drafts.map((draft) => [draft.uri, draft]))
  for (const draft of drafts) {
    if (draft.type === 'article') continue
    const shown = draft.type === 'http_server' ? serverOf(draft, seen) : seen.get(draft.uri)
    if (shown) keepParts(draft, shown)
    else draft.isInternal = true
  }
  const known = new Map(outside.edges.map((edge) => [keyOf(edge), edge]))
  for (const edge of edges) {
    const shown = known.get(keyOf(edge))
    if (shown) edge.path = shown.path
    else edge.isInternal = true
  }
}

function keepParts(draft: NodeDraft, shown: NodeDraft): void {
  for (const field of SHOWN) Object.assign(draft, { [field]: shown[field] })
  if (snapshotText(draft.data) === snapshotText(shown.data)) return
  draft.externalData = shown.data
  draft.externalSearchText = shown.searchText
}

// Servers are called by their numbers, which are others where one before them is left out.
function serverOf(draft: NodeDraft, seen: ReadonlyMap<string, NodeDraft>): NodeDraft | undefined {
  const service = seen.get(draft.parentUri ?? '')
  const text = snapshotText(draft.data)
  const isShown = ownItems(service?.data ?? {}, 'servers').some(
    (server) => isObject(server) && snapshotText(server) === text,
  )
  return isShown ? draft : undefined
}

function keyOf({ type, from, to }: AnalyzedEdge): string {
  return `${type} ${from}\n${to}`
}
