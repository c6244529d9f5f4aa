import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Edit, Path } from '../../../../../../editing/types.ts'
import { commit } from '../binding/commit.ts'
import type { Look } from '../binding/edits.ts'
import type { Flavour } from '../binding/flavour.ts'
import { sourceOf, valueAt } from '../binding/source.ts'
import { extractEdits } from '../fields/extract.ts'
import { describedDocument } from '../testing.tsx'
import { schemaOf } from './from-json.ts'
import { schemaRows } from './rows.ts'
import { rulesFor } from './rules.ts'
import { exampleOf } from './sample.ts'
import {
  addPropertyEdits,
  combineEdits,
  removeRowEdits,
  renamePropertyEdits,
  requireEdits,
  typeEdits,
} from './schema-edits.ts'
import { typeLabel } from './types.ts'

const text = `openapi: 3.1.0
components:
  schemas:
    Pet:
      type: object # a pet
      required: [name, age]
      properties:
        name:
          type: string
          minLength: 1 # not empty
        age: {type: integer}
        owner:
          $ref: '#/components/schemas/Owner'
    Owner:
      type: object
`
const pet: Path = ['components', 'schemas', 'Pet']
const at = (name: string): Path => [...pet, 'properties', name]

function changed(edits: (look: Look) => Edit[], from = text): string {
  const document = describedDocument(from)
  const source = sourceOf(document)
  if (!source) throw new Error('no description')
  expect(
    commit(
      source,
      edits((path) => valueAt(source, path)),
    ),
  ).toBeNull()
  return document.textNow()
}

const petOf = (written: string) => parse(written).components.schemas.Pet

describe('a property', () => {
  it('is added at the end', () => {
    const written = changed((look) => addPropertyEdits(look, pet, 'kind', { type: 'string' }))
    const last = "          $ref: '#/components/schemas/Owner'\n"
    expect(written).toBe(text.replace(last, `${last}        kind:\n          type: string\n`))
  })

  it('makes an object of a schema that says nothing yet', () => {
    const from = 'openapi: 3.1.0\ncomponents:\n  schemas:\n    Pet: {}\n'
    const written = changed((look) => addPropertyEdits(look, pet, 'a', { type: 'string' }), from)
    expect(petOf(written)).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
  })

  it('is renamed where it is required, too', () => {
    const written = changed((look) => renamePropertyEdits(look, at('name'), pet, 'title'))
    expect(written).toBe(
      text.replace('[name, age]', '[title, age]').replace('        name:\n', '        title:\n'),
    )
  })

  it('is deleted where it is required, too; the last required one takes the list along', () => {
    const once = changed((look) => removeRowEdits(look, at('name'), pet))
    expect(petOf(once).required).toEqual(['age'])
    const twice = changed((look) => removeRowEdits(look, at('age'), pet), once)
    expect(petOf(twice)).toEqual({
      type: 'object',
      properties: { owner: { $ref: '#/components/schemas/Owner' } },
    })
    expect(twice).toContain('type: object # a pet')
  })

  it('is required, and no more', () => {
    const written = changed((look) => requireEdits(look, pet, 'owner', true))
    expect(written).toBe(text.replace('[name, age]', '[name, age, owner]'))
    expect(changed((look) => requireEdits(look, pet, 'owner', false), written)).toBe(text)
  })
})

describe('another type', () => {
  it('takes along what means nothing for it', () => {
    const written = changed((look) => typeEdits(look, at('name'), ['integer'], false, 'oas31'))
    expect(petOf(written).properties.name).toEqual({ type: 'integer' })
  })

  it('is written as an array where a version has such', () => {
    const written = changed((look) => typeEdits(look, at('name'), ['string'], true, 'oas31'))
    expect(petOf(written).properties.name).toEqual({ type: ['string', 'null'], minLength: 1 })
    expect(written).toContain('minLength: 1 # not empty')
  })

  it('says null by a keyword of its own in versions that have no arrays of types', () => {
    const written = changed((look) => typeEdits(look, at('name'), ['string'], true, 'oas30'))
    expect(written).toBe(
      text.replace(
        '          minLength: 1 # not empty\n',
        '          minLength: 1 # not empty\n          nullable: true\n',
      ),
    )
    expect(changed((look) => typeEdits(look, at('name'), ['string'], false, 'oas30'), written)).toBe(text)
  })

  it('replaces a reference, and gives an array its items', () => {
    const written = changed((look) => typeEdits(look, at('owner'), ['array'], false, 'oas30'))
    expect(petOf(written).properties.owner).toEqual({ type: 'array', items: {} })
  })

  it('becomes the first of a combination, which is renamed to another', () => {
    const written = changed((look) => combineEdits(look, at('owner'), 'oneOf'))
    expect(petOf(written).properties.owner).toEqual({ oneOf: [{ $ref: '#/components/schemas/Owner' }] })
    const other = changed((look) => combineEdits(look, at('owner'), 'anyOf'), written)
    expect(other).toBe(written.replace('oneOf:', 'anyOf:'))
  })
})

it('extracts to a component, in one step', () => {
  const written = changed((look) =>
    extractEdits(look, at('age'), { kind: 'schemas', name: 'Age', value: look(at('age')) }, 'oas31'),
  )
  expect(petOf(written).properties.age).toEqual({ $ref: '#/components/schemas/Age' })
  expect(parse(written).components.schemas.Age).toEqual({ type: 'integer' })
  expect(written).toContain('minLength: 1 # not empty')
})

describe('the rows of a schema', () => {
  const document = describedDocument(text)
  const source = sourceOf(document)
  const rowsOf = (options: Partial<Parameters<typeof schemaRows>[2]> = {}) => {
    if (!source) throw new Error('no description')
    const keys = (path: Path) => source.description.keys(path) ?? []
    return schemaRows(valueAt(source, pet), pet, { keys, isOpen: () => true, limitOf: () => 80, ...options })
  }

  it('are its members in the order of the text', () => {
    expect(rowsOf().map(({ name, label, depth, isRequired }) => [name, label, depth, isRequired])).toEqual([
      ['', 'object', 0, false],
      ['name', 'string', 1, true],
      ['age', 'integer', 1, true],
      ['owner', 'Owner', 1, false],
    ])
  })

  it('keep the order of the text for names that look like numbers', () => {
    const schema = { type: 'object', properties: { 2: {}, 1: {} } }
    const rows = schemaRows(schema, [], { keys: () => ['2', '1'], isOpen: () => true, limitOf: () => 80 })
    expect(rows.map(({ name }) => name)).toEqual(['', '2', '1'])
  })

  it('are closed, or bounded', () => {
    expect(rowsOf({ isOpen: () => false })).toHaveLength(1)
    const some = rowsOf({ limitOf: () => 2 })
    expect(some.map(({ name, more }) => [name, more])).toEqual([
      ['', 0],
      ['name', 0],
      ['age', 1],
    ])
  })

  it('end somewhere, however deep a schema is', () => {
    const deep = Array.from({ length: 500 }).reduce<unknown>((items) => ({ type: 'array', items }), {})
    expect(
      schemaRows(deep, [], { keys: () => [], isOpen: () => true, limitOf: () => 80 }).length,
    ).toBeLessThan(60)
  })
})

it.each([
  [{ type: 'string', format: 'date' }, 'string<date>'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', nullable: true }, 'string | null'],
  [{ type: 'array', items: { $ref: '#/components/schemas/A~1b' } }, 'array[A/b]'],
  [{ oneOf: [] }, 'one of'],
  [{ properties: {} }, 'object'],
  [{}, 'any'],
  [true, 'any'],
  [false, 'never'],
  [null, 'any'],
])('says the type of %j in short', (schema, label) => expect(typeLabel(schema)).toBe(label))

describe('a schema from JSON', () => {
  it('has the types, formats and required members of the example', () => {
    const value = { id: 1, at: '2026-01-02', tags: ['a'], price: 1.5, isNew: true, by: { mail: 'a@b.c' } }
    expect(schemaOf(value, 'oas31')).toEqual({
      type: 'object',
      required: ['id', 'at', 'tags', 'price', 'isNew', 'by'],
      properties: {
        id: { type: 'integer' },
        at: { type: 'string', format: 'date' },
        tags: { type: 'array', items: { type: 'string' } },
        price: { type: 'number' },
        isNew: { type: 'boolean' },
        by: { type: 'object', required: ['mail'], properties: { mail: { type: 'string', format: 'email' } } },
      },
    })
  })

  it('is of all elements of a list: what not every one has is optional', () => {
    expect(schemaOf([{ a: 1, b: 'x' }, { a: 1.5 }, { a: null }], 'oas31')).toEqual({
      type: 'array',
      items: {
        type: 'object',
        required: ['a'],
        properties: { a: { type: ['number', 'null'] }, b: { type: 'string' } },
      },
    })
  })

  it('says null as its version does', () => {
    expect(schemaOf([1, null], 'oas30')).toEqual({
      type: 'array',
      items: { type: 'integer', nullable: true },
    })
    expect(schemaOf({ a: null }, 'oas2')).toMatchObject({ properties: { a: { 'x-nullable': true } } })
  })
})

describe('an example of a schema', () => {
  const look = (path: Path) => valueAt({ description: descriptionOf(text) }, path)

  it('follows references', async () => {
    const made = await exampleOf(look, look(pet))
    expect(made?.value).toEqual({ name: 'string', age: 0, owner: {} })
  })

  it('ends where a schema refers to itself, and is small where one asks for much', async () => {
    const loop = `components:\n  schemas:\n    A:\n      type: object\n      properties:\n        a: {$ref: '#/components/schemas/A'}\n        n: {type: array, minItems: 100000000, items: {type: integer}}\n`
    const here = (path: Path) => valueAt({ description: descriptionOf(loop) }, path)
    const made = await exampleOf(here, here(['components', 'schemas', 'A']))
    expect(JSON.stringify(made?.value).length).toBeLessThan(1000)
  })
})

function descriptionOf(written: string) {
  const { description } = describedDocument(written)
  if (!description) throw new Error('no description')
  return description
}

describe('a rule', () => {
  const rule = (keyword: string, look: Look, at: Path = pet) => {
    const found = rulesFor(look(at), 'oas31').find((one) => one.keyword === keyword)
    if (!found) throw new Error(`no rule ${keyword}`)
    return found.edits(look, at)
  }

  it.each([
    ['patternProperties', { patternProperties: { '^x-': { type: 'string' } } }],
    ['propertyNames', { propertyNames: { pattern: '^[a-z]+$' } }],
    ['dependentRequired', { dependentRequired: { name: [] } }],
    ['dependentSchemas', { dependentSchemas: { name: { required: [] } } }],
    ['unevaluatedProperties', { unevaluatedProperties: false }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ['if', { if: {}, then: {}, else: {} }],
    ['not', { not: { type: 'string' } }],
    ['$defs', { $defs: { Definition: { type: 'object' } } }],
    ['oneOf', { oneOf: [{ type: 'object' }] }],
  ])('%s is added to what is there, and nothing else changes', (keyword, added) => {
    const written = changed((look) => rule(keyword, look))
    expect(petOf(written)).toEqual({ ...petOf(text), ...added })
    expect(written).toContain('type: object # a pet')
    expect(written).toContain('minLength: 1 # not empty')
  })

  it('makes a tuple of a list, and says what it contains', () => {
    const list = text.replace('age: {type: integer}', 'age: {type: array, items: {}}')
    const written = changed((look) => [...rule('prefixItems', look, at('age'))], list)
    expect(petOf(written).properties.age).toEqual({
      type: 'array',
      items: {},
      prefixItems: [{ type: 'string' }],
    })
    expect(petOf(changed((look) => rule('contains', look, at('age')), list)).properties.age.contains).toEqual(
      {
        type: 'string',
      },
    )
  })

  it('is offered where its version and its type know it, and once', () => {
    const of = (schema: unknown, flavour: Flavour) => rulesFor(schema, flavour).map(({ keyword }) => keyword)
    expect(of({ type: 'object' }, 'oas2')).toEqual(['additionalProperties', 'allOf'])
    expect(of({ type: 'object' }, 'oas30')).not.toContain('if')
    expect(of({ type: 'string' }, 'oas31')).not.toContain('prefixItems')
    expect(of({ type: 'object', not: {} }, 'oas31')).not.toContain('not')
    expect(of({ type: 'object', oneOf: [] }, 'oas31')).toContain('oneOf')
    expect(of({ $ref: '#/a' }, 'oas30')).toEqual([])
  })

  it('becomes rows of the tree, which can be taken out again', () => {
    const schema = {
      type: 'object',
      if: { required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: true,
      not: {},
      dependentSchemas: { a: {} },
      patternProperties: { '^x-': {} },
      unevaluatedProperties: { type: 'string' },
      $defs: { D: {} },
    }
    const rows = schemaRows(schema, pet, { keys: () => [], isOpen: () => true, limitOf: () => 99 })
    expect(rows.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'root ',
      'named ^x-',
      'named a',
      'named D',
      'keyword unevaluated properties',
      'keyword if',
      'keyword then',
      'keyword not',
    ])
    const written = changed((look) => rule('dependentSchemas', look))
    expect(changed((look) => removeRowEdits(look, [...pet, 'dependentSchemas', 'name'], null), written)).toBe(
      text,
    )
  })
})
