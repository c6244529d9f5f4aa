import { describe, expect, test } from 'vitest'
import { Description } from './description.ts'
import { applyChanges, sourceOf } from './text/changes.ts'
import type { Edit, Format } from './types.ts'

/** The text after an edit; the reason where it is refused. */
function edited(text: string, edit: Edit, format: Format = 'yaml'): string {
  const result = new Description(sourceOf(text), format).edit(edit)
  return 'refused' in result ? `${result.refused}: ${result.reason}` : applyChanges(text, result.changes)
}

function refusal(text: string, edit: Edit, format: Format = 'yaml'): string | null {
  const result = new Description(sourceOf(text), format).edit(edit)
  return 'refused' in result ? result.refused : null
}

describe('an edit of YAML', () => {
  test.each<[string, string, Edit, string]>([
    [
      'keeps the comment behind a scalar',
      'a: 1 # one\nb: 2\n',
      { type: 'set', path: ['a'], value: 3 },
      'a: 3 # one\nb: 2\n',
    ],
    ['keeps quotes', 'a: \'x\'\nb: "y"\n', { type: 'set', path: ['b'], value: 'z' }, 'a: \'x\'\nb: "z"\n'],
    [
      'quotes what would be something else',
      'a: x\n',
      { type: 'set', path: ['a'], value: 'yes' },
      'a: "yes"\n',
    ],
    [
      'quotes as the file does',
      "a: x\nb: 'y'\n",
      { type: 'set', path: ['a'], value: '1.0' },
      "a: '1.0'\nb: 'y'\n",
    ],
    [
      'fills what is left out',
      'a: # none yet\nb: 1\n',
      { type: 'set', path: ['a'], value: 'x' },
      'a: x # none yet\nb: 1\n',
    ],
    [
      'writes lines as a block',
      'a: x\n',
      { type: 'set', path: ['a'], value: 'one\ntwo\n' },
      'a: |\n  one\n  two\n',
    ],
    [
      'puts an object behind a comment',
      'a: x # c\n',
      { type: 'set', path: ['a'], value: { b: 1 } },
      'a: # c\n  b: 1\n',
    ],
    [
      'adds in the own indentation',
      'a:\n    b: 1\n',
      { type: 'add', path: ['a'], key: 'c', value: { d: [1] } },
      'a:\n    b: 1\n    c:\n        d:\n            - 1\n',
    ],
    [
      'adds dashes as deep as others',
      'a:\n  b:\n  - 1\n',
      { type: 'add', path: ['a'], key: 'c', value: [2] },
      'a:\n  b:\n  - 1\n  c:\n  - 2\n',
    ],
    [
      'adds in front of the comments of another',
      'a: 1\n# of b\nb: 2\n',
      { type: 'add', path: [], key: 'x', value: 0, before: 'b' },
      'a: 1\nx: 0\n# of b\nb: 2\n',
    ],
    [
      'adds behind a last line without an end',
      'a: 1',
      { type: 'add', path: [], key: 'b', value: 2 },
      'a: 1\nb: 2',
    ],
    [
      'adds to brackets',
      'a: {b: 1}\n',
      { type: 'add', path: ['a'], key: 'c', value: 'x, y' },
      'a: {b: 1, c: "x, y"}\n',
    ],
    [
      'opens empty brackets',
      'a: {} # c\n',
      { type: 'add', path: ['a'], key: 'b', value: 1 },
      'a: # c\n  b: 1\n',
    ],
    [
      'closes what becomes empty',
      'a: # c\n  b: 1\nd: 2\n',
      { type: 'delete', path: ['a', 'b'] },
      'a: {} # c\nd: 2\n',
    ],
    [
      'deletes whole lines, and keeps comments',
      'a: 1\n# of b\nb:\n  c: 1\n# of d\nd: 2\n',
      { type: 'delete', path: ['b'] },
      'a: 1\n# of b\n# of d\nd: 2\n',
    ],
    [
      'deletes the first key behind a dash',
      '- a: 1\n  b: 2\n',
      { type: 'delete', path: [0, 'a'] },
      '- b: 2\n',
    ],
    [
      'moves with the comments above',
      '# of a\na: 1\n# of b\nb: 2\n',
      { type: 'move', path: ['b'], index: 0 },
      '# of b\nb: 2\n# of a\na: 1\n',
    ],
    [
      'moves the last line without an end',
      'a: 1\nb: 2',
      { type: 'move', path: ['b'], index: 0 },
      'b: 2\na: 1',
    ],
    [
      'renames a number as its author wrote it',
      '200: x\n404: y\n',
      { type: 'rename', path: ['404'], key: '500' },
      '200: x\n500: y\n',
    ],
    [
      'keeps CR at line ends',
      'a: 1\r\nb: 2\r\n',
      { type: 'add', path: [], key: 'c', value: { d: 1 } },
      'a: 1\r\nb: 2\r\nc:\r\n  d: 1\r\n',
    ],
    [
      'keeps what is alike in an object',
      'a:\n  b: 1 # c\n  d: [x]\n',
      { type: 'set', path: ['a'], value: { b: 1, d: ['x', 'z'], e: 2 } },
      'a:\n  b: 1 # c\n  d: [x, z]\n  e: 2\n',
    ],
    [
      'writes the first thing of an empty file',
      '# nothing yet\n',
      { type: 'add', path: [], key: 'a', value: 1 },
      '# nothing yet\na: 1\n',
    ],
  ])('%s', (_name, text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected)
  })

  test.each<[string, string, Edit, string]>([
    ['an anchor', 'a: &x {b: 1}\nc: *x\n', { type: 'set', path: ['a', 'b'], value: 2 }, 'not_safe'],
    ['an alias', 'a: &x {b: 1}\nc: *x\n', { type: 'set', path: ['c'], value: 2 }, 'not_safe'],
    [
      'what is behind an alias',
      'a: &x {b: 1}\nc: *x\n',
      { type: 'set', path: ['c', 'b'], value: 2 },
      'not_safe',
    ],
    ['what is merged', 'a: &x {b: 1}\nc:\n  <<: *x\n', { type: 'delete', path: ['c', 'b'] }, 'not_safe'],
    ['a key twice', 'a: 1\na: 2\n', { type: 'set', path: ['a'], value: 3 }, 'not_safe'],
    ['a key with a question mark', '? a\n: 1\n', { type: 'set', path: ['a'], value: 3 }, 'not_safe'],
    ['a tab as indentation', 'a:\n\tb: 1\n', { type: 'set', path: ['a', 'b'], value: 3 }, 'not_parsed'],
    [
      'a carriage return alone',
      'a:\n  b: 1\rc: 2\n',
      { type: 'set', path: ['a', 'b'], value: 3 },
      'not_parsed',
    ],
    ['several documents', 'a: 1\n---\nb: 2\n', { type: 'set', path: ['a'], value: 3 }, 'not_parsed'],
    ['what is not there', 'a: 1\n', { type: 'delete', path: ['b'] }, 'not_found'],
    ['what is there', 'a: 1\nb: 2\n', { type: 'rename', path: ['b'], key: 'a' }, 'exists'],
    ['what no JSON is', 'a: 1\n', { type: 'set', path: ['a'], value: Number.NaN }, 'not_safe'],
  ])('is refused at %s', (_name, text, edit, reason) => {
    expect(refusal(text, edit)).toBe(reason)
  })
})

describe('an edit of JSON', () => {
  test('keeps the digits of numbers that it does not touch, and writes those of marked ones', () => {
    const text = '{"a": 12345678901234567890, "b": 1.0, "c": 1}'
    expect(edited(text, { type: 'set', path: ['c'], value: '\uE00012345678901234567891' }, 'json')).toBe(
      '{"a": 12345678901234567890, "b": 1.0, "c": 12345678901234567891}',
    )
  })

  test.each<[string, string, Edit, string]>([
    [
      'stays on one line',
      '{"a":1,"b":[]}',
      { type: 'insert', path: ['b'], index: 0, value: { c: 1 } },
      '{"a":1,"b":[{"c":1}]}',
    ],
    [
      'takes the comma along',
      '{\n  "a": 1,\n  "b": 2\n}\n',
      { type: 'delete', path: ['b'] },
      '{\n  "a": 1\n}\n',
    ],
    [
      'indents with tabs',
      '{\n\t"a": 1\n}',
      { type: 'add', path: [], key: 'b', value: { c: 1 } },
      '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 1\n\t}\n}',
    ],
    [
      'opens an empty object',
      '{\n  "a": {}\n}',
      { type: 'add', path: ['a'], key: 'b', value: 1 },
      '{\n  "a": {\n    "b": 1\n  }\n}',
    ],
    [
      'keeps comments, which do no harm',
      '{\n  "a": 1, // one\n  "b": 2 // two\n}',
      { type: 'add', path: [], key: 'c', value: 3 },
      '{\n  "a": 1, // one\n  "b": 2, // two\n  "c": 3\n}',
    ],
    [
      'moves to the end',
      '{\n  "a": 1,\n  "b": 2\n}',
      { type: 'move', path: ['a'], index: 1 },
      '{\n  "b": 2,\n  "a": 1\n}',
    ],
    [
      'finds keys of any name',
      '{"__proto__": 1, "constructor": 2}',
      { type: 'set', path: ['__proto__'], value: 3 },
      '{"__proto__": 3, "constructor": 2}',
    ],
    [
      'writes the first thing of an empty file',
      '',
      { type: 'set', path: [], value: { a: 1 } },
      '{\n  "a": 1\n}\n',
    ],
  ])('%s', (_name, text, edit, expected) => {
    expect(edited(text, edit, 'json')).toBe(expected)
  })
})

describe('a description', () => {
  const TEXT =
    'info: &i\n  title: X # t\npaths:\n  /a:\n    get: {summary: *i, n: 12345678901234567890}\n  /b: {}\n'

  test('says its keys, values and places', () => {
    const description = new Description(sourceOf(TEXT), 'yaml')
    expect(description.keys([])).toEqual(['info', 'paths'])
    expect(description.keys(['paths'])).toEqual(['/a', '/b'])
    expect(description.keys(['info', 'title'])).toBeNull()
    const found = description.read(['paths', '/a', 'get', 'summary'])
    expect('value' in found && found.value).toEqual({ title: 'X' })
    const title = description.read(['info', 'title'])
    if ('refused' in title) throw new Error(title.reason)
    expect(TEXT.slice(title.range.from, title.range.to)).toBe('X')
    expect(title.keyRange && TEXT.slice(title.keyRange.from, title.keyRange.to)).toBe('title')
    expect(description.pathAt(TEXT.indexOf('summary') + 2)).toEqual(['paths', '/a', 'get', 'summary'])
    expect(description.read(['paths', '/a', 'get', 'n'])).toMatchObject({
      value: '\uE00012345678901234567890',
    })
  })

  test('marks what changed, and nothing else', () => {
    const description = new Description(sourceOf(TEXT), 'yaml')
    const marks = () =>
      [['paths', '/a', 'get'], ['paths', '/b'], ['info'], ['paths']].map((path) => description.version(path))
    const before = marks()
    const at = TEXT.indexOf('{}')
    const change = { from: at, to: at + 2, insert: '{x: 1}' }
    description.changed([change], sourceOf(applyChanges(TEXT, [change])))
    const now = marks()
    expect(now.map((mark, index) => mark === before[index])).toEqual([true, false, true, false])
  })

  test('leaves the other parts editable while one is broken, and heals with it', () => {
    let text = 'paths:\n  /a:\n    get: {}\n  /b:\n    get: {}\n'
    const description = new Description(sourceOf(text), 'yaml')
    expect(description.keys(['paths'])).toEqual(['/a', '/b'])
    const type = (search: string, insert: string) => {
      const change = { from: text.indexOf(search), to: text.indexOf(search), insert }
      text = applyChanges(text, [change])
      description.changed([change], sourceOf(text))
    }
    type('get: {}\n  /b', '"')
    expect(description.read(['paths', '/a', 'get'])).toMatchObject({ refused: 'not_parsed' })
    expect(description.errors()).toHaveLength(1)
    const inOther = description.edit({
      type: 'add',
      path: ['paths', '/b', 'get'],
      key: 'summary',
      value: 'x',
    })
    expect(inOther).toHaveProperty('changes')
    type('get: {}\n  /b', 'x": 1\n    ')
    expect(description.errors()).toEqual([])
    expect(description.keys(['paths', '/a'])).toEqual(['x', 'get'])
  })
})
