// Rows as GraphQL answers them.

/** A row as a node: names in camel case, ids as strings. */
export function node(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isId = typeof value === 'number' && /(^|_)id$/.test(name)
      return [
        name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        isId ? String(value) : value,
      ]
    }),
  )
}

/** Nodes as a connection's only page, or as one that others follow. */
export function connection(nodes: Record<string, unknown>[], next: string | null = null) {
  return {
    edges: nodes.map((one) => ({ node: one })),
    pageInfo: { hasNextPage: next !== null, endCursor: next },
  }
}

/** What a document with one root field answers. */
export function graphAnswer(field: string, nodes: Record<string, unknown>[], next: string | null = null) {
  return { data: { [field]: connection(nodes, next) } }
}
