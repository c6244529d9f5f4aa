// Bytes of a file as an editor holds them: text with line feeds, and what of the bytes comes back when it is written again.

/** Beyond these bytes a file is not edited as text. */
export const maxTextBytes = 16 * 1024 * 1024

export interface FileText {
  /** With line feeds alone where `eol` is `crlf`; else as it is, lone carriage returns included. */
  text: string
  eol: 'lf' | 'crlf'
  bom: boolean
}

const mark = '\uFEFF'

/** A file as text; null where it is none: not UTF-8, or too large. */
export function decodeFile(bytes: Uint8Array): FileText | null {
  if (bytes.length > maxTextBytes) return null
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
  const bom = text.startsWith(mark)
  if (bom) text = text.slice(1)
  // Of mixed endings each stays what it is: nothing could tell later which was which.
  const isCrlf = text.includes('\r\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text)
  return isCrlf ? { text: text.replaceAll('\r\n', '\n'), eol: 'crlf', bom } : { text, eol: 'lf', bom }
}

/** The bytes of a text, with the line endings and the mark that its file has. Halves of characters become U+FFFD. */
export function encodeFile({ text, eol, bom }: FileText): Uint8Array {
  const lines = eol === 'crlf' ? text.replace(/\r?\n/g, '\r\n') : text
  return new TextEncoder().encode(bom ? mark + lines : lines)
}
