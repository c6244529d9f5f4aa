import { describe, expect, it } from 'vitest'
import { exactDigits, parseExact, writeExactNumbers } from './exact-number.ts'
import { parseText } from './parse-text.ts'

const written = (text: string) => writeExactNumbers(JSON.stringify(parseExact(text)))

describe('a number in JSON', () => {
  it.each([
    '9223372036854775807',
    '-9223372036854775808',
    '9007199254740993',
    '1e400',
    '0.1234567890123456789',
    '-123456789012345678901234567890.5e-3',
  ])('%s survives', (number) => {
    expect(written(`{"a":[${number},"x"]}`)).toBe(`{"a":[${number},"x"]}`)
  })

  it.each([
    '9007199254740992',
    '100000000000000000000',
    '0.1',
    '1.5e10',
    '12345678901234.50',
    '1e21',
    '5e-324',
    '0.0000000000000000',
  ])('%s stays a number of JavaScript', (number) => {
    expect(parseExact(`[${number}]`)).toEqual([Number(number)])
  })

  it('is told from a text that looks like one', () => {
    const texts = ['ID 550e8400-e29b', '12345678901234567890', 'a, 12345678901234567890, b']
    expect(parseExact(JSON.stringify(texts))).toEqual(texts)
  })

  it('beyond a thousand digits is a text', () => {
    const long = '9'.repeat(1_001)
    expect(parseExact(`[${long}, 1e5000]`)).toEqual([long, '1e5000'])
  })
})

describe('a number in YAML', () => {
  it.each([
    ['9223372036854775807', '9223372036854775807'],
    ['+9223372036854775807', '9223372036854775807'],
    ['0x7fffffffffffffff', '9223372036854775807'],
    ['.1234567890123456789', '0.1234567890123456789'],
    ['0009223372036854775807', '9223372036854775807'],
  ])('%s survives', (source, digits) => {
    const { value } = parseText(`a: ${source}`, 'a.yaml')
    expect(writeExactNumbers(JSON.stringify(value))).toBe(`{"a":${digits}}`)
  })

  it('of the usual size stays a number of JavaScript', () => {
    expect(parseText('a: [1, 0x10, 1.5, 1e3]', 'a.yaml').value).toEqual({ a: [1, 16, 1.5, 1000] })
  })
})

describe('a number of a hundred thousand digits', () => {
  // Looking for zeros at its end from each zero in its middle took a minute.
  it.each(['0.1', '1.'])('%s… is read in no time', (begin) => {
    const digits = `${begin}${'0'.repeat(400_000)}1`
    expect(parseText(`{"a":${digits}}`, 'a.json').value).toEqual({ a: digits })
  })
})

describe('what somebody writes with the mark', () => {
  it.each([
    ['as a key', { '\uE00012': 1 }],
    ['behind a quotation mark', ['a"\uE00012']],
    ['before more text', ['\uE00012 apples']],
    ['with something else', ['\uE000; drop table']],
  ])('%s stays a text', (_where, value) => {
    expect(JSON.parse(writeExactNumbers(JSON.stringify(value)))).toEqual(value)
  })

  it('is no number without the mark', () => {
    expect([exactDigits('\uE00012'), exactDigits('12'), exactDigits(12)]).toEqual(['12', null, null])
  })
})
