import { isObject, ownItems, ownString } from '../json.ts'
import type { AnalyzedNode, TocGroup, TocItem } from '../types.ts'
import { nodeGroup, nodeItem } from './items.ts'

/** The nodes below each API, in the order of the document. */
export type ChildrenByApi = Map<string, AnalyzedNode[]>

/** Sorts nodes under the URI of their API. */
export function childrenByApi(nodes: AnalyzedNode[]): ChildrenByApi {
  const children: ChildrenByApi = new Map()
  for (const node of nodes) {
    if (!node.parentUri) continue
    const siblings = children.get(node.parentUri)
    if (siblings) siblings.push(node)
    else children.set(node.parentUri, [node])
  }
  return children
}

/** An API's group: overview, untagged operations, a group a tag in the document's order, webhooks, schemas. */
export function apiGroup(service: AnalyzedNode, children: ChildrenByApi, title = service.name): TocGroup {
  const below = children.get(service.uri) ?? []
  const operations = below.filter((node) => node.type === 'http_operation')
  const untagged = operations.filter((node) => node.tags.length === 0).map((node) => nodeItem(node))
  const items: TocItem[] = [
    nodeItem(service, 'Overview'),
    ...untagged,
    ...tagGroups(service, operations),
    ...nodeGroup(
      'Webhooks',
      below.filter((node) => node.type === 'http_webhook'),
      'http_webhook',
    ),
    ...nodeGroup(
      'Schemas',
      below.filter((node) => node.type === 'model'),
      'model',
    ),
  ]
  return { title, items }
}

// An operation stands under its first tag only: the same page twice in a sidebar confuses more than it helps.
function tagGroups(service: AnalyzedNode, operations: AnalyzedNode[]): TocGroup[] {
  const byTag = new Map<string, AnalyzedNode[]>(service.tags.map((tag) => [tag, []]))
  for (const operation of operations) {
    const [tag] = operation.tags
    if (tag === undefined) continue
    const group = byTag.get(tag)
    if (group) group.push(operation)
    else byTag.set(tag, [operation])
  }
  const titles = displayNames(service)
  return [...byTag].flatMap(([tag, nodes]) => nodeGroup(titles.get(tag) ?? tag, nodes, 'http_operation'))
}

function displayNames(service: AnalyzedNode): Map<string, string> {
  const names = new Map<string, string>()
  for (const tag of ownItems(service.data, 'tags').filter(isObject)) {
    const name = ownString(tag, 'name')
    const display = ownString(tag, 'x-displayName')
    if (name && display) names.set(name, display)
  }
  return names
}
