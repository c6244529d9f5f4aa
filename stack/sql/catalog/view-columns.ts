// Which table column a view's column shows, read from the view's stored rule as PostgREST does: Postgres marks the
// origin of every plain column in the query's target list (`resorigtbl`, `resorigcol`).

export interface Origin {
  relation: number
  position: number
}

/** The origins of a view's columns by the column's position, for the columns that are plain references. */
export function viewOrigins(rule: string): Map<number, Origin> {
  const origins = new Map<number, Origin>()
  for (const entry of topLevelTargets(rule)) {
    const found = /:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+) :resjunk false$/s.exec(entry)
    if (!found?.[1] || !found[2] || !found[3] || found[2] === '0') continue
    origins.set(Number(found[1]), { relation: Number(found[2]), position: Number(found[3]) })
  }
  return origins
}

/** The text of each TARGETENTRY of the outermost query, without those of its subqueries. */
function topLevelTargets(rule: string): string[] {
  const entries: string[] = []
  let depth = 0
  let start = -1
  for (let at = 0; at < rule.length; at++) {
    const char = rule[at]
    if (char === '\\') at++
    else if (char === '{') {
      depth++
      if (depth === 2 && rule.startsWith('{TARGETENTRY', at)) start = at
    } else if (char === '}') {
      if (depth === 2 && start >= 0) {
        entries.push(rule.slice(start, at))
        start = -1
      }
      depth--
    }
  }
  return entries
}

/**
 * Follows views on views down to tables: the origins of every view's columns in real tables. A view that refers to
 * itself, which Postgres lets be made, has none.
 */
export function tableOrigins(direct: Map<number, Map<number, Origin>>): Map<number, Map<number, Origin>> {
  const follow = (origin: Origin, above: ReadonlySet<number> = new Set()): Origin | undefined => {
    const view = direct.get(origin.relation)
    if (!view) return origin
    const below = above.has(origin.relation) ? undefined : view.get(origin.position)
    return below && follow(below, new Set(above).add(origin.relation))
  }
  const result = new Map<number, Map<number, Origin>>()
  for (const [view, columns] of direct) {
    const resolved = new Map<number, Origin>()
    for (const [position, origin] of columns) {
      const table = follow(origin)
      if (table) resolved.set(position, table)
    }
    result.set(view, resolved)
  }
  return result
}
