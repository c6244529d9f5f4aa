// One document at work: opened, written, heard of, caught up with, and kept where it cannot be sent.
import * as Y from 'yjs'
import {
  applyStateWithin,
  applyWithin,
  DoesNotFit,
  mostSteps,
  Work,
} from '../../../../../editing/documents/bounded.ts'
import { randomId } from './ids.ts'
import type { Keep, Unsent } from './keep.ts'
import { type Dispute, Mender, type NewDispute } from './mender.ts'
import type { Merger } from './merger.ts'
import { wholeOf } from './open-document.ts'
import { Outbox } from './outbox.ts'
import { type Carried, carry, type Leftover } from './reapply.ts'
import { SeqWindow } from './seq-window.ts'
import { type DocumentServer, Refusal, type TakenUpdate } from './server.ts'
import { names, type Unnumbered, unnumberedOf } from './unnumbered.ts'
import type { Opened } from './wire.ts'
import { sourceOf, YTextModel } from './ytext-model.ts'

/** How often what was missed is asked for though nothing seems missing, ms. */
export const lookEveryMs = 30_000
/** How long a gap may close by itself: what was told and what was answered come on two ways, ms. */
const gapMs = 500
/** What comes more closely than this is put in place together: of ten who type, no screen shows more of them, ms. */
const frameMs = 16
/** Updates that are held until such a gap is closed; more of them are asked for. */
const mostHeld = 200
const tooMuchWork = 'Something was written into this file that takes too much work to read, so it is closed.'
const retryMs = { first: 500, most: 30_000 }
/** Origins of what came from the server, and of what was written here before and waits in this browser's keep. */
const heard = 'heard'
const kept = 'kept'

/**
 * How far what is written here has come. `saved`: the server has all of it. `offline`: it is kept in this browser and sent
 * once there is a connection. `refused`: the server does not take it (`SessionState.refusal` says why), it is kept here.
 * `gone`: the document was deleted, or is no longer ours to see.
 */
export type SessionStatus = 'loading' | 'saved' | 'saving' | 'offline' | 'refused' | 'gone'

/** What is shown of a session; another object after each change. */
export interface SessionState {
  status: SessionStatus
  refusal: string | null
  /** What others sent takes too much work to be put in place: nobody opens it until it is set back or recovered. */
  isBlocked: boolean
  /** Null while it is being opened. Another one after the document was made anew. */
  model: YTextModel | null
  /** How many updates wait to be sent. */
  unsent: number
  /** What was written for a former state of the document and does not go onto this one by itself. */
  leftover: Leftover | null
  /** Where others wrote something else in the same moment, and nobody has decided yet. */
  disputes: readonly Dispute[]
}

export interface SessionOptions {
  id: string
  path: string
  server: DocumentServer
  keep: Keep
  merger: Merger
}

export class DocumentSession {
  readonly id: string
  path: string
  readonly #server: DocumentServer
  readonly #keep: Keep
  readonly #merger: Merger
  readonly #outbox: Outbox
  readonly #listeners = new Set<() => void>()
  readonly #seqs = new SeqWindow<Numbered>()
  #state: SessionState = {
    status: 'loading',
    refusal: null,
    isBlocked: false,
    model: null,
    unsent: 0,
    leftover: null,
    disputes: [],
  }
  #doc: Y.Doc | null = null
  #model: YTextModel | null = null
  #mender: Mender | null = null
  #epoch = 0
  /** What of the document had numbers before what this browser kept went onto it; null while that has not. */
  #had: Unnumbered | null = null
  /** The text that the server is known to have, while something waits: what a later merge begins with. */
  #base: YTextModel['rope'] | null = null
  #stopped: { kind: 'refused' | 'gone'; message: string; isBlocked: boolean } | null = null
  /** What others may still make this tab do. */
  #work = new Work(mostSteps, true)
  #leftover: Leftover | null = null
  #disputes: readonly Dispute[] = []
  #failures = 0
  #busy: Promise<void> | null = null
  #again = false
  #isLineOpen = false
  #isClosed = false
  #gapTimer: Timer
  #lookTimer: Timer
  #placeTimer: Timer
  #placedAt = Number.NEGATIVE_INFINITY
  #retryTimer: Timer

  constructor({ id, path, server, keep, merger }: SessionOptions) {
    this.id = id
    this.path = path
    this.#server = server
    this.#keep = keep
    this.#merger = merger
    this.#outbox = new Outbox(id, keep, () => this.#onOutbox())
  }

  /** Which text of the document this is. */
  get epoch(): number {
    return this.#epoch
  }

  get state(): SessionState {
    return this.#state
  }

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  /** Opens it, and goes on trying while there is no answer. */
  open(): Promise<void> {
    return this.#exclusively(async () => {
      await this.#load()
      this.#look()
    })
  }

  /** Takes what the line told of somebody's update. */
  hear({ epoch, seq, key, author, update }: TakenUpdate): void {
    if (
      !this.#doc ||
      this.#stopped?.isBlocked ||
      epoch < this.#epoch ||
      (epoch === this.#epoch && seq <= this.#seqs.last)
    )
      return
    if (epoch > this.#epoch || !update) {
      this.#expectMore(0)
      return
    }
    try {
      const isOwn = this.#outbox.took([key]).has(key)
      this.#server.heard?.(this.id, epoch, { seq, update })
      if (isOwn || this.#seqs.held.length < mostHeld)
        this.#seqs.hold(seq, { seq, key, author, update, isOwn })
      if (isOwn) this.#mender?.sent(key, seq)
      this.#placeSoon()
    } catch (error) {
      void this.#onFailure(error)
    }
    this.#emit()
  }

  #placeSoon(): void {
    if (this.#placeTimer !== undefined) return
    const wait = this.#placedAt + frameMs - performance.now()
    if (wait <= 0) {
      this.#placeHeard()
      return
    }
    this.#placeTimer = setTimeout(() => {
      this.#placeTimer = undefined
      try {
        this.#placeHeard()
      } catch (error) {
        void this.#onFailure(error)
      }
      this.#emit()
    }, wait)
  }

  #placeHeard(): void {
    const before = this.#seqs.last
    this.#doc?.transact(() => this.#place(), heard)
    if (this.#seqs.last > before) this.#placedAt = performance.now()
    if (this.#seqs.hasGap) this.#expectMore(gapMs)
  }

  /** The line is there, or no more. Nothing is told while it is shut. */
  lineIs(open: boolean): void {
    if (open && !this.#isLineOpen) void this.catchUp()
    this.#isLineOpen = open
  }

  /** Asks for what was missed, and sends what waits. */
  catchUp = (): Promise<void> => {
    if (this.#isClosed || this.#stopped) return Promise.resolve()
    clearTimeout(this.#gapTimer)
    this.#gapTimer = undefined
    if (this.#busy) {
      this.#again = true
      return this.#busy
    }
    return this.#exclusively(() => this.#exchange())
  }

  /** Tries once more what the server did not take. */
  retry(): Promise<void> {
    // What was put in place in part is of no more use; what waits here is kept.
    if (this.#stopped?.isBlocked) this.#letGo()
    this.#stopped = null
    this.#failures = 0
    this.#emit()
    return this.catchUp()
  }

  /** The line told that it was made anew. */
  wasReset = (): Promise<void> => (this.#stopped?.isBlocked ? this.retry() : this.catchUp())

  /** Somebody has decided what holds of something that two wrote differently, or lets it be. */
  settle(disputeId: string): void {
    this.#dispute(this.#disputes.filter(({ id }) => id !== disputeId))
  }

  /** Forgets what was written for a former state; whoever calls has offered it as a file. */
  async dropLeftover(): Promise<void> {
    this.#leftover = null
    await this.#outbox.dropOthers(this.#epoch)
    await this.#keep.dropBase(this.id)
    this.#emit()
  }

  /** Forgets what waits, and shows the document as the server has it. */
  async dropUnsent(): Promise<void> {
    await this.#outbox.clear()
    await this.#keep.dropBase(this.id)
    this.#stopped = null
    this.#letGo()
    await this.open()
  }

  /** What is written now is put aside at once: the page may end any moment. */
  flush = (): void => this.#outbox.flush()

  /** Sends what waits, once, and closes; what does not go is kept. */
  async finish(): Promise<void> {
    this.flush()
    if (this.#outbox.isReady) await this.catchUp()
    this.close()
  }

  close(): void {
    this.flush()
    this.#isClosed = true
    for (const timer of [this.#gapTimer, this.#lookTimer, this.#retryTimer, this.#placeTimer])
      clearTimeout(timer)
    this.#outbox.close()
    this.#letGo()
    this.#listeners.clear()
  }

  async #load(): Promise<void> {
    const opened = await this.#server.load(this.id).catch((error: unknown) => this.#asKept(error))
    if (this.#isClosed) return
    // The same text with more in it: what is shown, one's undo and the carets stay.
    if (this.#doc && opened.epoch === this.#epoch) return this.#take(opened)
    const before = this.#model && this.#outbox.size > 0 ? this.#unsentText() : null
    this.#letGo()
    const doc = new Y.Doc()
    this.#doc = doc
    this.#work = new Work(mostSteps, true)
    this.#epoch = opened.epoch
    this.#seqs.start(0)
    this.#had = null
    this.#take(opened)
    const model = new YTextModel(doc)
    this.#model = model
    this.#base = model.rope
    this.#mender = new Mender({
      doc,
      model,
      path: () => this.path,
      merger: this.#merger,
      onDisputes: (found) => this.#dispute([...this.#disputes, ...found.map(withId)]),
    })
    model.subscribe((_changes, source) => {
      if (source === 'remote' && this.#outbox.size === 0) this.#base = model.rope
    })
    doc.on('update', (update: Uint8Array, origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
      if (origin === heard) return
      if (this.#base) this.#mender?.wrote(transaction, this.#base)
      if (origin !== kept) this.#outbox.write(update, this.#epoch)
    })
    await this.#restore(opened.epoch, before, model)
  }

  /** Where nobody answers, what this browser knows is opened first, and the server asked again. */
  async #asKept(error: unknown): Promise<Opened> {
    const nobody = error instanceof Refusal && error.kind === 'later' && !this.#doc
    const opened = nobody ? await this.#server.kept?.(this.id).catch(() => null) : null
    if (!opened) throw error
    this.#again = true
    return opened
  }

  /** What this browser kept, onto what the server has. */
  async #restore(epoch: number, before: Carried | null, model: YTextModel): Promise<void> {
    const [{ present, former, base }, disputes] = await Promise.all([
      this.#outbox.restore(epoch),
      this.#keep.disputes(this.id).catch(() => []),
    ])
    this.#disputes = disputes
    if (this.#isClosed) return
    const { rope } = model
    if (this.#doc) this.#had = Y.decodeStateVector(Y.encodeStateVector(this.#doc))
    for (const { update } of present) this.#apply(update, kept)
    this.#emit()
    const own =
      base?.epoch === epoch && present.length > 0 ? await carry(base, present).catch(() => null) : null
    const theirs = own && wholeOf(sourceOf(rope))
    if (own && theirs !== null && own.base !== theirs) {
      const { base: began, text: ours } = own
      void this.#mender?.resume({ base: began, ours, theirs, apart: [], authors: [] })
    }
    if (before || former.length > 0) await this.#carry(before, former)
  }

  #take({ seq: snapshotSeq, snapshot, updates }: Opened): void {
    const from = this.#seqs.last + 1
    this.#doc?.transact((transaction) => {
      if (this.#doc) applyStateWithin(this.#doc, snapshot, this.#work, heard)
      this.#seqs.start(Math.max(snapshotSeq, this.#seqs.last))
      for (const one of updates) this.#seqs.hold(one.seq, { ...one, isOwn: false })
      this.#place()
      this.#mender?.caughtUp(transaction, from, this.#seqs.last)
    }, heard)
    // What this browser kept of it may have gaps: what is beyond them is asked for.
    this.#seqs.start(this.#seqs.last)
  }

  /**
   * Puts in place what came, whatever way, in the order of numbers. One's own stands here, and once more it changes nothing; where
   * it could not be put in place before, it can now.
   */
  #place(): void {
    for (const { seq, key, author, update, isOwn } of this.#seqs.ready()) {
      if (!isOwn) {
        if (names(update, this.#unnumbered())) throw new Misplaced()
        try {
          if (key !== undefined) this.#mender?.heard(update, key, author ?? null, seq)
        } catch {
          // What is no update is left out below as well.
        }
      }
      this.#apply(update)
    }
  }

  /** Letters written here that had no number when the update did whose turn it is. */
  #unnumbered(): Unnumbered {
    const own = this.#seqs.held.filter(({ isOwn }) => isOwn).map(({ update }) => update)
    return this.#had ? unnumberedOf([...own, ...this.#outbox.waiting], this.#had) : new Map()
  }

  /** Brings what was written for a former state of the document onto this one. */
  async #carry(before: Carried | null, former: Unsent[]): Promise<void> {
    const model = this.#model
    const own = before ?? (await carry(await this.#keep.base(this.id), former).catch(() => null))
    if (!model || !own) return
    const { rope } = model
    const result = await own.onto(wholeOf(sourceOf(rope)), this.path, this.#merger)
    // Somebody went on writing meanwhile.
    if (model.rope !== rope && model === this.#model) return this.#carry(own, former)
    if ('text' in result) {
      model.apply([{ from: 0, to: model.text.length, insert: result.text }], 'repair')
      this.flush()
      await this.#outbox.dropOthers(this.#epoch)
      await this.#keep.dropBase(this.id)
    } else this.#leftover = result.leftover
    this.#emit()
  }

  #unsentText(): Carried | null {
    if (!this.#model || !this.#base) return null
    return carry.texts(sourceOf(this.#base), this.#model.text)
  }

  /** What another wrote may be anything: what does not apply is left out, as the server does. */
  #apply(update: Uint8Array, origin = heard): void {
    if (!this.#doc) return
    try {
      applyWithin(this.#doc, update, this.#work, origin)
    } catch (error) {
      if (error instanceof DoesNotFit) throw error
      console.warn('An update of a document is none; it is left out.')
    }
  }

  async #exchange(): Promise<void> {
    if (!this.#doc) await this.#load()
    await this.#fetchMissed()
    await this.#send()
  }

  async #fetchMissed(): Promise<void> {
    for (;;) {
      const missed = await this.#server.after(this.id, this.#epoch, this.#seqs.last)
      if (missed.length === 0 || this.#isClosed) return
      const own = this.#outbox.took(missed.map(({ key }) => key))
      for (const one of missed) {
        const isOwn = own.has(one.key)
        if (isOwn) this.#mender?.sent(one.key, one.seq)
        this.#seqs.hold(one.seq, { ...one, isOwn })
      }
      this.#place()
      this.#emit()
    }
  }

  async #send(): Promise<void> {
    for (;;) {
      const batch = this.#outbox.next(this.#epoch)
      if (batch.length === 0 || this.#isClosed) return
      const taken = await this.#server.append(this.id, this.#epoch, batch)
      for (const { key, seq } of taken) this.#mender?.sent(key, seq)
      this.#outbox.took(taken.map(({ key }) => key))
      const sent = new Map(batch.map(({ key, update }) => [key, update]))
      for (const { key, seq } of taken) {
        const update = sent.get(key)
        if (update) this.#seqs.hold(seq, { seq, key, update, isOwn: true })
      }
      this.#place()
      if (this.#seqs.hasGap) this.#expectMore(gapMs)
      this.#failures = 0
      this.#emit()
    }
  }

  #onOutbox(): void {
    // It is said to be kept from now on, though nobody has tried to send it yet.
    if (!navigator.onLine) void this.#keepBase()
    this.#emit()
    if (this.#retryTimer === undefined && this.#outbox.isReady) this.#sendSoon()
  }

  #sendSoon(): void {
    // Whoever is at work looks once more when done.
    if (this.#busy) this.#again = true
    else if (!this.#stopped && !this.#isClosed) void this.#exclusively(() => this.#send())
  }

  /** One exchange with the server at a time; what fails is judged here. */
  #exclusively(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    const run = async () => {
      try {
        await work()
        this.#failures = 0
      } catch (error) {
        await this.#onFailure(error)
      } finally {
        this.#busy = null
        this.#emit()
      }
      if (!this.#again || this.#isClosed || this.#stopped || this.#retryTimer !== undefined) return
      this.#again = false
      await this.#exclusively(() => this.#exchange())
    }
    this.#busy = run()
    return this.#busy
  }

  async #onFailure(error: unknown): Promise<void> {
    if (error instanceof Misplaced) {
      // As everybody else reads it: first what has a number, then what was written here, which is kept.
      this.#letGo()
      if (this.#busy) this.#again = true
      else void this.catchUp()
      return
    }
    const refusal = refusalOf(error)
    if (refusal.kind === 'reset') {
      // If that fails too, what is shown stays: the next try finds the same.
      await this.#load().catch((reason: unknown) =>
        reason instanceof Misplaced ? this.#letGo() : this.#later(),
      )
      this.#again = true
      return
    }
    if (refusal.kind === 'later') return this.#later()
    const kind = refusal.kind === 'gone' ? 'gone' : 'refused'
    const isBlocked = refusal.kind === 'blocked'
    this.#stopped = { kind, message: refusal.message, isBlocked }
    if (isBlocked && !this.#model) this.#letGo()
    if (this.#doc) return this.#keepBase()
    const own = await carry(await this.#keep.base(this.id), await this.#keep.unsent(this.id)).catch(
      () => null,
    )
    if (own) this.#leftover = { path: this.path, text: own.text }
  }

  #later(): void {
    this.#failures++
    const wait = Math.min(retryMs.most, retryMs.first * 2 ** Math.min(this.#failures - 1, 10))
    if (!this.#isClosed)
      this.#retryTimer = setTimeout(() => void this.retryNow(), wait * (0.75 + Math.random() / 4))
    void this.#keepBase()
  }

  /** The network is back, or it is time: what waits is sent. */
  retryNow = (): Promise<void> => {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    return this.catchUp()
  }

  #expectMore(wait: number): void {
    this.#gapTimer ??= setTimeout(() => {
      this.#gapTimer = undefined
      if (wait === 0 || this.#seqs.hasGap) void this.catchUp()
    }, wait)
  }

  #look(): void {
    clearTimeout(this.#lookTimer)
    if (this.#isClosed) return
    this.#lookTimer = setTimeout(() => {
      void this.catchUp()
      this.#look()
    }, lookEveryMs)
  }

  /** While something waits: what is needed to bring it onto another state of the document. */
  async #keepBase(): Promise<void> {
    if (!this.#doc || !this.#base || this.#outbox.size === 0 || this.#outbox.hasBase) return
    this.#outbox.hasBase = true
    const state = Y.encodeStateAsUpdateV2(this.#doc)
    const text = this.#base.sliceString(0, this.#base.length, '\n')
    const base = { documentId: this.id, path: this.path, epoch: this.#epoch, text, state }
    await this.#keep.keepBase(base).catch(() => {
      this.#outbox.hasBase = false
    })
  }

  #dispute(disputes: readonly Dispute[]): void {
    this.#disputes = disputes
    void this.#keep.keepDisputes(this.id, disputes).catch(() => undefined)
    this.#emit()
  }

  #letGo(): void {
    this.#mender?.close()
    this.#mender = null
    this.#model?.destroy()
    this.#doc?.destroy()
    this.#model = null
    this.#doc = null
  }

  #emit(): void {
    if (this.#outbox.size === 0 && this.#model) this.#base = this.#model.rope
    this.#mender?.settle(this.#outbox.size === 0 && !this.#seqs.hasGap)
    const next: SessionState = {
      status: this.#statusNow(),
      refusal: this.#stopped?.message ?? null,
      isBlocked: this.#stopped?.isBlocked ?? false,
      model: this.#model,
      unsent: this.#outbox.size,
      leftover: this.#leftover,
      disputes: this.#disputes,
    }
    const same = (Object.keys(next) as (keyof SessionState)[]).every(
      (name) => next[name] === this.#state[name],
    )
    if (same) return
    this.#state = next
    for (const listen of [...this.#listeners]) listen()
  }

  #statusNow(): SessionStatus {
    if (this.#stopped) return this.#stopped.kind
    if (this.#failures > 0 || !navigator.onLine) return this.#model ? 'offline' : 'loading'
    if (!this.#model) return 'loading'
    return this.#outbox.size > 0 ? 'saving' : 'saved'
  }
}

/** An update of the document, with its place in it. Who wrote it is not told of those that come with the document. */
interface Numbered extends Partial<Pick<TakenUpdate, 'key' | 'author'>> {
  seq: number
  update: Uint8Array
  isOwn: boolean
}

/** Somebody names letters that only this window has: everybody else leaves that out. */
class Misplaced extends Error {}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DoesNotFit) return new Refusal('blocked', tooMuchWork)
  console.error(error)
  return new Refusal('later', '')
}

type Timer = ReturnType<typeof setTimeout> | undefined

function withId(found: NewDispute): Dispute {
  return { ...found, id: randomId() }
}
