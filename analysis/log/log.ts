import { DescriptionError } from '../errors.ts'
import { frontMatterPlaces } from '../files/front-matter.ts'
import { kindByName } from '../files/kinds.ts'
import { placesOf } from '../parse/places.ts'
import type { Diagnostic } from '../types.ts'
import type { LineCode } from './catalogue.ts'
import { diagnostic, type LinePlace } from './diagnostic.ts'

// More of one kind than anybody reads: a file of a million broken references must not become a million lines.
const MAX_A_CODE = 200

/** The lines of one analysis, at most 200 of a kind. */
export class Log {
  private readonly lines: Diagnostic[] = []
  private readonly counts = new Map<string, number>()

  /** Adds a line of the catalogue. */
  add(code: LineCode, place: LinePlace, words: Record<string, string | number> = {}): void {
    if (this.hasRoomFor(code)) this.lines.push(diagnostic(code, place, words))
  }

  /** Adds lines that were made elsewhere. */
  take(lines: Iterable<Diagnostic>): void {
    for (const line of lines) if (this.hasRoomFor(line.code)) this.lines.push(line)
  }

  /** Adds a file that cannot be read, at the place that is to blame. Throws on what is no such error. */
  takeError(error: unknown): void {
    if (!(error instanceof DescriptionError)) throw error
    const { message, file, line, column } = error
    this.add('unreadable', { file, line, column }, { reason: message })
  }

  /** Every line; a pointer has its line and column, where `textOf` still knows the text of its file. */
  finished(textOf: (path: string) => string | undefined): Diagnostic[] {
    const places = this.places(textOf)
    const located = this.lines.map((line) => {
      const position = line.pointer === undefined ? undefined : places.get(line.file)?.get(line.pointer)
      return position && line.line === undefined ? { ...line, ...position } : line
    })
    return [...located, ...this.leftOut()]
  }

  private hasRoomFor(code: LineCode): boolean {
    const count = (this.counts.get(code) ?? 0) + 1
    this.counts.set(code, count)
    return count <= MAX_A_CODE
  }

  private leftOut(): Diagnostic[] {
    return [...this.counts].flatMap(([code, count]) => {
      const first = count > MAX_A_CODE ? this.lines.find((line) => line.code === code) : undefined
      return first ? [diagnostic('more-lines', { file: first.file }, { more: count - MAX_A_CODE })] : []
    })
  }

  private places(textOf: (path: string) => string | undefined) {
    const wanted = new Map<string, Set<string>>()
    for (const { file, pointer, line } of this.lines) {
      if (pointer === undefined || line !== undefined) continue
      const pointers = wanted.get(file)
      if (pointers) pointers.add(pointer)
      else wanted.set(file, new Set([pointer]))
    }
    return new Map(
      [...wanted].flatMap(([file, pointers]) => {
        const text = textOf(file)
        const find = kindByName(file) === 'markdown' ? frontMatterPlaces : placesOf
        return text === undefined ? [] : [[file, find(text, pointers)] as const]
      }),
    )
  }
}
