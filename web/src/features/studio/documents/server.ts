// What the server does for documents, as sessions ask it.
import type { NumberedUpdate, Opened } from './wire.ts'

export interface KeyedUpdate {
  key: string
  update: Uint8Array
}

/** An update as somebody wrote it; `update` is null where it was too large to be told, and is fetched. */
export interface TakenUpdate {
  epoch: number
  seq: number
  key: string
  /** The account of whoever wrote it; null where that is not known. */
  author: number | null
  update: Uint8Array | null
}

/** Why an update was not taken, or a document not opened. */
export class Refusal extends Error {
  override name = 'Refusal'
  /**
   * `reset`: it was made anew, and updates of the former one are of no use. `gone`: it was deleted. `denied`: it may not
   * be written, or read, any more. `blocked`: it takes too much work to be read. `later`: no answer, or not now; it is tried again. `refused`: never in this form.
   */
  readonly kind: 'reset' | 'gone' | 'denied' | 'blocked' | 'later' | 'refused'

  constructor(kind: Refusal['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Each rejects with a `Refusal`. */
export interface DocumentServer {
  load(documentId: string): Promise<Opened>
  /** The document as this browser last knew it, for when nobody answers; null where it does not. */
  kept?(documentId: string): Promise<Opened | null>
  /** What was told of it, to be kept too. */
  heard?(documentId: string, epoch: number, update: NumberedUpdate): void
  /** Where each update has come; those that were there already answer the same. */
  append(
    documentId: string,
    epoch: number,
    updates: readonly KeyedUpdate[],
  ): Promise<readonly { key: string; seq: number }[]>
  /** What came after an update, as many as one answer holds; empty at the end. */
  after(
    documentId: string,
    epoch: number,
    seq: number,
  ): Promise<readonly (NumberedUpdate & { key: string; author: number | null })[]>
}
