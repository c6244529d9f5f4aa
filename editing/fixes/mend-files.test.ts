import { expect, it } from 'vitest'
import { type FoundAt, mendFiles } from './mend-files.ts'
import type { Asked } from './rule-fixes.ts'

const api = `openapi: 3.0.3
tags: [{name: known}]
paths:
  /pets/:
    get: {tags: [lost, odd], x-a: 1, responses: {}}
    put: {tags: [lost], x-a: 2, responses: {}} # kept
  /shops/: {}
components:
  schemas:
    pet_shop: {type: object, required: [a, b, a]}
`
const other = `{"openapi":"3.0.3","components":{"schemas":{"All":{"$ref":"api.yaml#/components/schemas/pet_shop"}}}}`
const files = new Map([
  ['api.yaml', api],
  ['other.json', other],
])

const mended = (code: string, pointers: string[], asks: Asked[] = [], mayGoOn = () => true) => {
  const found: FoundAt[] = pointers.map((pointer) => ({ file: 'api.yaml', pointer }))
  return mendFiles(files, found, { code, asks }, mayGoOn)
}

it('mends each place, two of them by one edit where one is enough, and touches nothing else', () => {
  const at = ['/paths/~1pets~1/get/tags/0', '/paths/~1pets~1/get/tags/1', '/paths/~1pets~1/put/tags/0']
  const { texts, ...counts } = mended('operation-tag-defined', at)
  expect(counts).toEqual({ mended: 3, left: 0 })
  expect([...texts]).toEqual([
    ['api.yaml', api.replace('[{name: known}]', '[{name: known}, { name: odd }, { name: lost }]')],
  ])
})

it('gives a component another name in all files', () => {
  const asks = [{ function: 'casing', field: '@key', options: { type: 'pascal' } }]
  const { texts } = mended('names', ['/components/schemas/pet_shop'], asks)
  expect(texts.get('api.yaml')).toBe(api.replace('pet_shop', 'PetShop'))
  expect(texts.get('other.json')).toBe(other.replace('pet_shop', 'PetShop'))
})

it('finds a place below one that gets another name', () => {
  const { texts, mended: number } = mended('path-keys-no-trailing-slash', [
    '/paths/~1pets~1',
    '/paths/~1shops~1',
  ])
  expect([number, texts.get('api.yaml')]).toEqual([
    2,
    api.replace('/pets/:', '/pets:').replace('/shops/:', '/shops:'),
  ])
})

it('takes several items out of a list', () => {
  const asks = [{ function: 'falsy', field: undefined, options: undefined }]
  const { texts } = mended('none', ['/paths/~1pets~1/get/tags/0', '/paths/~1pets~1/get/tags/1'], asks)
  expect(texts.get('api.yaml')).toContain('get: {tags: [], x-a: 1')
})

it('takes items out of two lists that were found by turns', () => {
  const lists = new Map([['a.yaml', 'a: {tags: [x0, x1, keep2, keep3]}\nb: {tags: [y0]}\n']])
  const found = ['/a/tags/0', '/b/tags/0', '/a/tags/1'].map((pointer) => ({ file: 'a.yaml', pointer }))
  const asks = [{ function: 'falsy', field: undefined, options: undefined }]
  const { texts, mended: number } = mendFiles(lists, found, { code: 'none', asks }, () => true)
  expect(number).toBe(3)
  expect(texts.get('a.yaml')).toBe('a: {tags: [keep2, keep3]}\nb: {tags: []}\n')
})

it('leaves what has no fix, is not there, or comes when the time is over', () => {
  expect(mended('info-contact', ['/info'])).toEqual({ texts: new Map(), mended: 0, left: 1 })
  expect(mended('path-keys-no-trailing-slash', ['/paths/~1gone~1']).left).toBe(1)
  expect(mended('path-keys-no-trailing-slash', ['/paths/~1pets~1'], [], () => false).left).toBe(1)
  const found = [{ file: 'elsewhere.yaml', pointer: '/paths/~1pets~1' }]
  expect(mendFiles(files, found, { code: 'path-keys-no-trailing-slash', asks: [] }, () => true).left).toBe(1)
})
