// What others sent is put in place for so much work and no more. Yjs looks at everything that stands between the neighbours an
// item names: honest editors name ones that stand side by side, and whoever does not makes n items take n² steps.
import * as Y from 'yjs'

/** The name of the text in a Y.Doc. */
export const textName = 't'

/** More than a document, or what comes to one, may take to be put in place; or something that is no text. */
export class DoesNotFit extends Error {
  override name = 'DoesNotFit'
}

/** Steps of looking for an item's place; they take half a second, on a busy machine two. */
export const mostSteps = 2_000_000
/** Items of a document: tabs hold them all, and each cut in two moves some of their list. */
export const mostItems = 600_000
/** What a session gets back, so that others take a small part of a tab's time, and it can go on for days. */
const backPerSecond = 100_000

/** Steps that are left. With `isLasting` they come back with time: a session goes on for days. */
export class Work {
  #left: number
  readonly #most: number
  readonly #isLasting: boolean
  #at = Date.now()
  #items = 0
  #cuts: unknown = null
  #cutsBefore = 0

  constructor(most = mostSteps, isLasting = false) {
    this.#left = most
    this.#most = most
    this.#isLasting = isLasting
  }

  /** Throws `DoesNotFit` when there are not so many left. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left >= 0) return
    if (this.#isLasting) {
      const now = Date.now()
      this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1_000) * backPerSecond)
      this.#at = now
    }
    if (this.#left < 0) throw new DoesNotFit('What was typed takes too much work to be put in place.')
  }

  /** Counts what is cut in two: the rest of its list is moved. Throws `DoesNotFit`. */
  cut({ _mergeStructs: cuts }: Y.Transaction, length: number): void {
    if (cuts !== this.#cuts) [this.#cuts, this.#cutsBefore] = [cuts, 0]
    const now = cuts.length
    if (now > this.#cutsBefore) this.spend((now - this.#cutsBefore) * (10 + (length >> 10)))
    this.#cutsBefore = now
  }

  /** Counts an item, and from time to time all of them. Throws `DoesNotFit`. */
  item({ clients }: Y.Doc['store']): void {
    if (++this.#items % 1_000 !== 0) return
    let all = 0
    for (const { length } of clients.values()) all += length
    if (all > mostItems) throw new DoesNotFit('What was typed came in too many pieces.')
  }

  get left(): number {
    return this.#left
  }
}

let counting: Work | null = null

/**
 * Applies an update (V1) of somebody else's, in the order of the server's numbers: what waits for something that is not there is
 * dropped. Throws `DoesNotFit`, and the document is of no more use then; anything else for bytes that are no update.
 */
export function applyWithin(doc: Y.Doc, update: Uint8Array, work: Work, origin?: unknown): void {
  within(doc, work, () => Y.applyUpdate(doc, update, origin))
}

/** Applies a state (V2). Throws `DoesNotFit`, also for one that cannot be read, and the document is of no more use then. */
export function applyStateWithin(doc: Y.Doc, state: Uint8Array, work: Work, origin?: unknown): void {
  try {
    within(doc, work, () => Y.applyUpdateV2(doc, state, origin))
  } catch (error) {
    if (error instanceof DoesNotFit) throw error
    throw new DoesNotFit('The document cannot be read.', { cause: error })
  }
}

function within(doc: Y.Doc, work: Work, apply: () => void): void {
  const before = counting
  counting = work
  try {
    apply()
  } finally {
    counting = before
    // Whoever wrote an update had what it names, with a lower number. What waits is nobody's who types: kept, it would delete or
    // displace what others have not typed yet, and everybody would come to another text.
    doc.store.pendingStructs = null
    doc.store.pendingDs = null
  }
}

const { integrate, delete: remove } = Y.Item.prototype

Y.Item.prototype.integrate = function (this: Y.Item, transaction: Y.Transaction, offset: number) {
  if (counting) {
    if (!isText(this, transaction.doc)) throw new DoesNotFit('What was typed is no text.')
    const { store } = transaction.doc
    counting.item(store)
    counting.cut(transaction, Math.max(lengthOf(store, this.origin), lengthOf(store, this.rightOrigin)))
    countSteps(this, store, offset, counting)
  }
  integrate.call(this, transaction, offset)
}

Y.Item.prototype.delete = function (this: Y.Item, transaction: Y.Transaction) {
  counting?.cut(transaction, lengthOf(transaction.doc.store, this.id))
  remove.call(this, transaction)
}

/** How many items there are of the author of one. */
function lengthOf(store: Y.Doc['store'], id: Y.ID | null): number {
  return (id && store.clients.get(id.client)?.length) ?? 0
}

/** Whatever else Yjs can hold counts as letters, and nobody sees it: the edits of others would land beside their place. */
function isText({ content, parent, parentSub }: Y.Item, doc: Y.Doc): boolean {
  const isPlain = content instanceof Y.ContentString || content instanceof Y.ContentDeleted
  // What hangs on something that is deleted for good has no parent.
  return isPlain && parentSub === null && (parent === null || parent === doc.share.get(textName))
}

/** Counts the steps that `integrate` is about to make: the algorithm is that of Yjs (YATA). */
function countSteps(item: Y.Item, store: Y.Doc['store'], offset: number, work: Work): void {
  if (!(item.parent instanceof Y.AbstractType)) return
  const { client, clock } = item.id
  const origin = offset > 0 ? Y.createID(client, clock + offset - 1) : item.origin
  const left = offset > 0 && origin ? itemAt(store, origin) : item.left
  const { right } = item
  if (left ? left.right === right : right !== null && right.left === null) return
  const passed = new Set<unknown>()
  for (let at = left ? left.right : item.parent._start; at !== null && at !== right; at = at.right) {
    work.spend(1)
    passed.add(at)
    if (Y.compareIDs(origin, at.origin)) {
      if (at.id.client >= client && Y.compareIDs(item.rightOrigin, at.rightOrigin)) return
    } else if (at.origin === null || !passed.has(Y.getItem(store, at.origin))) return
  }
}

function itemAt(store: Y.Doc['store'], id: Y.ID): Y.Item | null {
  const found: unknown = Y.getItem(store, id)
  return found instanceof Y.Item ? found : null
}
