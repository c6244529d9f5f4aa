// What a form stands over: a text that is read as a description, and the one way to write it.
import type { Broken } from '../../../../../../editing/description.ts'
import type { Key, Path, Refused } from '../../../../../../editing/types.ts'
import type { Description, OpenDocument } from '../../documents/open-document.ts'
import { pathKey } from './edits.ts'

export interface FormSource {
  readonly id: string
  readonly path: string
  readonly model: Pick<OpenDocument['model'], 'text' | 'apply' | 'subscribe' | 'undo'>
  readonly description: Description
  readonly awareness: OpenDocument['awareness']
  readonly readOnly: boolean
}

/** A document as a form needs it; null for what is no description. */
export function sourceOf(
  document: Omit<FormSource, 'description'> & Pick<OpenDocument, 'description'>,
): FormSource | null {
  const { id, path, model, description, awareness, readOnly } = document
  return description ? { id, path, model, description, awareness, readOnly } : null
}

/** The value at a path, or undefined where there is none or it cannot be read; what is broken within it is undefined. */
export function valueAt(source: Pick<FormSource, 'description'>, path: Path): unknown {
  const read = source.description.readAround(path)
  return 'refused' in read ? undefined : read.value
}

/** The value at a path where all of it can be read: what is written elsewhere, or instead, has to be whole. */
export function wholeAt(source: Pick<FormSource, 'description'>, path: Path): unknown {
  const read = source.description.read(path)
  return 'refused' in read ? undefined : read.value
}

export interface Part {
  /** The last that could be read. */
  value: unknown
  /** Why it cannot be read now; a value that is simply not there is no problem. */
  problem: Refused | null
  /** What within it cannot be read, while the rest can. */
  broken: readonly Broken[]
}

const whole: readonly Broken[] = []

// Values of parts that do not parse for now. Bounded: a form shows one part at a time.
const keptAtMost = 400

/** Reads parts and keeps the last good value of each, for as long as the document is open. */
export class PartReader {
  readonly #source: FormSource
  readonly #good = new Map<string, unknown>()

  constructor(source: FormSource) {
    this.#source = source
  }

  read(path: Path): Part {
    const read = this.#source.description.readAround(path)
    if ('refused' in read) {
      if (read.refused !== 'not_found') return { value: this.#lastGood(path), problem: read, broken: whole }
      this.#good.delete(pathKey(path))
      return { value: undefined, problem: null, broken: whole }
    }
    for (const { path: inner } of read.broken)
      if (inner.length > path.length) mend(read.value, inner.slice(path.length), this.#lastGood(inner))
    this.#keep(pathKey(path), read.value)
    return { value: read.value, problem: null, broken: read.broken }
  }

  #keep(key: string, value: unknown): void {
    this.#good.delete(key)
    this.#good.set(key, value)
    const oldest = this.#good.size > keptAtMost ? this.#good.keys().next().value : undefined
    if (oldest !== undefined) this.#good.delete(oldest)
  }

  /** As it was when it, or what it is in, could be read last. */
  #lastGood(path: Path): unknown {
    for (let depth = path.length; depth >= 0; depth--) {
      const known = this.#good.get(pathKey(path.slice(0, depth)))
      if (known === undefined) continue
      const value = path.slice(depth).reduce<unknown>(memberOf, known)
      if (value !== undefined) return value
    }
    return undefined
  }
}

const memberOf = (value: unknown, key: Key): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<Key, unknown>)[key]
    : undefined

/** Puts what a part was last in its place within what can be read. */
function mend(value: unknown, path: Path, last: unknown): void {
  const owner = path.slice(0, -1).reduce<unknown>(memberOf, value)
  const key = path.at(-1)
  if (typeof owner === 'object' && owner !== null && key !== undefined && last !== undefined)
    Object.defineProperty(owner, key, { value: last, enumerable: true, configurable: true, writable: true })
}
