import { DescriptionError } from '../errors.ts'
import { diagnostic } from '../log/diagnostic.ts'
import type { Diagnostic } from '../types.ts'
import { positionOf } from './position.ts'

/** What the text of a file is, and what was odd about its encoding. */
export interface DecodedText {
  text: string
  diagnostics: Diagnostic[]
}

/**
 * The text of a file's bytes. UTF-8 is what JSON and YAML ask for; UTF-16 is known by its byte order mark or, as YAML
 * 1.2.2 section 5.2 says, by the zero bytes of its first character. Anything else is read as Windows-1252, of which
 * Latin-1 is a part, with a warning. Throws DescriptionError for UTF-32 and for what is no text.
 */
export function decodeText(bytes: Uint8Array, file: string): DecodedText {
  const wide = wideEncoding(bytes)
  if (wide === 'utf-32') {
    throw new DescriptionError(
      'This file is encoded in UTF-32, which cannot be read. Save it as UTF-8.',
      file,
    )
  }
  if (wide) return { text: decode(wide, bytes), diagnostics: [] }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), diagnostics: [] }
  } catch {
    return decodeLegacy(bytes, file)
  }
}

// A fatal error names no place, so the first byte that differs is found by what UTF-8 puts in its stead.
function decodeLegacy(bytes: Uint8Array, file: string): DecodedText {
  if (bytes.some(isControl)) throw new DescriptionError('This is not a text file.', file)
  const lenient = decode('utf-8', bytes)
  const place = positionOf(lenient, lenient.indexOf('\uFFFD'))
  return { text: decode('windows-1252', bytes), diagnostics: [diagnostic('encoding', { file, ...place })] }
}

function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes)
}

function wideEncoding([a = 1, b = 1, c = 1, d = 1]: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32' | null {
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0 && b === 0) return 'utf-32'
  if (a === 0) return 'utf-16be'
  if (b === 0) return c === 0 && d === 0 ? 'utf-32' : 'utf-16le'
  return null
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d
}
