import { describe, expect, it } from 'vitest'
import type { SchemaLike } from '../model/types.ts'
import { sampleOf } from './sample.ts'

const sample = (
  schema: SchemaLike,
  bundle: Record<string, SchemaLike> = {},
  direction: 'request' | 'response' = 'response',
) => sampleOf(schema, { bundle }, { direction })

describe('an example made from a schema', () => {
  it('follows references and merges allOf', () => {
    const bundle = {
      Id: { type: 'integer', examples: [7] },
      Base: { properties: { id: { $ref: '#/__bundled__/Id' } } },
    }
    const schema = { allOf: [{ $ref: '#/__bundled__/Base' }, { properties: { name: { type: 'string' } } }] }
    expect(sample(schema, bundle)).toEqual({ id: 7, name: 'string' })
  })
  it('leaves out what only the other side sets', () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'string', readOnly: true }, password: { type: 'string', writeOnly: true } },
    }
    expect(sample(schema, {}, 'request')).toEqual({ password: 'string' })
    expect(sample(schema, {}, 'response')).toEqual({ id: 'string' })
  })
  it('takes the first alternative that is not null', () => {
    expect(sample({ oneOf: [{ type: 'null' }, { type: 'string', enum: ['a'] }] })).toBe('a')
    expect(sample({ type: ['null', 'integer'], default: 3 })).toBe(3)
  })
  it.each<[string, SchemaLike, unknown]>([
    ['the first alternative', { $ref: '#/__bundled__/Either' }, { kind: 'cat', name: 'string' }],
    ['one of them by itself', { $ref: '#/__bundled__/Dog' }, { kind: 'Dog', age: 0 }],
    ['what inherits it', { $ref: '#/__bundled__/Bird' }, { kind: 'bird', wings: 0 }],
  ])('carries the value by which a schema is told apart: %s', (_, schema, value) => {
    const kind = { type: 'string' }
    const animal = {
      properties: { kind },
      discriminator: { propertyName: 'kind', mapping: { bird: '#/__bundled__/Bird' } },
    }
    const bundle = {
      Cat: { type: 'object', properties: { kind, name: { type: 'string' } } },
      Dog: {
        properties: { kind, age: { type: 'integer' } },
        discriminator: { propertyName: 'kind' },
      },
      Either: {
        oneOf: [{ $ref: '#/__bundled__/Cat' }, { $ref: '#/__bundled__/Dog' }],
        discriminator: { propertyName: 'kind', mapping: { cat: '#/__bundled__/Cat' } },
      },
      Animal: animal,
      Bird: { allOf: [{ $ref: '#/__bundled__/Animal' }, { properties: { wings: { type: 'integer' } } }] },
    }
    expect(sample(schema, bundle)).toEqual(value)
  })
  it('does not carry a value that its own field forbids', () => {
    const schema = {
      properties: { kind: { type: 'string', enum: ['a'] } },
      discriminator: { propertyName: 'kind' },
    }
    expect(sample({ $ref: '#/__bundled__/Odd' }, { Odd: schema })).toEqual({ kind: 'a' })
  })
  it('cuts cycles', () => {
    const bundle = {
      Node: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/__bundled__/Node' } },
        },
      },
    }
    expect(sample({ $ref: '#/__bundled__/Node' }, bundle)).toEqual({ id: 'string', children: [] })
  })
  it.each<[string, Record<string, SchemaLike>]>([
    ['anyOf', { A: { anyOf: [{ $ref: '#/__bundled__/A' }] } }],
    ['oneOf', { A: { oneOf: [{ $ref: '#/__bundled__/A' }, { $ref: '#/__bundled__/A' }] } }],
    ['allOf', { A: { allOf: [{ $ref: '#/__bundled__/A' }] } }],
    [
      'three in a round',
      {
        A: { oneOf: [{ $ref: '#/__bundled__/B' }] },
        B: { anyOf: [{ type: 'array', items: { $ref: '#/__bundled__/C' } }] },
        C: { allOf: [{ oneOf: [{ $ref: '#/__bundled__/A' }] }] },
      },
    ],
  ])('ends where alternatives lead to themselves: %s', (_, bundle) => {
    const made = sample({ type: 'object', properties: { a: { $ref: '#/__bundled__/A' } } }, bundle)
    expect(made).toBeTypeOf('object')
    expect(JSON.stringify(made).length).toBeLessThan(100)
  })
  it('stays small whatever is asked for', () => {
    expect(sample({ type: 'array', minItems: 1e9, items: { type: 'string', minLength: 1e9 } })).toHaveLength(
      3,
    )
    const wide: SchemaLike = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { type: 'string' }])),
    }
    expect(Object.keys(sample(wide) as object).length).toBeLessThan(600)
    let deep: SchemaLike = { type: 'string' }
    for (let i = 0; i < 5_000; i++) deep = { type: 'object', properties: { deeper: deep } }
    expect(sample(deep)).toBeTypeOf('object')
  })
  it('writes XML', () => {
    const schema = { type: 'object', xml: { name: 'pet' }, properties: { id: { type: 'integer' } } }
    expect(sampleOf(schema, { bundle: {} }, { direction: 'response', xml: true })).toContain('<id>0</id>')
  })
  it('gives up quietly', () => {
    expect(() => sample({ type: 'string', format: 'date', pattern: '(' })).not.toThrow()
    expect(sample(false)).toBeUndefined()
    expect(() => sample({ $ref: '/elsewhere.yaml' })).not.toThrow()
  })
})
