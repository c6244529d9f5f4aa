import { expect, test } from 'vitest'
import { decodeFile, encodeFile, maxTextBytes } from './text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['line feeds', 'a\nb\n', 'a\nb\n', 'lf', false],
  ['carriage returns and line feeds', 'a\r\nb\r\n', 'a\nb\n', 'crlf', false],
  ['both, and a lone carriage return', 'a\r\nb\nc\rd', 'a\r\nb\nc\rd', 'lf', false],
  ['doubled carriage returns', 'a\r\r\nb', 'a\r\r\nb', 'lf', false],
  ['a mark', '\uFEFFa\r\n', 'a\n', 'crlf', true],
  ['two marks', '\uFEFF\uFEFFa', '\uFEFFa', 'lf', true],
  ['nothing', '', '', 'lf', false],
])('%s come back byte for byte', (_, file, text, eol, bom) => {
  const decoded = decodeFile(bytes(file))
  expect(decoded).toEqual({ text, eol, bom })
  expect(decoded && encodeFile(decoded)).toEqual(bytes(file))
})

test('what is typed or pasted ends as the file does', () => {
  expect(encodeFile({ text: 'a\nb\r\nc', eol: 'crlf', bom: false })).toEqual(bytes('a\r\nb\r\nc'))
})

test('other bytes, and too many, are no text', () => {
  expect(decodeFile(Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).toBeNull()
  expect(decodeFile(new Uint8Array(maxTextBytes + 1))).toBeNull()
  expect(decodeFile(new Uint8Array(maxTextBytes).fill(97))?.text.length).toBe(maxTextBytes)
})
