import type { AnalyzedNode, NodeType, TocGroup, TocItem, TocNode } from '../types.ts'

/** The entry of a node. */
export function nodeItem(node: AnalyzedNode, title = node.name): TocNode {
  return {
    id: node.id,
    slug: node.slug,
    title,
    type: node.type,
    meta: node.method ?? '',
    ...(node.type === 'http_service' && node.version ? { version: node.version } : {}),
    ...(node.isDeprecated ? { deprecated: true } : {}),
    ...(node.isInternal ? { internal: true } : {}),
  }
}

/** A group of nodes of one type; no group at all when there are none. */
export function nodeGroup(title: string, nodes: AnalyzedNode[], itemsType: NodeType): TocGroup[] {
  return nodes.length === 0 ? [] : [{ title, items: nodes.map((node) => nodeItem(node)), itemsType }]
}

/** The same table without internal entries, the groups that lose all of theirs, and dividers above nothing. */
export function withoutInternal(items: TocItem[]): TocItem[] {
  const kept = items.flatMap((item): TocItem[] => {
    if ('items' in item) {
      const inner = withoutInternal(item.items)
      return inner.length === 0 ? [] : [{ ...item, items: inner }]
    }
    return 'internal' in item && item.internal ? [] : [item]
  })
  if (kept.length === items.length) return kept
  return kept.filter(
    (item, index) => !isDivider(item) || (index + 1 < kept.length && !isDivider(kept[index + 1])),
  )
}

function isDivider(item: TocItem | undefined): boolean {
  return item !== undefined && !('items' in item) && !('slug' in item) && !('url' in item)
}
