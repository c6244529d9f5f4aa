import { MAX_SCAN_DEPTH, type ScanEvents } from './events.ts'
import { stringEnd } from './scan-json.ts'

/** Behind the closing quote of a scalar of YAML. */
export function quotedEnd(text: string, open: number): number {
  if (text[open] === '"') return stringEnd(text, open)
  for (let at = text.indexOf("'", open + 1); at !== -1; at = text.indexOf("'", at + 2)) {
    if (text[at + 1] !== "'") return at + 1
  }
  return text.length
}

const SILENT: ScanEvents = { open: () => true, close: () => {}, key: () => {}, scalar: () => {} }

/** Behind the object or list in flow style that opens at `open`. */
export function flowEnd(text: string, open: number): number {
  return scanFlow(text, open, SILENT)
}

/** Walks an object or a list in flow style (YAML 1.2.2, section 7.4), and says where it ends. */
export function scanFlow(text: string, open: number, events: ScanEvents): number {
  /** Open objects and lists: whether they are lists, and whether somebody listens. */
  const stack: { list: boolean; muted: boolean; expectsKey: boolean }[] = []
  const end = text.length
  let at = open
  while (at < end) {
    const char = text[at] ?? ''
    const top = stack.at(-1)
    if (char === '{' || char === '[') {
      if (stack.length >= MAX_SCAN_DEPTH) return end
      const list = char === '['
      const muted = (top?.muted ?? false) || !events.open(list, at)
      if (top) top.expectsKey = false
      stack.push({ list, muted, expectsKey: !list })
      at += 1
    } else if (char === '}' || char === ']') {
      stack.pop()
      at += 1
      if (!top?.muted) events.close(at)
      else if (!stack.at(-1)?.muted) events.skipped?.(at)
      if (stack.length === 0) return at
    } else if (char === ',') {
      if (top) top.expectsKey = !top.list
      at += 1
    } else if (char === ':') {
      if (top) top.expectsKey = false
      at += 1
    } else if (/\s/.test(char)) at += 1
    else if (char === '#' && /\s/.test(text[at - 1] ?? ' ')) {
      const line = text.indexOf('\n', at)
      at = line === -1 ? end : line
    } else if (char === '&' || char === '!') {
      while (at < end && !/[\s,[\]{}]/.test(text[at] ?? '')) at += 1
    } else {
      const quoted = char === '"' || char === "'"
      const to = quoted ? quotedEnd(text, at) : plainEnd(text, at)
      const style = char === '"' ? 'double' : char === "'" ? 'single' : 'plain'
      if (top && !top.muted) {
        if (top.expectsKey) events.key(at, to, style)
        else events.scalar(at, to, style)
      }
      at = to
    }
  }
  for (const { muted } of stack.reverse()) if (!muted) events.close(end)
  return end
}

function plainEnd(text: string, from: number): number {
  let at = from + 1
  while (at < text.length) {
    const char = text[at] ?? ''
    if (/[,[\]{}\n]/.test(char)) break
    if (char === ':' && /[\s,[\]{}]/.test(text[at + 1] ?? ' ')) break
    if (char === '#' && /\s/.test(text[at - 1] ?? '')) break
    at += 1
  }
  return from + text.slice(from, at).trimEnd().length
}
