// Pixels that somebody uploaded, encoded anew: whatever else was in the file is gone.
import { decode, encode } from 'fast-png'

/** A million, such as 1000 × 1000. */
const mostPixels = 1_000_000
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** What pixels need; all other chunks are somebody's words, profiles and animations. */
const needed = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

export function isPng(bytes: Uint8Array): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}

/** The same picture as a PNG of pixels alone; null for what is none, or too large. */
export async function safePng(bytes: Uint8Array): Promise<Uint8Array | null> {
  const chunks = chunksOf(bytes)
  const [header] = chunks
  if (header?.name !== 'IHDR' || header.data.length !== 13) return null
  const view = new DataView(header.data.buffer, header.data.byteOffset)
  const [width, height, depth] = [view.getUint32(0), view.getUint32(4), view.getUint8(8)]
  if (width === 0 || height === 0 || width * height > mostPixels || depth > 8) return null
  // At most four channels, a byte before each row, and seven passes of interlacing.
  const most = width * height * 4 + height * 8 + 64
  if (!(await inflatesWithin(chunks, most))) return null
  try {
    const plain = joined([Uint8Array.from(signature), ...chunks.map(({ whole }) => whole)])
    const { data, channels, palette, transparency } = decode(plain)
    if (palette) return encode(fromPalette(width, height, data, palette))
    // A single transparent colour is rare, and lost.
    void transparency
    return encode({ width, height, data, channels, depth: 8 })
  } catch {
    return null
  }
}

interface Chunk {
  name: string
  data: Uint8Array
  whole: Uint8Array
}

function chunksOf(bytes: Uint8Array): Chunk[] {
  if (!isPng(bytes)) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Chunk[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) return []
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (needed.has(name))
      found.push({ name, data: bytes.subarray(at + 8, at + 8 + length), whole: bytes.subarray(at, end) })
    if (name === 'IEND') return found
    at = end
  }
  return []
}

/** Whether the compressed rows are no more than the header says: a small file may hold gigabytes. */
async function inflatesWithin(chunks: Chunk[], most: number): Promise<boolean> {
  const rows = joined(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data))
  const plain = new Blob([rows]).stream().pipeThrough(new DecompressionStream('deflate'))
  let size = 0
  try {
    for await (const part of plain) {
      size += part.byteLength
      if (size > most) return false
    }
  } catch {
    return false
  }
  return size > 0
}

function fromPalette(
  width: number,
  height: number,
  data: ArrayLike<number>,
  palette: number[][],
): { width: number; height: number; data: Uint8Array; channels: 4; depth: 8 } {
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = palette[data[at] ?? 0] ?? []
    pixels.set([red, green, blue, alpha], at * 4)
  }
  return { width, height, data: pixels, channels: 4, depth: 8 }
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
