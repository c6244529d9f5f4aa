import { References } from '../../../../../../editing/references/index.ts'
import { applyChanges } from '../../../../../../editing/text/changes.ts'
import type { Change } from '../../../../../../editing/types.ts'
import { Lines } from './lines.ts'

/** The worker's copy of the texts. */
export class Texts {
  readonly references = new References()
  /** Files without a text here. */
  others: ReadonlySet<string> = new Set()
  private readonly lines = new Map<string, { text: string; lines: Lines }>()

  set(path: string, text: string): void {
    this.references.set(path, text)
  }

  change(path: string, changes: readonly Change[]): void {
    if (this.references.has(path)) this.set(path, applyChanges(this.references.text(path), changes))
  }

  delete(path: string): void {
    this.references.delete(path)
    this.lines.delete(path)
  }

  linesOf(path: string): Lines {
    const text = this.references.text(path)
    const known = this.lines.get(path)
    if (known?.text === text) return known.lines
    const lines = new Lines(text)
    this.lines.set(path, { text, lines })
    return lines
  }
}
