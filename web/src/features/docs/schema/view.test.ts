import { describe, expect, it } from 'vitest'
import type { SchemaLike } from '../model/types.ts'
import { labelOf, viewOf } from './view.ts'

const view = (schema: SchemaLike, bundle: Record<string, SchemaLike> = {}) => viewOf(schema, { bundle })
const label = (schema: SchemaLike, bundle: Record<string, SchemaLike> = {}) => labelOf(schema, { bundle })
const names = (schema: SchemaLike, bundle: Record<string, SchemaLike> = {}) =>
  view(schema, bundle).children.map((child) => child.name)
const facts = (schema: SchemaLike) =>
  view(schema).facts.map((fact) => `${fact.label}: ${fact.values.join(', ')}`)

describe('the type of a schema in words', () => {
  it('names plain types with their format', () => {
    expect(label({ type: 'string', format: 'uuid' })).toBe('string <uuid>')
    expect(label({ type: ['string', 'null'] })).toBe('string or null')
    expect(label({ type: 'string', nullable: true })).toBe('string or null')
  })
  it('names objects by title or by what they refer to', () => {
    expect(label({ $ref: '#/__bundled__/Pet' }, { Pet: { type: 'object' } })).toBe('Pet')
    expect(label({ type: 'object', title: 'A pet' })).toBe('A pet')
  })
  it('does not name a whole after one of its parts', () => {
    const bundle = {
      Base: { type: 'object', title: 'The base' },
      Whole: { allOf: [{ $ref: '#/__bundled__/Base' }, { properties: { a: {} } }] },
    }
    expect(label({ $ref: '#/__bundled__/Whole' }, bundle)).toBe('Whole')
    expect(label({ allOf: [{ $ref: '#/__bundled__/Base' }, { properties: { a: {} } }] }, bundle)).toBe(
      'object',
    )
    expect(label({ description: 'Mine', allOf: [{ $ref: '#/__bundled__/Base' }] }, bundle)).toBe('The base')
  })
  it('says what an array holds', () => {
    const pets = { type: 'array', items: { $ref: '#/__bundled__/Pet' } }
    expect(label(pets, { Pet: { type: 'object' } })).toBe('array of Pet')
    expect(label({ type: 'array', items: { type: ['string', 'null'] } })).toBe('array of (string or null)')
  })
  it('guesses a type that is not given', () => {
    expect(label({ properties: { a: {} } })).toBe('object')
    expect(label({ enum: ['a', 'b'] })).toBe('string')
    expect(label({})).toBe('any')
    expect(label(true)).toBe('any')
    expect(label(false)).toBe('nothing allowed')
  })
  it('joins a few alternatives and counts many', () => {
    expect(label({ oneOf: [{ type: 'string' }, { type: 'integer' }] })).toBe('string or integer')
    expect(label({ anyOf: Array.from({ length: 9 }, (_, i) => ({ title: `T${i}` })) })).toBe('any of 9 types')
  })
})

describe('fields', () => {
  it('lists properties with the required ones marked, patterns and the rest', () => {
    const schema = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, name: {} },
      patternProperties: { '^x-': {} },
      additionalProperties: { type: 'string' },
    }
    expect(names(schema)).toEqual(['id', 'name', '/^x-/', 'any other key'])
    expect(view(schema).children.map((child) => child.required)).toEqual([true, false, false, false])
  })
  it('merges allOf, deeply where both describe one property', () => {
    const bundle = { Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } }
    const schema = {
      allOf: [
        { $ref: '#/__bundled__/Base' },
        { required: ['x'], properties: { x: {}, id: { description: 'Mine' } } },
      ],
    }
    expect(names(schema, bundle).sort()).toEqual(['id', 'x'])
    const id = view(schema, bundle).children.find((child) => child.name === 'id')
    expect(id?.required).toBe(true)
    expect(viewOf(id?.schema ?? {}, { bundle })).toMatchObject({ label: 'string', description: 'Mine' })
  })
  it('stands in the order of the source', () => {
    const bundle = { Base: { properties: { id: {}, kind: {} } } }
    const base = { $ref: '#/__bundled__/Base' }
    const own = { properties: { name: {}, lives: {} } }
    expect(names({ allOf: [base, own] }, bundle)).toEqual(['id', 'kind', 'name', 'lives'])
    expect(names({ allOf: [base], ...own }, bundle)).toEqual(['id', 'kind', 'name', 'lives'])
    expect(names({ ...own, allOf: [base] }, bundle)).toEqual(['name', 'lives', 'id', 'kind'])
    expect(names({ ...base, ...own }, bundle)).toEqual(['id', 'kind', 'name', 'lives'])
  })
  it('shows the fields of what an array holds, and the places of a tuple', () => {
    expect(names({ type: 'array', items: { properties: { a: {} } } })).toEqual(['a'])
    expect(names({ prefixItems: [{}, {}], items: { type: 'string' } })).toEqual(['[0]', '[1]', '[…]'])
    expect(names({ items: [{}, {}], additionalItems: {} })).toEqual(['[0]', '[1]', '[…]'])
  })
  it('keeps what is said beside a reference over what the target says', () => {
    const bundle = { Pet: { type: 'object', description: 'A pet' } }
    expect(view({ $ref: '#/__bundled__/Pet', description: 'The favourite' }, bundle).description).toBe(
      'The favourite',
    )
  })
})

describe('alternatives', () => {
  it('offers each by its name', () => {
    const bundle = { Cat: { type: 'object', properties: { purrs: {} } }, Dog: { type: 'object' } }
    const schema = {
      oneOf: [{ $ref: '#/__bundled__/Cat' }, { $ref: '#/__bundled__/Dog' }],
      discriminator: { propertyName: 'kind' },
    }
    const [choice] = view(schema, bundle).choices
    expect(choice).toMatchObject({ kind: 'oneOf', discriminator: 'kind' })
    expect(choice?.options.map((option) => option.label)).toEqual(['Cat', 'Dog'])
  })
  it('tells alternatives of one name apart', () => {
    const [choice] = view({ anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }).choices
    expect(choice?.options.map((option) => option.label)).toEqual(['object (1)', 'object (2)'])
  })
  it('takes "or null" for what it is', () => {
    const bundle = { Pet: { type: 'object', properties: { id: {} } } }
    const schema = { anyOf: [{ $ref: '#/__bundled__/Pet' }, { type: 'null' }], description: 'The pet' }
    const pet = view(schema, bundle)
    expect(pet).toMatchObject({ label: 'Pet or null', description: 'The pet', choices: [] })
    expect(pet.children).toHaveLength(1)
  })
  it('keeps both choices of an allOf with two', () => {
    const one = { oneOf: [{ title: 'A' }, { title: 'B' }] }
    const two = { oneOf: [{ title: 'C' }, { title: 'D' }] }
    expect(view({ allOf: [one, two] }).choices).toHaveLength(2)
  })
  it('turns alternatives that only require something into a sentence', () => {
    const schema = {
      type: 'object',
      properties: { a: {}, b: {} },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }
    expect(view(schema).choices).toEqual([])
    expect(facts(schema)).toEqual(['Requires one of: a, b'])
  })
})

describe('limits', () => {
  it('says them in words', () => {
    expect(facts({ type: 'string', minLength: 1, maxLength: 5, pattern: '^a' })).toEqual([
      'Pattern: ^a',
      'Length: 1 to 5 characters',
    ])
    expect(facts({ type: 'number', minimum: 0, exclusiveMaximum: 10, multipleOf: 2 })).toEqual([
      'Value: ≥ 0, < 10',
      'Multiple of: 2',
    ])
    expect(facts({ type: 'integer', minimum: 0, exclusiveMinimum: true })).toEqual(['Value: > 0'])
    expect(facts({ type: 'array', minItems: 2, maxItems: 2, uniqueItems: true })).toEqual([
      'Items: exactly 2 items',
      'Items: unique',
    ])
    expect(facts({ enum: ['a', null, ''], default: false })).toEqual([
      'Default: false',
      'Allowed values: a, null, ""',
    ])
    expect(facts({ const: 3, examples: [1, 2] })).toEqual(['Constant: 3', 'Examples: 1, 2'])
  })
  it('tells the limits of each item', () => {
    expect(facts({ type: 'array', items: { enum: ['a'] } })).toEqual(['Each item: allowed values: a'])
  })
})

describe('schemas that fight back', () => {
  const bundle = {
    Node: { type: 'object', properties: { parent: { $ref: '#/__bundled__/Node' } } },
    A: { oneOf: [{ $ref: '#/__bundled__/B' }, { type: 'object' }] },
    B: { oneOf: [{ $ref: '#/__bundled__/A' }, { type: 'array', items: { $ref: '#/__bundled__/A' } }] },
    Self: { allOf: [{ $ref: '#/__bundled__/Self' }] },
    List: { type: 'array', items: { $ref: '#/__bundled__/List' } },
  }
  it.each(Object.keys(bundle))('shows the cyclic %s one level at a time', (key) => {
    expect(view({ $ref: `#/__bundled__/${key}` }, bundle).label).toBeTruthy()
  })
  it('names what lies in another node or cannot be found', () => {
    expect(view({ $ref: '/a.yaml/components/schemas/Big' }).externals).toEqual([
      '/a.yaml/components/schemas/Big',
    ])
    expect(view({ allOf: [{ $ref: '#/__bundled__/gone' }] }).externals).toEqual(['#/__bundled__/gone'])
  })
  it('does not mistake inherited names for schemas', () => {
    expect(view({ $ref: '#/__bundled__/constructor' }).externals).toEqual(['#/__bundled__/constructor'])
  })
  it('survives values of the wrong kind', () => {
    const nonsense = {
      type: 7,
      properties: [1],
      required: 'x',
      enum: 'no',
      oneOf: {},
      allOf: [3],
      items: 4,
      not: 'a',
    }
    expect(view(nonsense as never)).toMatchObject({ label: 'object', children: [], choices: [] })
    expect(view(null as never).label).toBe('any')
  })
})
