// What code and forms know of the comments of the document in front: where they are, and how one says something there.
import type { Path, Range } from '../../../../../editing/types.ts'
import type { Target } from './model.ts'

export interface CommentMark {
  id: number
  range: Range
  path: Path | null
  /** Of a whole part, or of words. */
  isPart: boolean
  isSelected: boolean
}

/** Outside of React: an editor and a thousand rows of a form look into it, each for itself. */
export class CommentMarks {
  #documentId: string | null = null
  #marks: readonly CommentMark[] = []
  #selection: { documentId: string; range: Range } | null = null
  readonly #listeners = new Set<() => void>()
  /** Opens a thread. */
  onOpen: (id: number) => void = () => undefined
  /** Begins one about what is selected. */
  onComment: () => void = () => undefined

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  show(documentId: string | null, marks: readonly CommentMark[]): void {
    if (documentId === this.#documentId && JSON.stringify(marks) === JSON.stringify(this.#marks)) return
    this.#documentId = documentId
    this.#marks = marks
    for (const listen of [...this.#listeners]) listen()
  }

  of(documentId: string): readonly CommentMark[] {
    return documentId === this.#documentId ? this.#marks : []
  }

  /** Those of a part and of all that is in it; of the whole file those of no operation and no component. */
  at(documentId: string, path: Path): readonly CommentMark[] {
    return this.of(documentId).filter((mark) => {
      if (!mark.path) return false
      if (path.length === 0) return !many.has(String(mark.path[0]))
      return path.every((key, depth) => String(mark.path?.[depth]) === String(key))
    })
  }

  /** What is selected in the code. */
  select(documentId: string, range: Range): void {
    this.#selection = { documentId, range }
  }

  selection(documentId: string): Range | null {
    return this.#selection?.documentId === documentId ? this.#selection.range : null
  }
}

const many = new Set(['paths', 'components', 'definitions', 'webhooks', 'parameters', 'responses'])

/** What a document needs to have its parts talked about. */
export interface Commenting {
  marks: CommentMarks
  beginAt: (target: Target) => void
}
