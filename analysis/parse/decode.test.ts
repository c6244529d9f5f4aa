import { describe, expect, it } from 'vitest'
import { decodeText } from './decode.ts'

const text = 'openapi: 3.1.0\ninfo: {title: Größe}\n'
const utf16le = Buffer.from(text, 'utf16le')
const utf16be = Buffer.from(utf16le).swap16()
const utf32le = Buffer.from([...text].flatMap((char) => [char.codePointAt(0) ?? 0, 0, 0, 0]))

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 little-endian with a byte order mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 big-endian with a byte order mark', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16 little-endian without one', utf16le],
    ['UTF-16 big-endian without one', utf16be],
  ])('in %s', (_encoding, bytes) => {
    expect(decodeText(bytes, 'a.yaml')).toEqual({ text, diagnostics: [] })
  })

  it('in Latin-1 comes with a warning that says where', () => {
    const { text: read, diagnostics } = decodeText(Buffer.from(text, 'latin1'), 'a.yaml')
    expect(read).toBe(text)
    expect(diagnostics).toEqual([
      {
        severity: 'warning',
        code: 'encoding',
        message:
          'The file is not encoded in UTF-8; it was read as Windows-1252. Save it as UTF-8 if letters look wrong.',
        file: 'a.yaml',
        line: 2,
        column: 17,
      },
    ])
  })

  it('of Windows keeps its quotation marks', () => {
    expect(decodeText(Buffer.from([0x93, 0x61, 0x94]), 'a.md').text).toBe('“a”')
  })

  it('of nothing is nothing', () => {
    expect(decodeText(new Uint8Array(), 'a.yaml')).toEqual({ text: '', diagnostics: [] })
  })

  it.each([
    ['UTF-32', utf32le, 'This file is encoded in UTF-32, which cannot be read. Save it as UTF-8.'],
    ['an archive', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff]), 'This is not a text file.'],
  ])('in %s is refused by name', (_what, bytes, message) => {
    expect(() => decodeText(bytes, 'a.json')).toThrow(message)
  })
})
