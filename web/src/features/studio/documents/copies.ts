// What the server has said of documents and of the desk, kept to be read without it. Of one person, in one browser.
import type { StudioFile, StudioOpening } from '../model.ts'
import type { NumberedUpdate } from './wire.ts'

/** A desk as it was last seen: how the project opened, and its files. */
export interface KeptDesk {
  opening: StudioOpening
  files: readonly StudioFile[]
  /** When, ms since 1970. */
  at: number
}

/** A document as the server last sent it, and what was numbered since. */
export interface KeptCopy {
  /** The answer of `GET …/doc?document=`, as it came. */
  bytes: Uint8Array
  epoch: number
  since: readonly NumberedUpdate[]
}

export interface Copies {
  desk(key: string): Promise<KeptDesk | null>
  keepDesk(key: string, desk: KeptDesk): Promise<void>
  document(id: string): Promise<KeptCopy | null>
  /** In place of what was kept of it. */
  keepDocument(id: string, epoch: number, bytes: Uint8Array): Promise<void>
  /** What the server numbered since; left out where the document is not kept, or is of another epoch. */
  grow(id: string, epoch: number, updates: readonly NumberedUpdate[]): Promise<void>
  /** The same for what the line told, a moment later with more of it: what is lost with the page, the server has. */
  hear(id: string, epoch: number, update: NumberedUpdate): void
  close(): void
}

/** Of documents and of their bytes, the newest are kept. */
const most = { documents: 100, bytes: 60_000_000, since: 20_000 }
/** How long what is heard waits to be kept together, ms. */
const heardMs = 500

/** Its bytes stand apart, in `bodies`: each key that is typed asks for the rest of it. */
interface DocumentRow {
  id: string
  epoch: number
  size: number
  at: number
}

interface GrownRow {
  id: string
  epoch: number
  seq: number
  update: Uint8Array
}

/** What a document is kept in. */
const stores = ['documents', 'bodies', 'grown']

const nameOf = (userId: number) => `waymark-studio-copies-${userId}`

/** For who has no account here, and browsers that let nothing be stored. */
export const noCopies: Copies = {
  desk: async () => null,
  keepDesk: async () => undefined,
  document: async () => null,
  keepDocument: async () => undefined,
  grow: async () => undefined,
  hear: () => undefined,
  close: () => undefined,
}

/** The copies of one person. What cannot be stored is not kept: nothing but a day without a connection needs them. */
export function browserCopies(userId: number): Copies {
  const heard = new Heard((id, epoch, updates) => void copies.grow(id, epoch, updates))
  const opening = open(nameOf(userId)).catch(() => null)
  const within = async <Answer>(
    none: Answer,
    work: (db: IDBDatabase) => Promise<Answer>,
  ): Promise<Answer> => {
    const db = await opening
    return db ? work(db).catch(() => none) : none
  }
  const copies: Copies = {
    desk: (key) =>
      within(
        null,
        async (db) => ((await asked(stored(db, 'desks').get(key))) as KeptDesk | undefined) ?? null,
      ),
    keepDesk: (key, desk) => within(undefined, (db) => put(db, 'desks', desk, key)),
    document: (id) =>
      within(null, async (db) => {
        const transaction = db.transaction(stores)
        const row = transaction.objectStore('documents').get(id)
        const body = transaction.objectStore('bodies').get(id)
        const grown = transaction.objectStore('grown').getAll(rowsOf(id))
        await ended(transaction)
        const { epoch } = (row.result as DocumentRow | undefined) ?? {}
        const bytes = body.result as Uint8Array | undefined
        if (epoch === undefined || !bytes) return null
        return { epoch, bytes, since: (grown.result as GrownRow[]).filter((one) => one.epoch === epoch) }
      }),
    keepDocument: (id, epoch, bytes) =>
      within(undefined, async (db) => {
        const transaction = db.transaction(stores, 'readwrite')
        transaction.objectStore('grown').delete(rowsOf(id))
        transaction.objectStore('bodies').put(bytes, id)
        const row: DocumentRow = { id, epoch, size: bytes.length, at: Date.now() }
        transaction.objectStore('documents').put(row)
        await ended(transaction)
        await makeRoom(db)
      }),
    grow: (id, epoch, updates) =>
      within(undefined, async (db) => {
        if (updates.length === 0) return
        const transaction = db.transaction(['documents', 'grown'], 'readwrite')
        const grown = transaction.objectStore('grown')
        const kept = transaction.objectStore('documents').get(id)
        kept.onsuccess = () => {
          if ((kept.result as DocumentRow | undefined)?.epoch !== epoch) return
          for (const { seq, update } of updates) grown.put({ id, epoch, seq, update } satisfies GrownRow)
        }
        const count = grown.count(rowsOf(id))
        await ended(transaction)
        // It is copied anew when it is opened the next time; a day of typing is half of this.
        if (count.result > most.since) await drop(db, [id])
      }),
    hear: (id, epoch, update) => heard.add(id, epoch, update),
    close: () => {
      heard.flush()
      void opening.then((db) => db?.close())
    },
  }
  return copies
}

/** What was heard of documents within a moment, to be kept at once. */
class Heard {
  readonly #keep: (id: string, epoch: number, updates: readonly NumberedUpdate[]) => void
  readonly #waiting = new Map<string, { epoch: number; updates: NumberedUpdate[] }>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(keep: (id: string, epoch: number, updates: readonly NumberedUpdate[]) => void) {
    this.#keep = keep
  }

  add(id: string, epoch: number, update: NumberedUpdate): void {
    const known = this.#waiting.get(id)
    if (known?.epoch === epoch) known.updates.push(update)
    else this.#waiting.set(id, { epoch, updates: [update] })
    this.#timer ??= setTimeout(() => this.flush(), heardMs)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [id, { epoch, updates }] of this.#waiting) this.#keep(id, epoch, updates)
    this.#waiting.clear()
  }
}

/** Makes the browser forget the copies of a person; what waits to be sent is another database and stays. */
export function forgetCopies(userId: number): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(nameOf(userId))
    request.onsuccess = () => resolve()
    request.onerror = () => resolve()
  })
}

async function makeRoom(db: IDBDatabase): Promise<void> {
  const rows = (await asked(stored(db, 'documents').getAll())) as DocumentRow[]
  rows.sort((a, b) => b.at - a.at)
  let bytes = 0
  const beyond = rows.filter((row, index) => {
    bytes += row.size
    return index >= most.documents || (index > 0 && bytes > most.bytes)
  })
  if (beyond.length > 0)
    await drop(
      db,
      beyond.map(({ id }) => id),
    )
}

async function drop(db: IDBDatabase, ids: readonly string[]): Promise<void> {
  const transaction = db.transaction(stores, 'readwrite')
  for (const id of ids) {
    transaction.objectStore('documents').delete(id)
    transaction.objectStore('bodies').delete(id)
    transaction.objectStore('grown').delete(rowsOf(id))
  }
  await ended(transaction)
}

/** All that was numbered of a document. */
function rowsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []])
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 2)
    request.onupgradeneeded = ({ oldVersion }) => {
      request.result.createObjectStore('bodies')
      if (oldVersion > 0) return setApart(request.transaction)
      request.result.createObjectStore('desks')
      request.result.createObjectStore('documents', { keyPath: 'id' })
      request.result.createObjectStore('grown', { keyPath: ['id', 'seq'] })
    }
    request.onsuccess = () => {
      // Whoever signs out, in whichever tab, makes the browser forget them.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
}

/** Rows of the first version have the bytes in them. */
function setApart(transaction: IDBTransaction | null): void {
  const cursor = transaction?.objectStore('documents').openCursor()
  if (!transaction || !cursor) return
  cursor.onsuccess = () => {
    const at = cursor.result
    if (!at) return
    const { bytes, ...row } = at.value as Omit<DocumentRow, 'size'> & { bytes: Uint8Array }
    transaction.objectStore('bodies').put(bytes, row.id)
    at.update({ ...row, size: bytes.length } satisfies DocumentRow)
    at.continue()
  }
}

function stored(db: IDBDatabase, name: string): IDBObjectStore {
  return db.transaction(name).objectStore(name)
}

function put(db: IDBDatabase, name: string, value: unknown, key: string): Promise<void> {
  const transaction = db.transaction(name, 'readwrite')
  transaction.objectStore(name).put(value, key)
  return ended(transaction)
}

function asked<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}
