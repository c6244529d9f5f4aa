// A server of documents for tests: as strict as the contract, and as unreliable as a test asks.

import * as Y from 'yjs'
import { documentOf, textOf as documentText } from '../../../../../editing/documents/state.ts'
import { type DocumentServer, Refusal, type TakenUpdate } from './server.ts'
import { textName } from './ytext-model.ts'

interface Row extends TakenUpdate {
  update: Uint8Array
}

type Fault = 'offline' | 'lost answer' | Refusal

/** The server with one document. */
export class FakeServer implements DocumentServer {
  readonly id = 'document-1'
  epoch = 1
  rows: Row[] = []
  deleted = false
  /** What the next calls meet; the last one stays. */
  faults: (Fault | null)[] = []
  /** Who hears of updates; what `told` answers is what they are told, null says nothing. */
  readonly listeners = new Set<(taken: TakenUpdate) => void>()
  told: (taken: TakenUpdate) => TakenUpdate | null = (taken) => taken
  calls: string[] = []
  #snapshot: Uint8Array

  constructor(text: string) {
    this.#snapshot = stateOf(text)
  }

  /** The text as the worker would publish it. */
  get text(): string {
    return documentText(
      documentOf(
        this.#snapshot,
        this.rows.map(({ update }) => update),
      ),
    )
  }

  /** Makes the document anew, as discarding its changes does. */
  reset(text: string): void {
    this.epoch++
    this.rows = []
    this.#snapshot = stateOf(text)
  }

  /** Takes an update as if somebody else had sent it. */
  write(update: Uint8Array, key = `other-${this.rows.length}`): void {
    this.#take(key, update)
  }

  async load(id: string) {
    this.calls.push('load')
    return this.#meet(() => {
      this.#guard(id, this.epoch)
      return { epoch: this.epoch, seq: 0, snapshot: this.#snapshot, updates: this.rows.slice() }
    })
  }

  async append(id: string, epoch: number, updates: readonly { key: string; update: Uint8Array }[]) {
    this.calls.push(`append ${updates.length}`)
    return this.#meet(() => {
      this.#guard(id, epoch)
      if (updates.some(({ update }) => update.length > 2_000_000)) throw new Refusal('refused', 'Too large.')
      return updates.map(({ key, update }) => ({ key, seq: this.#take(key, update) }))
    })
  }

  async after(id: string, epoch: number, seq: number) {
    this.calls.push('after')
    return this.#meet(() => {
      this.#guard(id, epoch)
      return this.rows.filter((row) => row.seq > seq).slice(0, 3)
    })
  }

  #take(key: string, update: Uint8Array): number {
    const before = this.rows.find((row) => row.key === key)
    if (before) return before.seq
    const row = { epoch: this.epoch, seq: this.rows.length + 1, key, author: null, update }
    this.rows.push(row)
    const told = this.told(row)
    if (told) for (const listen of this.listeners) listen(told)
    return row.seq
  }

  #guard(id: string, epoch: number): void {
    if (id !== this.id || this.deleted) throw new Refusal('gone', 'The file was deleted.')
    if (epoch !== this.epoch) throw new Refusal('reset', 'The file was reset.')
  }

  #meet<Answer>(work: () => Answer): Answer {
    const fault = this.faults.length > 1 ? this.faults.shift() : this.faults[0]
    if (fault === 'offline') throw new Refusal('later', 'No answer.')
    if (fault instanceof Refusal) throw fault
    const answer = work()
    if (fault === 'lost answer') throw new Refusal('later', 'No answer.')
    return answer
  }
}

function stateOf(text: string): Uint8Array {
  const doc = new Y.Doc()
  doc.getText(textName).insert(0, text)
  return Y.encodeStateAsUpdateV2(doc)
}
