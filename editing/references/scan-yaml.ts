import { MAX_SCAN_DEPTH, type ScanEvents } from './events.ts'
import { flowEnd, quotedEnd, scanFlow } from './scan-flow.ts'

/** A block of lines that begin in one column: the members of an object, or the elements of a list. */
interface Block {
  column: number
  list: boolean
  /** Nobody listens to what is in it. */
  muted: boolean
}

/**
 * Walks YAML by its lines and their indentation (1.2.2, chapter 8). Of a file with several documents the first; keys
 * with a question mark are passed over.
 */
export function scanYaml(text: string, events: ScanEvents): void {
  new YamlScan(text, events).run()
}

class YamlScan {
  private readonly text: string
  private readonly events: ScanEvents
  private readonly blocks: Block[] = []
  private at = 0
  private lineEnd = 0
  private begun = false
  /** A key or a dash whose value stands on the lines below, if there is one. */
  private waits = false

  constructor(text: string, events: ScanEvents) {
    this.text = text
    this.events = events
  }

  run(): void {
    while (this.at < this.text.length && this.line()) {}
    this.leave(() => true)
  }

  private line(): boolean {
    const start = this.at
    this.setLineEnd(start)
    let at = start
    while (this.text[at] === ' ') at += 1
    if (this.isBlank(at)) return this.next()
    if (at === start && this.isMarker(at)) {
      if (this.begun || this.text.startsWith('...', at)) return false
      at += 3
      while (this.text[at] === ' ') at += 1
      if (this.isBlank(at)) return this.next()
    } else if (at === start && this.text[at] === '%' && !this.begun) return this.next()
    this.begun = true
    const column = at - start
    const dash = this.isDash(at)
    this.leave((top) => top.column > column || (top.column === column && top.list && !dash))
    this.at = at
    this.entry(column, start)
    return true
  }

  /** What begins at `this.at`: a dash, a key, or a value alone. */
  private entry(column: number, lineStart: number): void {
    const { at } = this
    if (this.isDash(at)) {
      if (!this.enter(column, true)) return
      this.waits = true
      let next = at + 1
      while (this.text[next] === ' ') next += 1
      if (this.isBlank(next)) {
        this.next()
        return
      }
      this.at = next
      this.entry(next - lineStart, lineStart)
      return
    }
    if (this.text[at] === '?' && /[\s]/.test(this.text[at + 1] ?? ' ')) {
      this.next()
      return
    }
    const end = this.keyEnd(at)
    if (end === -1) {
      this.value(this.blocks.at(-1)?.column ?? -1)
      return
    }
    if (!this.enter(column, false)) return
    const style = this.text[at] === '"' ? 'double' : this.text[at] === "'" ? 'single' : 'plain'
    if (!this.muted) this.events.key(at, end, style)
    this.waits = true
    this.at = this.text.indexOf(':', end) + 1
    this.value(column)
  }

  /** A value at or behind `this.at` on this line; what goes on below is more indented than `column`. */
  private value(column: number): void {
    this.skipProperties()
    const { at, text } = this
    if (this.isBlank(at)) {
      this.next()
      return
    }
    this.waits = false
    const first = text[at]
    if (first === '|' || first === '>') this.blockScalar(at, column)
    else if (first === '{' || first === '[') {
      const end = this.muted ? flowEnd(text, at) : scanFlow(text, at, this.events)
      this.after(end)
    } else if (first === '"' || first === "'") {
      const end = quotedEnd(text, at)
      this.scalar(at, end, first === '"' ? 'double' : 'single')
      this.after(end)
    } else this.plainScalar(at, column)
  }

  private plainScalar(from: number, column: number): void {
    let to = this.plainEnd(from)
    this.next()
    // Lines that are more indented belong to it, until a comment or an end.
    while (this.at < this.text.length) {
      const start = this.at
      this.setLineEnd(start)
      let at = start
      while (this.text[at] === ' ') at += 1
      if (this.text[at] === '#') break
      if (!this.isBlank(at)) {
        if (at - start <= column || (at === start && this.isMarker(at))) break
        to = this.plainEnd(at)
      }
      this.next()
    }
    this.scalar(from, to, 'plain')
  }

  private blockScalar(from: number, column: number): void {
    this.next()
    let to = this.lineEnd
    while (this.at < this.text.length) {
      const start = this.at
      this.setLineEnd(start)
      let at = start
      while (this.text[at] === ' ') at += 1
      const empty = at >= this.lineEnd || this.text[at] === '\r'
      if (!empty && at - start <= column) break
      if (!empty) to = this.lineEnd
      this.next()
    }
    this.scalar(from, to, 'block')
  }

  private scalar(from: number, to: number, style: 'double' | 'single' | 'plain' | 'block'): void {
    if (!this.muted) this.events.scalar(from, to, style)
  }

  private enter(column: number, list: boolean): boolean {
    const top = this.blocks.at(-1)
    if (top && top.column === column && top.list === list) {
      this.settle()
      return true
    }
    if (this.blocks.length >= MAX_SCAN_DEPTH) {
      this.at = this.text.length
      return false
    }
    const muted = this.muted || !this.events.open(list, this.at)
    this.blocks.push({ column, list, muted })
    this.waits = false
    return true
  }

  private leave(isOver: (top: Block) => boolean): void {
    for (let top = this.blocks.at(-1); top && isOver(top); top = this.blocks.at(-1)) {
      this.settle()
      this.blocks.pop()
      if (!top.muted) this.events.close(this.at)
      else if (!this.muted) this.events.skipped?.(this.at)
    }
  }

  // A key or dash without a value has null.
  private settle(): void {
    if (this.waits) this.scalar(this.at, this.at, 'plain')
    this.waits = false
  }

  private get muted(): boolean {
    return this.blocks.at(-1)?.muted ?? false
  }

  private next(): true {
    this.at = this.lineEnd + 1
    return true
  }

  private after(end: number): void {
    this.setLineEnd(end)
    this.next()
  }

  private setLineEnd(from: number): void {
    const end = this.text.indexOf('\n', from)
    this.lineEnd = end === -1 ? this.text.length : end
  }

  private isBlank(at: number): boolean {
    let next = at
    while (this.text[next] === ' ' || this.text[next] === '\t' || this.text[next] === '\r') next += 1
    return next >= this.lineEnd || this.text[next] === '#'
  }

  private isMarker(at: number): boolean {
    const mark = this.text.slice(at, at + 3)
    return (mark === '---' || mark === '...') && /\s/.test(this.text[at + 3] ?? '\n')
  }

  private isDash(at: number): boolean {
    return this.text[at] === '-' && /\s/.test(this.text[at + 1] ?? '\n')
  }

  /** Behind the key that begins at `at`; -1 where there is none on this line. */
  private keyEnd(at: number): number {
    const { text } = this
    const first = text[at] ?? ''
    if (first === '"' || first === "'") {
      const end = quotedEnd(text, at)
      let next = end
      while (text[next] === ' ') next += 1
      return end <= this.lineEnd && text[next] === ':' && /\s/.test(text[next + 1] ?? '\n') ? end : -1
    }
    if ('{}[],#|>%@`&*!'.includes(first)) return -1
    for (let colon = text.indexOf(':', at); colon !== -1 && colon < this.lineEnd; ) {
      if (/\s/.test(text[colon + 1] ?? '\n')) {
        const comment = text.slice(at, colon).search(/\s#/)
        if (comment !== -1) return -1
        let end = colon
        while (text[end - 1] === ' ') end -= 1
        return end
      }
      colon = text.indexOf(':', colon + 1)
    }
    return -1
  }

  private plainEnd(from: number): number {
    const line = this.text.slice(from, this.lineEnd)
    const comment = line.search(/\s#/)
    return from + (comment === -1 ? line : line.slice(0, comment)).trimEnd().length
  }

  // Anchors and tags say nothing of the value's place.
  private skipProperties(): void {
    for (;;) {
      while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at += 1
      if (this.at >= this.lineEnd || !/[&!]/.test(this.text[this.at] ?? '')) return
      while (this.at < this.lineEnd && !/\s/.test(this.text[this.at] ?? ' ')) this.at += 1
    }
  }
}
