// Who is where in a working copy: carets, and the values that forms edit. It is told and never kept.
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { Key, Path } from '../../../../../editing/types.ts'
import type { DocumentPresence, Person } from './open-document.ts'
import type { TextModel } from './text-model.ts'
import { fromBase64, toBase64 } from './wire.ts'

/** At most five times a second. */
const tellEveryMs = 200
/** Others may send anything: more windows than this are not shown, and no message larger is read. */
const most = { windows: 100, message: 65_536, name: 80 }
const colours = 8

interface Told {
  userId: number | null
  name: string
  documentId: string | null
  selection: { anchor: unknown; head: unknown } | null
  path: readonly Key[] | null
}

export class BranchPresence {
  readonly #doc = new Y.Doc()
  readonly #awareness = new Awareness(this.#doc)
  readonly #listeners = new Set<() => void>()
  #send: ((message: string) => void) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastAt = 0
  #people: readonly Person[] = []
  #own: Told

  constructor(me: { userId: number | null; name: string }) {
    this.#own = { ...me, documentId: null, selection: null, path: null }
    this.#awareness.setLocalState({ ...this.#own })
    this.#awareness.on('change', ({ added }: { added: number[] }) => {
      // Whoever comes knows nobody yet.
      if (added.some((client) => client !== this.#awareness.clientID)) this.#tellSoon()
      this.#read()
    })
    // The library says from time to time that one is still there.
    this.#awareness.on('update', (_changes: unknown, origin: unknown) => {
      if (origin === 'local') this.#tellSoon()
    })
  }

  /** Everybody else, by name. */
  get people(): readonly Person[] {
    return this.#people
  }

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  /** The line by which one tells the others; null while there is none. */
  lineIs(send: ((message: string) => void) | null): void {
    this.#send = send
    if (send) this.#tellSoon()
  }

  /** Takes what somebody told. */
  hear(message: unknown): void {
    if (typeof message !== 'string' || message.length > most.message) return
    const bytes = fromBase64(message)
    if (!bytes || this.#awareness.getStates().size > most.windows) return
    try {
      applyAwarenessUpdate(this.#awareness, bytes, 'heard')
    } catch {
      // Anything may be sent; who sends no state has none.
    }
  }

  /** Tells which document one looks at. */
  look(documentId: string | null): void {
    this.#set({ documentId, selection: null, path: null })
  }

  /** Who is at a document, and where one is in it oneself. */
  of(documentId: string, model: TextModel): DocumentPresence {
    let from = this.#people
    let here = from.filter((person) => person.documentId === documentId)
    const people = () => {
      if (from !== this.#people) {
        from = this.#people
        here = from.filter((person) => person.documentId === documentId)
      }
      return here
    }
    return {
      people,
      subscribe: this.subscribe,
      select: (at) =>
        this.#set({
          documentId,
          selection: at && { anchor: model.mark(at.anchor), head: model.mark(at.head) },
        }),
      edit: (path: Path | null) => this.#set({ documentId, path }),
    }
  }

  close(): void {
    removeAwarenessStates(this.#awareness, [this.#awareness.clientID], 'local')
    this.#tell()
    clearTimeout(this.#timer)
    this.#send = null
    this.#awareness.destroy()
    this.#doc.destroy()
  }

  #set(told: Partial<Told>): void {
    this.#own = { ...this.#own, ...told }
    this.#awareness.setLocalState({ ...this.#own })
  }

  #tellSoon(): void {
    if (!this.#send) return
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        this.#tell()
      },
      Math.max(0, this.#lastAt + tellEveryMs - Date.now()),
    )
  }

  #tell(): void {
    this.#lastAt = Date.now()
    this.#send?.(toBase64(encodeAwarenessUpdate(this.#awareness, [this.#awareness.clientID])))
  }

  #read(): void {
    const others = [...this.#awareness.getStates()].filter(([client]) => client !== this.#awareness.clientID)
    this.#people = others
      .flatMap(([client, state]) => personOf(client, state) ?? [])
      .sort((a, b) => a.name.localeCompare(b.name) || a.client - b.client)
    for (const listen of [...this.#listeners]) listen()
  }
}

function personOf(client: number, state: Record<string, unknown>): Person | null {
  const { userId, name, documentId, selection, path } = state
  if (typeof name !== 'string' || name.trim() === '') return null
  const id = typeof userId === 'number' ? userId : null
  return {
    client,
    userId: id,
    name: name.slice(0, most.name),
    colour: Math.abs(id ?? client) % colours,
    documentId: typeof documentId === 'string' ? documentId : null,
    selection: isSelection(selection) ? selection : null,
    path: Array.isArray(path) && path.every(isKey) ? path : null,
  }
}

function isKey(key: unknown): key is Key {
  return typeof key === 'string' || typeof key === 'number'
}

function isSelection(value: unknown): value is { anchor: unknown; head: unknown } {
  return typeof value === 'object' && value !== null && 'anchor' in value && 'head' in value
}
