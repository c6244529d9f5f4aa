// What was written here and has not reached the server yet. It outlives the page: a reload, a crash, a day without network.
import type { Dispute } from './mender.ts'

/** An update that waits to be sent. */
export interface Unsent {
  /** Chosen here: sent twice it counts once. */
  key: string
  documentId: string
  epoch: number
  update: Uint8Array
  /** When it was written, ms since 1970. */
  at: number
}

/** From where unsent updates go on: what is needed to read them if the server's document is another one meanwhile. */
export interface KeptBase {
  documentId: string
  /** Where it was, for people. */
  path: string
  epoch: number
  /** The text that the server had. */
  text: string
  /** Yjs V2 state without what waits; the unsent updates go on top. */
  state: Uint8Array
}

export interface Keep {
  /** What waits of a document, oldest first. */
  unsent(documentId: string): Promise<Unsent[]>
  add(record: Unsent): Promise<void>
  drop(documentId: string, keys: readonly string[]): Promise<void>
  base(documentId: string): Promise<KeptBase | null>
  keepBase(base: KeptBase): Promise<void>
  dropBase(documentId: string): Promise<void>
  /** What two wrote differently in a document, and nobody has decided yet. */
  disputes(documentId: string): Promise<readonly Dispute[]>
  keepDisputes(documentId: string, disputes: readonly Dispute[]): Promise<void>
  /** All documents of which something waits. */
  waiting(): Promise<string[]>
}

/** Keeps while the page is open: for tests, and browsers that let nothing be stored. */
export function memoryKeep(): Keep {
  const unsent = new Map<string, Unsent>()
  const bases = new Map<string, KeptBase>()
  const disputes = new Map<string, readonly Dispute[]>()
  return {
    unsent: async (id) => [...unsent.values()].filter(({ documentId }) => documentId === id),
    add: async (record) => void unsent.set(record.key, record),
    drop: async (_id, keys) => {
      for (const key of keys) unsent.delete(key)
    },
    base: async (id) => bases.get(id) ?? null,
    keepBase: async (base) => void bases.set(base.documentId, base),
    dropBase: async (id) => void bases.delete(id),
    disputes: async (id) => disputes.get(id) ?? [],
    keepDisputes: async (id, list) => void disputes.set(id, list),
    waiting: async () => [...new Set([...unsent.values()].map(({ documentId }) => documentId))],
  }
}

/** Keeps in the browser, for one person: another who signs in here neither sees nor sends it. */
export function browserKeep(userId: number): Keep {
  const database = open(`waymark-studio-${userId}`).catch(() => null)
  const instead = memoryKeep()
  const within =
    <Args extends unknown[], Answer>(
      work: (database: IDBDatabase, ...args: Args) => Promise<Answer>,
      other: (...args: Args) => Promise<Answer>,
    ) =>
    async (...args: Args): Promise<Answer> => {
      const opened = await database
      return opened ? work(opened, ...args) : other(...args)
    }
  return {
    unsent: within(
      (db, id: string) =>
        ask<Unsent[]>(db, 'unsent', 'readonly', (store) => store.index('document').getAll(id)),
      instead.unsent,
    ),
    add: within(async (db, record: Unsent) => {
      await ask(db, 'unsent', 'readwrite', (store) => store.put(record))
    }, instead.add),
    drop: within(async (db, _id: string, keys: readonly string[]) => {
      const transaction = db.transaction('unsent', 'readwrite')
      const byKey = transaction.objectStore('unsent').index('key')
      for (const key of keys) {
        const found = byKey.getKey(key)
        found.onsuccess = () => {
          if (found.result !== undefined) transaction.objectStore('unsent').delete(found.result)
        }
      }
      await ended(transaction)
    }, instead.drop),
    base: within(
      async (db, id: string) =>
        (await ask<KeptBase | undefined>(db, 'bases', 'readonly', (store) => store.get(id))) ?? null,
      instead.base,
    ),
    keepBase: within(async (db, base: KeptBase) => {
      await ask(db, 'bases', 'readwrite', (store) => store.put(base))
    }, instead.keepBase),
    dropBase: within(async (db, id: string) => {
      await ask(db, 'bases', 'readwrite', (store) => store.delete(id))
    }, instead.dropBase),
    disputes: within(
      async (db, id: string) =>
        (
          await ask<{ list: readonly Dispute[] } | undefined>(db, 'disputes', 'readonly', (store) =>
            store.get(id),
          )
        )?.list ?? [],
      instead.disputes,
    ),
    keepDisputes: within(async (db, documentId: string, list: readonly Dispute[]) => {
      await ask(db, 'disputes', 'readwrite', (store) =>
        list.length === 0 ? store.delete(documentId) : store.put({ documentId, list }),
      )
    }, instead.keepDisputes),
    waiting: within(async (db) => {
      const all = await ask<Unsent[]>(db, 'unsent', 'readonly', (store) => store.getAll())
      return [...new Set(all.map(({ documentId }) => documentId))]
    }, instead.waiting),
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 2)
    request.onupgradeneeded = ({ oldVersion }) => {
      request.result.createObjectStore('disputes', { keyPath: 'documentId' })
      if (oldVersion > 0) return
      // By the order of writing, which is the order of sending.
      const unsent = request.result.createObjectStore('unsent', { autoIncrement: true })
      unsent.createIndex('document', 'documentId')
      unsent.createIndex('key', 'key', { unique: true })
      request.result.createObjectStore('bases', { keyPath: 'documentId' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function ask<Answer>(
  db: IDBDatabase,
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(name, mode)
    const request = work(transaction.objectStore(name))
    // Without it a page that ends takes along what it wrote last: nobody is there any more who sees that nothing follows.
    if (mode === 'readwrite') transaction.commit()
    transaction.oncomplete = () => resolve(request.result as Answer)
    transaction.onabort = () => reject(transaction.error)
  })
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}
