// How documents come over the line: base64 for updates, one octet stream for what is opened.
import { createDecoder, hasContent, readVarUint, readVarUint8Array } from 'lib0/decoding'

/** The form of the octet stream that is understood here. */
const version = 1

export interface NumberedUpdate {
  /** Place among the document's updates; the next one has one more. */
  seq: number
  update: Uint8Array
}

/** A document as the server holds it. */
export interface Opened {
  /** Counts how often the document was made anew; updates of another epoch are of no use. */
  epoch: number
  /** The last update that the snapshot holds. */
  seq: number
  /** Yjs V2 state. */
  snapshot: Uint8Array
  /** What came after the snapshot, Yjs V1. */
  updates: NumberedUpdate[]
}

/** Reads the answer of `GET …/doc?document=`; throws for anything else. */
export async function readOpened(bytes: Uint8Array): Promise<Opened> {
  const decoder = createDecoder(bytes)
  if (readVarUint(decoder) !== version) throw new Error('The document is of another version.')
  const epoch = readVarUint(decoder)
  const seq = readVarUint(decoder)
  const packed = readVarUint8Array(decoder)
  const updates: NumberedUpdate[] = []
  for (let count = readVarUint(decoder); count > 0; count--) {
    updates.push({ seq: readVarUint(decoder), update: readVarUint8Array(decoder) })
  }
  if (hasContent(decoder)) throw new Error('The document goes on after its end.')
  return { epoch, seq, snapshot: await unpacked(packed), updates }
}

async function unpacked(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** A million letters are some milliseconds: `String.fromCharCode` takes so many at once. */
const chunk = 0x8000

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunk) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunk))
  }
  return btoa(text)
}

/** The bytes of a base64 text; null for what is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
