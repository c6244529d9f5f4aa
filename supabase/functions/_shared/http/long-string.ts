// Bodies of JSON in which one string is very long: it is passed on as it comes, and the body is never held whole.
import { refusal } from './problem.ts'

export interface LongStringBounds {
  /** Of all of the body. */
  bytes: number
  /** Of what is in it beside the string, in characters. */
  rest: number
}

/**
 * Reads a body in which the member `key` is a long string; `take` gets that string in parts. The rest is given back as
 * JSON with an empty string in its place; `taken` is null where the body has no such member. Throws 400 and 413.
 */
export async function readLongString<T>(
  request: Request,
  key: string,
  bounds: LongStringBounds,
  take: (parts: AsyncIterable<string>) => Promise<T>,
): Promise<{ rest: unknown; taken: T | null }> {
  const body = textOf(request, bounds.bytes)
  // Within a string the quotes are escaped, so that this is a member and nothing else.
  const beginning = new RegExp(`"${key}"\\s*:\\s*"`)
  let head = ''
  let begun: RegExpExecArray | null = null
  for (let part = await body.next(); !part.done; part = await body.next()) {
    head += part.value
    begun = beginning.exec(head)
    if (begun) break
    if (head.length > bounds.rest) throw tooLarge()
  }
  if (!begun) return { rest: parsed(head), taken: null }
  const inside = begun.index + begun[0].length
  const long = new LongString(head.slice(inside), body)
  try {
    const taken = await take(long.parts())
    let rest = `${head.slice(0, inside)}"${await long.after()}`
    for await (const part of body) {
      rest += part
      if (rest.length > bounds.rest) throw tooLarge()
    }
    return { rest: parsed(rest), taken }
  } finally {
    // Whoever still sends gets the answer only once all was read.
    for (let part = await body.next(); !part.done; ) part = await body.next()
  }
}

async function* textOf({ body }: Request, mostBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > mostBytes) break
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (cause) {
    throw refusal('VALIDATION_ERROR', 'The request broke off.', { cause })
  }
  if (size > mostBytes) throw tooLarge()
}

/** A string of JSON from behind its opening quote on. */
class LongString {
  #pending: string
  #after: string | undefined
  readonly #more: AsyncGenerator<string>

  constructor(beginning: string, more: AsyncGenerator<string>) {
    this.#pending = beginning
    this.#more = more
  }

  /** Its text, unescaped, in parts. */
  async *parts(): AsyncGenerator<string> {
    // Half of a pair that two escapes make.
    let half = ''
    while (this.#after === undefined) {
      const end = closingQuote(this.#pending)
      const cut = end < 0 ? wholeEscapes(this.#pending) : end
      const text = half + unescaped(this.#pending.slice(0, cut))
      half = end < 0 && /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : ''
      const whole = half ? text.slice(0, -1) : text
      if (end < 0) {
        const more = await this.#more.next()
        if (more.done) throw refusal('VALIDATION_ERROR', 'The request body is not valid JSON.')
        this.#pending = this.#pending.slice(cut) + more.value
      } else {
        this.#after = this.#pending.slice(end + 1)
      }
      if (whole) yield whole
    }
  }

  /** What was read beyond its end already. */
  async after(): Promise<string> {
    for await (const _ of this.parts());
    return this.#after ?? ''
  }
}

function closingQuote(text: string): number {
  let at = text.indexOf('"')
  while (at >= 0 && backslashesBefore(text, at) % 2 === 1) at = text.indexOf('"', at + 1)
  return at
}

/** How much of a text can be unescaped without what follows. */
function wholeEscapes(text: string): number {
  const begun = /\\(u[0-9a-f]{0,3})?$/i.exec(text)
  return begun && backslashesBefore(text, begun.index) % 2 === 0 ? begun.index : text.length
}

function backslashesBefore(text: string, at: number): number {
  let count = 0
  while (text[at - 1 - count] === '\\') count++
  return count
}

function unescaped(text: string): string {
  return parsed(`"${text}"`) as string
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refusal('VALIDATION_ERROR', 'The request body is not valid JSON.', { cause })
  }
}

function tooLarge() {
  return refusal('PAYLOAD_TOO_LARGE', 'The request is too large.')
}
