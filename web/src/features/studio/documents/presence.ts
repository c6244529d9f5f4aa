// Who is where in a working copy: carets, and the values that forms edit. It is told and never kept.

import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
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
/** Others may send anything: more windows than these, of all and of one person, are not shown, and no message larger is read. */
const most = { windows: 100, ofPerson: 10, message: 8_192, known: 500 }
/** What somebody is called whose name one may not read. */
const nobodyKnown = 'Somebody'
const colours = 8

/** What people are called, by the server; those whom it does not tell of are left out. */
export type NamesOf = (userIds: readonly number[]) => Promise<ReadonlyMap<number, string>>

interface Told {
  userId: number | null
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
  readonly #namesOf: NamesOf
  /** Null for whom the server does not tell of. */
  readonly #names = new Map<number, string | null>()
  #isAsking = false

  constructor({ userId, namesOf }: { userId: number | null; namesOf: NamesOf }) {
    this.#namesOf = namesOf
    this.#own = { userId, documentId: null, selection: null, path: null }
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
    const said = bytes && readSaid(bytes)
    if (!bytes || !said) return
    if (said.client === this.#awareness.clientID) this.#insist(said.clock)
    else if (this.#hasRoom(said)) this.#take(bytes)
  }

  #take(bytes: Uint8Array): void {
    try {
      applyAwarenessUpdate(this.#awareness, bytes, 'heard')
    } catch {
      // Anything may be sent; who sends no state has none.
    }
  }

  /** Whether a window is shown: of a person, until it is gone, and neither they nor all have too many. */
  #hasRoom({ client, userId }: Said): boolean {
    const states = this.#awareness.getStates()
    const known = states.get(client)
    // Who says that a window is gone does no harm that lasts: whoever has it says every few seconds that it is there.
    if (userId === null) return known !== undefined
    if (known) return known.userId === userId
    const theirs = [...states.values()].filter((state) => state.userId === userId)
    return states.size <= most.windows && theirs.length < most.ofPerson
  }

  /** Somebody spoke for this window: what it says itself comes after that. */
  #insist(clock: number): void {
    const own = this.#awareness.meta.get(this.#awareness.clientID)
    if (!own || clock < own.clock || clock > 2 ** 32) return
    own.clock = clock + 1
    this.#tellSoon()
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
      .flatMap(([client, state]) => personOf(client, state, this.#names) ?? [])
      .sort((a, b) => a.name.localeCompare(b.name) || a.client - b.client)
    for (const listen of [...this.#listeners]) listen()
    void this.#learn(others.map(([, state]) => state.userId).filter(isId))
  }

  /** Asks what those are called who have come. */
  async #learn(ids: readonly number[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.#names.has(id)).slice(0, most.windows)
    if (this.#isAsking || unknown.length === 0 || this.#names.size > most.known) return
    this.#isAsking = true
    try {
      const names = await this.#namesOf(unknown)
      for (const id of unknown) this.#names.set(id, names.get(id) ?? null)
    } catch {
      // They are called nothing until somebody comes or moves.
      return
    } finally {
      this.#isAsking = false
    }
    this.#read()
  }
}

interface Said {
  client: number
  clock: number
  /** Null where it says that the window is gone. */
  userId: number | null
}

/** Whom a message tells of: one window, as each of ours tells of itself. */
function readSaid(bytes: Uint8Array): Said | null {
  try {
    const decoder = createDecoder(bytes)
    if (readVarUint(decoder) !== 1) return null
    const [client, clock] = [readVarUint(decoder), readVarUint(decoder)]
    const state: unknown = JSON.parse(readVarString(decoder))
    if (state === null) return { client, clock, userId: null }
    const userId = typeof state === 'object' && 'userId' in state ? state.userId : null
    return isId(userId) ? { client, clock, userId } : null
  } catch {
    return null
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** Somebody by the name that the server gave; nobody as long as that is not known. */
function personOf(
  client: number,
  state: Record<string, unknown>,
  names: ReadonlyMap<number, string | null>,
): Person | null {
  const { userId: id, documentId, selection, path } = state
  const name = isId(id) ? names.get(id) : undefined
  if (!isId(id) || name === undefined) return null
  return {
    client,
    userId: id,
    name: name ?? nobodyKnown,
    colour: id % colours,
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
