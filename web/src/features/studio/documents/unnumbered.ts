// Letters that stand in a document here and have no number yet: nobody else can name them in an update that has one.
import * as Y from 'yjs'

/** From which letter on, of each author; by the clocks of Yjs. */
export type Unnumbered = ReadonlyMap<number, number>

const spans = new WeakMap<Uint8Array, ReturnType<typeof Y.parseUpdateMeta>>()

/** The letters of updates, except those that a state of the document had already. */
export function unnumberedOf(updates: Iterable<Uint8Array>, had: Unnumbered): Unnumbered {
  const first = new Map<number, number>()
  for (const update of updates) {
    const { from, to } = spans.get(update) ?? Y.parseUpdateMeta(update)
    spans.set(update, { from, to })
    for (const [client, clock] of from) {
      const known = had.get(client) ?? 0
      if ((to.get(client) ?? 0) > known)
        first.set(client, Math.min(first.get(client) ?? Number.POSITIVE_INFINITY, Math.max(clock, known)))
    }
  }
  return first
}

/** Whether an update writes, deletes or stands beside such letters. Bytes that are no update do not. */
export function names(update: Uint8Array, unnumbered: Unnumbered): boolean {
  if (unnumbered.size === 0) return false
  const isOne = (client: number, last: number) => last >= (unnumbered.get(client) ?? Number.POSITIVE_INFINITY)
  const isOneOf = (id: Y.ID | null) => id !== null && isOne(id.client, id.clock)
  try {
    const { structs, ds } = Y.decodeUpdate(update)
    return (
      structs.some(
        (struct) =>
          isOne(struct.id.client, struct.id.clock + struct.length - 1) ||
          (struct instanceof Y.Item && (isOneOf(struct.origin) || isOneOf(struct.rightOrigin))),
      ) ||
      [...ds.clients].some(([client, items]) =>
        items.some(({ clock, len }) => isOne(client, clock + len - 1)),
      )
    )
  } catch {
    return false
  }
}
