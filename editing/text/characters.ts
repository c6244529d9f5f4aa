import type { TextSource } from '../types.ts'

const WINDOW = 65_536

/** Characters of a text one by one, of which only a window is held at a time. */
export class Characters {
  readonly length: number
  private readonly text: TextSource
  private window = ''
  private start = 0

  constructor(text: TextSource) {
    this.text = text
    this.length = text.length
  }

  /** The UTF-16 unit at an offset; NaN outside. */
  at(offset: number): number {
    const inside = offset - this.start
    if (inside >= 0 && inside < this.window.length) return this.window.charCodeAt(inside)
    if (offset < 0 || offset >= this.length) return Number.NaN
    // A little in front stays, for what looks back.
    this.start = Math.max(0, offset - 64)
    this.window = this.text.slice(this.start, Math.min(this.length, this.start + WINDOW))
    return this.window.charCodeAt(offset - this.start)
  }

  /** What is held around an offset, and where that begins. */
  around(offset: number): { readonly window: string; readonly start: number } {
    this.at(offset)
    return { window: this.window, start: this.start }
  }

  /** Where a character stands next, from an offset on and in front of `end`; -1 where it does not. */
  find(character: string, from: number, end = this.length): number {
    const last = Math.min(end, this.length)
    for (let at = from; at < last; at = this.start + this.window.length) {
      this.at(at)
      const found = this.window.indexOf(character, at - this.start)
      if (found !== -1) return this.start + found < last ? this.start + found : -1
    }
    return -1
  }

  slice(from: number, to: number): string {
    if (from >= this.start && to <= this.start + this.window.length)
      return this.window.slice(from - this.start, to - this.start)
    return this.text.slice(from, to)
  }
}
