// What a form stands over: a text that is read as a description, and the one way to write it.
import type { Path, Refused } from '../../../../../../editing/types.ts'
import type { Description, OpenDocument } from '../../documents/open-document.ts'

export interface FormSource {
  readonly id: string
  readonly path: string
  readonly model: Pick<OpenDocument['model'], 'text' | 'apply' | 'subscribe'>
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

/** The value at a path, or undefined where there is none or it cannot be read. */
export function valueAt(source: Pick<FormSource, 'description'>, path: Path): unknown {
  const read = source.description.read(path)
  return 'refused' in read ? undefined : read.value
}

export interface Part {
  /** The last that could be read. */
  value: unknown
  /** Why it cannot be read now; a value that is simply not there is no problem. */
  problem: Refused | null
}

// Values of parts that do not parse for now. Bounded: a form shows one part at a time.
const keptAtMost = 400

/** Reads parts and keeps the last good value of each, for as long as the document is open. */
export class PartReader {
  readonly #source: FormSource
  readonly #good = new Map<string, unknown>()

  constructor(source: FormSource) {
    this.#source = source
  }

  read(path: Path, key: string): Part {
    const read = this.#source.description.read(path)
    if (!('refused' in read)) {
      this.#good.delete(key)
      this.#good.set(key, read.value)
      const oldest = this.#good.size > keptAtMost ? this.#good.keys().next().value : undefined
      if (oldest !== undefined) this.#good.delete(oldest)
      return { value: read.value, problem: null }
    }
    if (read.refused === 'not_found') {
      this.#good.delete(key)
      return { value: undefined, problem: null }
    }
    return { value: this.#good.get(key), problem: read }
  }
}
