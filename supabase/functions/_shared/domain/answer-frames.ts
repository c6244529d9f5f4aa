// How the answer of somebody else's server travels inside an answer of ours: a head, the content in pieces as it comes,
// and an end that says whether that was all. As headers and content of our own answer they could set cookies here.

const kinds = ['head', 'content', 'end'] as const

/** What stands before the content. */
export interface AnswerHead {
  status: number
  /** As they came, repeated ones too. */
  headers: [name: string, value: string][]
  /** What was asked last: another address than that of the request where the answer was a redirect. */
  url: string
  /** Headers of the request that were not sent. */
  left_out: string[]
  /** Why a redirect is the answer. */
  redirect_refused?: string
}

/** Why the content ended: all of it came, it is larger than what is passed on, it took too long, or it broke off. */
export type AnswerEnd = 'complete' | 'too_large' | 'too_slow' | 'broken'

export type AnswerFrame =
  | { kind: 'head'; head: AnswerHead }
  | { kind: 'content'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; end: AnswerEnd }

/** One byte for the kind, four for the length, then so many bytes. */
const prefix = 5
/** No frame that we write is longer. */
const longest = 1024 * 1024

/** A frame as bytes. */
export function frameBytes(frame: AnswerFrame): Uint8Array {
  const content =
    frame.kind === 'content'
      ? frame.bytes
      : new TextEncoder().encode(JSON.stringify(frame.kind === 'head' ? frame.head : frame.end))
  const bytes = new Uint8Array(prefix + content.length)
  new DataView(bytes.buffer).setUint8(0, kinds.indexOf(frame.kind))
  new DataView(bytes.buffer).setUint32(1, content.length)
  bytes.set(content, prefix)
  return bytes
}

/** The frames of a stream. Throws where it ends early, or holds something else. */
export async function* framesIn(stream: AsyncIterable<Uint8Array>): AsyncGenerator<AnswerFrame> {
  let held = new Uint8Array(0)
  for await (const chunk of stream) {
    held = joined(held, chunk)
    for (let frame = firstIn(held); frame; frame = firstIn(held)) {
      held = held.slice(frame.size)
      yield frame.frame
      if (frame.frame.kind === 'end') return
    }
  }
  throw new Error('The answer ended without its end.')
}

function firstIn(held: Uint8Array<ArrayBuffer>): { frame: AnswerFrame; size: number } | undefined {
  if (held.length < prefix) return undefined
  const view = new DataView(held.buffer, held.byteOffset)
  const kind = kinds[view.getUint8(0)]
  const length = view.getUint32(1)
  if (!kind || length > longest) throw new Error('The answer is not in frames.')
  if (held.length < prefix + length) return undefined
  const bytes = held.slice(prefix, prefix + length)
  return { frame: frameOf(kind, bytes), size: prefix + length }
}

function frameOf(kind: (typeof kinds)[number], bytes: Uint8Array<ArrayBuffer>): AnswerFrame {
  if (kind === 'content') return { kind, bytes }
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
  return kind === 'head' ? { kind, head: value as AnswerHead } : { kind, end: value as AnswerEnd }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
