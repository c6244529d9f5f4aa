import { describe, expect, it } from 'vitest'
import { placesOf } from './places.ts'

const at = (text: string, pointer: string) => {
  const place = placesOf(text, [pointer]).get(pointer)
  return `${place?.line}:${place?.column}`
}

describe('the place of a pointer', () => {
  const json = `{
  "a/b": { "c": [1, "x, \\"y\\" {", { "d": true }] },
  "é": {},
  "e~": [[], [ 2 ]]
}`
  it.each([
    ['/a~1b', '2:3'],
    ['/a~1b/c', '2:12'],
    ['/a~1b/c/1', '2:21'],
    ['/a~1b/c/2/d', '2:37'],
    ['/é', '3:3'],
    ['/e~0/1/0', '4:16'],
    ['/a~1b/c/7/x', '2:12'],
    ['/nowhere', '1:1'],
    ['', '1:1'],
  ])('%s in JSON is %s', (pointer, place) => {
    expect(at(json, pointer)).toBe(place)
  })

  const yaml = `a/b:
  c:
    - 1
    - {d: {x: 1}, "e": [2, 3]}
  200:
    f: "x: y"
base: &base
  g: |
    text
more:
  <<: *base
  h: &anchor
    i: 1
j: *anchor
`
  it.each([
    ['/a~1b', '1:1'],
    ['/a~1b/c/0', '3:7'],
    ['/a~1b/c/1/d/x', '4:12'],
    ['/a~1b/c/1/e/1', '4:28'],
    ['/a~1b/200/f', '6:5'],
    ['/base/g', '8:3'],
    ['/more/h/i', '13:5'],
    // What came by a merge key stands where the whole does.
    ['/more/g', '10:1'],
    ['/j', '14:1'],
  ])('%s in YAML is %s', (pointer, place) => {
    expect(at(yaml, pointer)).toBe(place)
  })

  it('is found for many pointers at once, and behind a byte order mark', () => {
    const places = placesOf(`\uFEFF{"a": {"b": 1}}`, ['/a', '/a/b'])
    expect(Object.fromEntries(places)).toEqual({
      '/a': { line: 1, column: 3 },
      '/a/b': { line: 1, column: 9 },
    })
  })
})
