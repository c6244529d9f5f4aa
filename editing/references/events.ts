/** How a scalar is written: what has to be escaped in it, and how its text is read. */
export type ScalarStyle = 'double' | 'single' | 'plain' | 'block'

/**
 * What a scan says of a text, in its order. Offsets are those of the text, quotes included. A list says each of its
 * elements by what they are: its third value is its element 2.
 */
export interface ScanEvents {
  /** An object or a list begins. What answers false hears nothing of what is in it. */
  open(list: boolean, from: number): boolean
  close(to: number): void
  /** What `open` answered false to ends here. */
  skipped?(to: number): void
  /** A member of an object; its value comes next. */
  key(from: number, to: number, style: ScalarStyle): void
  /** A value that has no parts; empty (`from` is `to`) where YAML leaves null out. */
  scalar(from: number, to: number, style: ScalarStyle): void
}

/** No text that people write goes deeper; one that does is left where it does. */
export const MAX_SCAN_DEPTH = 400

/** What a scalar or key says whose token is `raw`. Broken escapes stay as they are written. */
export function decodeScalar(raw: string, style: ScalarStyle): string {
  if (style === 'double') return decodeDouble(raw)
  if (style === 'single') {
    const inner = raw.length > 1 && raw.endsWith("'") ? raw.slice(1, -1) : raw.slice(1)
    return folded(inner.replaceAll("''", "'"))
  }
  return style === 'plain' ? folded(raw) : raw
}

function decodeDouble(raw: string): string {
  const inner = raw.length > 1 && raw.endsWith('"') ? raw.slice(1, -1) : raw.slice(1)
  if (!inner.includes('\\')) return folded(inner)
  return folded(inner).replace(
    /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|U([\da-fA-F]{8})|(.))/gs,
    (all, four?: string, two?: string, eight?: string, one?: string) => {
      const code = four ?? two ?? eight
      if (code !== undefined) return fromCode(Number.parseInt(code, 16), all)
      return ESCAPES[one ?? ''] ?? one ?? all
    },
  )
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  0: '\0',
  a: '\x07',
  v: '\v',
  e: '\x1b',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}

function fromCode(code: number, written: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : written
}

// Lines of one scalar are one line in YAML (1.2.2, section 6.5); JSON has no line breaks in strings.
function folded(text: string): string {
  return text.includes('\n') ? text.replace(/[ \t\r]*\n[ \t]*/g, ' ') : text
}
