/** A line of the grid: a row of the table, or what a row unfolds to. */
export interface Entry {
  id: string
  /** Id of the row. */
  of: string
  isDetail: boolean
}

const entryOfRow = (id: string): Entry => ({ id, of: id, isDetail: false })
const entryOfDetail = (id: string): Entry => ({ id: `${id}::detail`, of: id, isDetail: true })

/** The grid's lines: each row, below it what it unfolds to. */
export function entriesOf(ids: string[], expanded: ReadonlySet<string>): Entry[] {
  if (expanded.size === 0) return ids.map(entryOfRow)
  return ids.flatMap((id) => (expanded.has(id) ? [entryOfRow(id), entryOfDetail(id)] : [entryOfRow(id)]))
}

/** Whether two lists show the same lines. */
export function areSameEntries(a: Entry[], b: Entry[]): boolean {
  return a.length === b.length && a.every(({ id }, index) => id === b[index]?.id)
}
