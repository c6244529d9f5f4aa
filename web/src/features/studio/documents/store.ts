// The documents of a working copy that are open here. One session a document, however many parts of the screen show it.
import { Description } from '../../../../../editing/description.ts'
import type { Format } from '../../../../../editing/types.ts'
import type { Keep } from './keep.ts'
import type { Merger } from './merger.ts'
import { formatOf, type OpenDocument } from './open-document.ts'
import type { BranchPresence } from './presence.ts'
import type { DocumentServer } from './server.ts'
import { DocumentSession } from './session.ts'
import type { YTextModel } from './ytext-model.ts'

/** A document that nothing shows any more is kept this long: one goes back and forth between tabs, ms. */
const graceMs = 10_000

interface Held {
  session: DocumentSession
  uses: number
  timer: ReturnType<typeof setTimeout> | undefined
  shown: OpenDocument | undefined
  described: { model: YTextModel; description: Description | null; stop: () => void } | undefined
}

export interface StoreOptions {
  server: DocumentServer
  keep: Keep
  presence: BranchPresence
  readOnly: boolean
}

export class DocumentStore {
  readonly presence: BranchPresence
  readonly keep: Keep
  readonly #options: StoreOptions
  readonly #held = new Map<string, Held>()
  readonly #listeners = new Set<() => void>()
  #sessions: readonly DocumentSession[] = []
  #merger = Promise.withResolvers<Merger>()
  /** Merges texts, beside the page. */
  readonly merger: Merger = {
    merge: async (asked) => (await this.#merger.promise).merge(asked),
    repair: async (asked) => (await this.#merger.promise).repair(asked),
  }

  constructor(options: StoreOptions) {
    this.#options = options
    this.presence = options.presence
    this.keep = options.keep
  }

  /** All that is open, in the order of opening; another list after each change. */
  get sessions(): readonly DocumentSession[] {
    return this.#sessions
  }

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  /** Says who merges; until then whoever asks waits. Null: nobody any more. */
  mergeBy(merger: Merger | null): void {
    if (merger) this.#merger.resolve(merger)
    this.#merger = Promise.withResolvers<Merger>()
    if (merger) this.#merger.resolve(merger)
  }

  /** Opens a document, or uses it as well; returns the way to let go of it. */
  use(id: string, path: string): () => void {
    const held = this.#held.get(id) ?? this.#open(id, path)
    held.uses++
    clearTimeout(held.timer)
    return () => {
      held.uses--
      if (held.uses === 0) held.timer = setTimeout(() => this.#release(id), graceMs)
    }
  }

  session(id: string): DocumentSession | undefined {
    return this.#held.get(id)?.session
  }

  /** A document as it is shown now: the same object until something of it changes. */
  shown(id: string, path: string): OpenDocument | undefined {
    const held = this.#held.get(id)
    const state = held?.session.state
    if (!held || !state?.model) return undefined
    const readOnly = this.#options.readOnly || state.status === 'gone' || state.status === 'refused'
    const { shown } = held
    if (shown?.model === state.model && shown.path === path && shown.readOnly === readOnly) return shown
    const format = formatOf(path)
    if (held.described?.model !== state.model || held.shown?.format !== format) {
      held.described?.stop()
      held.described = describe(state.model, format)
    }
    held.shown = {
      id,
      path,
      format,
      model: state.model,
      description: held.described?.description ?? null,
      readOnly,
      awareness: held.shown?.model === state.model ? held.shown.awareness : this.presence.of(id, state.model),
    }
    return held.shown
  }

  /** Says what waits goes now: the network is back. */
  retryNow = (): void => {
    for (const session of this.#sessions) void session.retryNow()
  }

  flush = (): void => {
    for (const session of this.#sessions) session.flush()
  }

  get hasUnsent(): boolean {
    return this.#sessions.some(({ state }) => state.unsent > 0)
  }

  close(): void {
    for (const [id, held] of this.#held) {
      clearTimeout(held.timer)
      held.described?.stop()
      void held.session.finish()
      this.#held.delete(id)
    }
    this.presence.close()
    this.#listeners.clear()
  }

  #open(id: string, path: string): Held {
    const { server, keep } = this.#options
    const { merger } = this
    const session = new DocumentSession({ id, path, server, keep, merger })
    const held: Held = { session, uses: 0, timer: undefined, shown: undefined, described: undefined }
    this.#held.set(id, held)
    session.subscribe(this.#tell)
    void session.open()
    this.#tell()
    return held
  }

  #release(id: string): void {
    const held = this.#held.get(id)
    if (!held || held.uses > 0) return
    // What waits is not left alone: it goes on being sent.
    if (held.session.state.unsent > 0) {
      held.timer = setTimeout(() => this.#release(id), graceMs)
      return
    }
    this.#held.delete(id)
    held.described?.stop()
    held.session.close()
    this.#tell()
  }

  #tell = (): void => {
    this.#sessions = [...this.#held.values()].map(({ session }) => session)
    for (const listen of [...this.#listeners]) listen()
  }
}

function describe(model: YTextModel, format: OpenDocument['format']): Held['described'] {
  if (!isDescribed(format)) return { model, description: null, stop: () => undefined }
  const description = new Description(model.text, format)
  const stop = model.subscribe((changes) => description.changed(changes, model.text))
  return { model, description, stop }
}

function isDescribed(format: OpenDocument['format']): format is Format {
  return format === 'json' || format === 'yaml'
}
