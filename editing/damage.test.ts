// What is broken in a text is broken where it is: the rest can be read and edited.
import { describe, expect, test } from 'vitest'
import { Description } from './description.ts'
import { applyChanges, sourceOf } from './text/changes.ts'
import type { Edit, Format, Path } from './types.ts'

const YAML = `openapi: 3.1.0
info: {title: A, version: '1'}
paths:
  /a:
    get:
      summary: one
      parameters:
        - {name: x, in: query}
      responses:
        '200': {description: fine}
    put:
      summary: two
  /b:
    get:
      summary: three
components:
  schemas:
    Pet: {type: object}
`
const JSON_TEXT = `{
  "openapi": "3.1.0",
  "paths": {
    "/a": {
      "get": {
        "summary": "one",
        "tags": ["x"],
        "responses": { "200": { "description": "fine" } }
      },
      "put": { "summary": "two" }
    },
    "/b": {
      "get": { "summary": "three" }
    }
  },
  "components": { "schemas": { "Pet": { "type": "object" } } }
}
`

function opened(text: string, format: Format): Description {
  return new Description(sourceOf(text), format)
}

function brokenIn(description: Description, path: Path): string[] {
  const read = description.readAround(path)
  return 'refused' in read ? ['all'] : read.broken.map((one) => one.path.join(' '))
}

interface Damage {
  name: string
  format: Format
  from: string
  to: string
  /** Within the operation; the others are whole. */
  broken: string
}

const cases: Damage[] = [
  {
    name: 'a bracket that is not closed',
    format: 'yaml',
    from: '- {name: x, in: query}',
    to: '- {name: x',
    broken: 'parameters 0',
  },
  {
    name: 'a quote that is not closed',
    format: 'yaml',
    from: 'summary: one',
    to: 'summary: "one',
    broken: 'summary',
  },
  {
    name: 'a list that is not closed',
    format: 'yaml',
    from: 'summary: one',
    to: 'summary: one\n      tags: [a,',
    broken: 'tags',
  },
  {
    name: 'a name without a colon',
    format: 'yaml',
    from: 'summary: one',
    to: 'summary: one\n      desc',
    broken: 'summary',
  },
  { name: 'a tab', format: 'yaml', from: "'200': {", to: "\t'200': {", broken: 'responses' },
  { name: 'a bracket that is not closed', format: 'json', from: '["x"]', to: '["x"', broken: 'tags' },
  { name: 'a quote that is not closed', format: 'json', from: '"one"', to: '"one', broken: 'summary' },
  {
    name: 'a brace that is not closed',
    format: 'json',
    from: '"fine" } }',
    to: '"fine" }',
    broken: 'responses',
  },
  { name: 'a value that is missing', format: 'json', from: '["x"]', to: '', broken: 'tags' },
]

describe.each(cases)('$name in $format', ({ format, from, to, broken }) => {
  const whole = format === 'json' ? JSON_TEXT : YAML
  const text = whole.replace(from, to)
  const get: Path = ['paths', '/a', 'get']

  const at: Path = [...get, ...broken.split(' ').map((key) => (key === '0' ? 0 : key))]

  function check(description: Description): void {
    expect(brokenIn(description, get)).toEqual([at.join(' ')])
    expect(description.read(at)).toMatchObject({ refused: 'not_parsed' })
    expect(description.read(['paths', '/a', 'put', 'summary'])).toMatchObject({ value: 'two' })
    expect(description.read(['paths', '/b', 'get'])).toHaveProperty('value')
    expect(description.keys(['paths'])?.slice(0, 2)).toEqual(['/a', '/b'])
    expect(description.keys(get)).toContain(at[3])
    expect(description.range(at)).not.toBeNull()
    expect(description.errors().length).toBeGreaterThan(0)
  }

  test('leaves the rest readable, in a text that was opened so', () => check(opened(text, format)))

  test('leaves the rest readable, in a text where somebody typed it', () => {
    const description = opened(whole, format)
    description.keys(['paths'])
    expect(description.read([...get, 'responses'])).toHaveProperty('value')
    const place = whole.indexOf(from)
    description.changed([{ from: place, to: place + from.length, insert: to }], sourceOf(text))
    check(description)
    description.changed([{ from: place, to: place + to.length, insert: from }], sourceOf(whole))
    expect(description.errors()).toEqual([])
    expect(description.read(['paths'])).toEqual(opened(whole, format).read(['paths']))
  })

  test('leaves the rest editable, byte for byte', () => {
    const edits: Edit[] = [
      { type: 'set', path: ['paths', '/b', 'get', 'summary'], value: 'new' },
      { type: 'add', path: get, key: 'description', value: 'new' },
      { type: 'add', path: ['paths', '/a', 'put'], key: 'operationId', value: 'new' },
      { type: 'add', path: ['paths'], key: '/c', value: {} },
    ]
    for (const edit of edits) {
      const edited = opened(text, format).edit(edit)
      if ('refused' in edited) {
        // Beside what runs on without an end, nothing can be told to be safe.
        expect(edit).toMatchObject({ key: 'description' })
        continue
      }
      const after = applyChanges(text, edited.changes)
      // What is not in the change is as it was; what the change removes is nothing of the broken part.
      expect(edited.changes.map((change) => text.slice(change.from, change.to)).join('')).not.toContain(
        to || 'none',
      )
      const description = opened(after, format)
      check(description)
      const where = edit.type === 'set' ? edit.path : [...edit.path, edit.type === 'add' ? edit.key : '']
      expect(description.read(where)).toHaveProperty('value')
    }
  })

  test('refuses to write what is broken anew', () => {
    const edited = opened(text, format).edit({ type: 'set', path: [...at, 'x'], value: 1 })
    expect(edited).toMatchObject({ refused: 'not_parsed' })
  })
})

test('a comma that is missing keeps nobody from editing the members', () => {
  const text = JSON_TEXT.replace('["x"],', '["x"]')
  const description = opened(text, 'json')
  expect(brokenIn(description, ['paths', '/a', 'get'])).toEqual(['paths /a get'])
  expect(description.errors()).toMatchObject([{ message: 'Expected a comma or the closing bracket.' }])
  const edited = description.edit({ type: 'set', path: ['paths', '/a', 'get', 'summary'], value: 'new' })
  expect(edited).toHaveProperty('changes')
})

test('of JSON on one line, nothing can be read while it is broken', () => {
  const description = opened('{"info":{"title":"A","paths":{"/a":{}}', 'json')
  expect(description.readAround([])).toMatchObject({ refused: 'not_parsed' })
})

test('a bracket may be closed in the column of its key', () => {
  const description = opened('a: [\n  1,\n# two\n  2\n]\nb: {\n  c: 3\n}\n', 'yaml')
  expect(description.errors()).toEqual([])
  expect(description.read([])).toMatchObject({ value: { a: [1, 2], b: { c: 3 } } })
})

test.each([
  ['a map', '{\n  "paths": {}{\n    "a": 1\n  },\n  "c": 2\n}'],
  ['a list', '{\n  "paths": [][\n    {},\n    {}\n  ],\n  "c": 2\n}'],
  ['a word', '{\n  "paths": null {\n    "a": 1\n  },\n  "c": 2\n}'],
])('%s that stands in front of another is not read as a part of it', (_, text) => {
  expect(opened(text, 'json').errors()).not.toEqual([])
})

test('comments and blanks in front of what is first are no damage', () => {
  const text = '\n/* head */ {\n  // first\n  "paths": { "a": 1 }\n}'
  expect(opened(text, 'json').errors()).toMatchObject([{ message: 'JSON has no comments.' }])
})
