import type { DocumentStore } from '../documents/store.ts'
import type { TextModel } from '../documents/text-model.ts'
import type { StudioFile } from '../model.ts'
import type { LanguageClient } from './client.ts'

/** Text that is read so that references and search reach it, in characters and files; beyond, what is opened counts. */
const MOST_TEXT = 60_000_000
const MOST_FILES = 3_000
const AT_ONCE = 4

interface Held {
  path: string
  /** The state that was read, or the model that is followed. */
  of: string | TextModel
  stop: () => void
}

export interface MirrorOptions {
  client: LanguageClient
  store: DocumentStore
  /** Reads the text of a file that is not open. */
  read: (file: StudioFile) => Promise<string>
}

/** Keeps the language worker's texts as the working copy has them: open ones as they are typed, others as they are read. */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #held = new Map<string, Held>()
  #files: ReadonlyMap<string, StudioFile> = new Map()
  /** Those of which the text is read. */
  #wanted: readonly StudioFile[] = []
  #reading = new Set<string>()
  #isOver = false
  readonly #stop: () => void

  constructor(options: MirrorOptions) {
    this.#options = options
    this.#stop = options.store.subscribe(() => this.#follow())
  }

  /** Whether every file is there that references may lead to. */
  get isComplete(): boolean {
    return this.#wanted.every(({ id }) => this.#held.has(id))
  }

  /** The files as they are now. */
  setFiles(files: readonly StudioFile[]): void {
    const live = files.filter(({ deleted_at }) => deleted_at === null)
    this.#files = new Map(live.map((file) => [file.id, file]))
    this.#wanted = wantedOf(live)
    for (const [id, held] of this.#held) if (this.#files.get(id)?.path !== held.path) this.#drop(id)
    this.#options.client.setOthers(live.filter(({ kind }) => kind === 'binary').map(({ path }) => path))
    this.#follow()
    this.#readMore()
  }

  close(): void {
    this.#isOver = true
    this.#stop()
    for (const id of [...this.#held.keys()]) this.#drop(id)
  }

  /** Open documents are followed change by change. */
  #follow(): void {
    const { client, store } = this.#options
    // Of what is open, for this is asked with each key; there may be fifty thousand files.
    for (const { id, state } of store.sessions) {
      const { model } = state
      const path = this.#files.get(id)?.path
      const held = this.#held.get(id)
      if (!model || path === undefined || held?.of === model || !isText(path)) continue
      held?.stop()
      client.open(path, model.text)
      const stop = model.subscribe((changes) => client.change(path, changes, model.text))
      this.#held.set(id, { path, of: model, stop })
    }
  }

  #readMore(): void {
    if (this.#isOver) return
    for (const file of this.#wanted) {
      if (this.#reading.size >= AT_ONCE) return
      const state = `${file.epoch}:${file.seq}`
      const held = this.#held.get(file.id)
      const isFollowed = held !== undefined && typeof held.of !== 'string'
      if (isFollowed && this.#options.store.session(file.id)) continue
      if (held?.of === state || this.#reading.has(file.id)) continue
      void this.#read(file, state)
    }
  }

  async #read(file: StudioFile, state: string): Promise<void> {
    const { client, store, read } = this.#options
    this.#reading.add(file.id)
    // A file that cannot be read now is left out until it changes.
    const text = await read(file).catch(() => null)
    this.#reading.delete(file.id)
    const isStill = this.#files.get(file.id)?.path === file.path
    if (!this.#isOver && isStill && !store.session(file.id)?.state.model) {
      this.#held.get(file.id)?.stop()
      this.#held.set(file.id, { path: file.path, of: state, stop: () => undefined })
      if (text !== null) client.open(file.path, sourceOf(text))
    }
    this.#readMore()
  }

  #drop(id: string): void {
    const held = this.#held.get(id)
    this.#held.delete(id)
    held?.stop()
    if (held) this.#options.client.close(held.path)
  }
}

function wantedOf(files: readonly StudioFile[]): StudioFile[] {
  const texts = files.filter(({ kind, path }) => kind === 'text' && isText(path)).slice(0, MOST_FILES)
  let size = 0
  return texts.filter((file) => {
    size += file.size
    return size <= MOST_TEXT
  })
}

function isText(path: string): boolean {
  return /\.(json|ya?ml|md|markdown)$/i.test(path)
}

function sourceOf(text: string) {
  return { length: text.length, slice: (from: number, to: number) => text.slice(from, to) }
}
