// What an archive says its entries come to. The library that unpacks does not compare, and cuts off what is longer than it
// says: a damaged archive would pass for a whole one.
import { strFromU8 } from 'fflate'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endBytes = 22
const entryBytes = 46
const longestComment = 0xffff

/** The CRC-32 of each entry by its name, from the archive's own table (APPNOTE.TXT 4.3.12); of archives over 4 GB none. */
export function checksumsIn(archive: Uint8Array): Map<string, number> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const found = new Map<string, number>()
  const end = endOf(view)
  let at = end < 0 ? archive.length : view.getUint32(end + 16, true)
  while (at + entryBytes <= archive.length && view.getUint32(at, true) === entryMark) {
    const isUtf8 = (view.getUint16(at + 8, true) & 2048) !== 0
    const name = archive.subarray(at + entryBytes, at + entryBytes + view.getUint16(at + 28, true))
    found.set(strFromU8(name, !isUtf8), view.getUint32(at + 16, true))
    at += entryBytes + name.length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return found
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - endBytes - longestComment)
  for (let at = view.byteLength - endBytes; at >= first; at--)
    if (view.getUint32(at, true) === endMark) return at
  return -1
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

/** The CRC-32 of bytes (ISO 3309, as ZIP has it). */
export function checksumOf(bytes: Uint8Array): number {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] ?? 0)
  return (rest ^ 0xffffffff) >>> 0
}
