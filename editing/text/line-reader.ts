import type { TextSource } from '../types.ts'

const WINDOW = 65_536

/** The lines of a stretch of a text one after the other, without their line feeds. */
export class LineReader {
  /** Where the line begins that was read last. */
  start: number
  private readonly text: TextSource
  private readonly end: number
  private window = ''
  private windowAt: number
  private next: number

  constructor(text: TextSource, from: number, to: number) {
    this.text = text
    this.end = Math.min(to, text.length)
    this.start = from
    this.next = from
    this.windowAt = from
  }

  /** The next line, null behind the last. What follows a last line feed is no line. */
  read(): string | null {
    if (this.next >= this.end) return null
    this.start = this.next
    let feed = this.window.indexOf('\n', this.start - this.windowAt)
    while (feed === -1 && this.windowAt + this.window.length < this.end) feed = this.refill()
    const inside = this.start - this.windowAt
    this.next = feed === -1 ? this.end : this.windowAt + feed + 1
    return this.window.slice(inside, feed === -1 ? undefined : feed)
  }

  private refill(): number {
    const kept = this.window.slice(this.start - this.windowAt)
    const from = this.windowAt + this.window.length
    // A line that is longer than the window gets one twice as long.
    const more = this.text.slice(from, Math.min(this.end, from + Math.max(WINDOW, kept.length)))
    this.windowAt = this.start
    this.window = kept + more
    const found = more.indexOf('\n')
    return found === -1 ? -1 : kept.length + found
  }
}
