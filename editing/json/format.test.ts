import { describe, expect, it } from 'vitest'
import { applyChanges } from '../text/changes.ts'
import { formatJson } from './format.ts'

const ordered = (text: string) => applyChanges(text, formatJson(text))

describe('putting JSON in order', () => {
  it('gives a member a line, and keeps what stands in strings', () => {
    expect(ordered('{"a":[1,  2,{}],\n\n"b" :"{ , }","c":[\n]}')).toBe(
      '{\n  "a": [\n    1,\n    2,\n    {}\n  ],\n  "b": "{ , }",\n  "c": []\n}\n',
    )
  })

  it('keeps comments where they are', () => {
    expect(ordered('// top\n{"a":1, // one\n/* two */ "b":2\n/* end */}')).toBe(
      '// top\n{\n  "a": 1, // one\n  /* two */ "b": 2\n  /* end */ }\n',
    )
  })

  it('changes nothing that is in order, and nothing of an empty text', () => {
    expect(formatJson('{\n  "a": 1\n}\n')).toEqual([])
    expect(formatJson('')).toEqual([])
  })

  it('takes brackets of any depth, and refuses what is no JSON', () => {
    expect(formatJson('['.repeat(2_000) + ']'.repeat(2_000)).length).toBeGreaterThan(2_000)
    expect(() => formatJson('{"a": #}')).toThrow('Expected a value.')
  })
})
