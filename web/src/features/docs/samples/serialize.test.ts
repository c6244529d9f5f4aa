import { describe, expect, it } from 'vitest'
import { type ParamPlace, writtenPairs, writtenText } from './serialize.ts'

const list = ['blue', 'black']
const fields = { R: 100, G: 200 }

// The table of styles of the OpenAPI Specification, 4.8.12.4.
describe('a parameter as it travels', () => {
  it.each<[string, boolean, unknown, string]>([
    ['form', true, list, 'color=blue&color=black'],
    ['form', false, list, 'color=blue,black'],
    ['form', true, fields, 'R=100&G=200'],
    ['form', false, fields, 'color=R,100,G,200'],
    ['spaceDelimited', false, list, 'color=blue black'],
    ['pipeDelimited', false, list, 'color=blue|black'],
    ['deepObject', true, fields, 'color[R]=100&color[G]=200'],
    ['commaDelimited', false, list, 'color=blue,black'],
    ['tabDelimited', false, list, 'color=blue\tblack'],
    ['form', true, 'blue', 'color=blue'],
  ])('in a query: %s, exploded %s', (style, explode, value, written) => {
    const pairs = writtenPairs({ name: 'color', style, explode }, value)
    expect(pairs.map((pair) => pair.join('=')).join('&')).toBe(written)
  })
  it.each<[ParamPlace & ('path' | 'headers'), string, boolean, unknown, string]>([
    ['path', 'matrix', false, 'blue', ';color=blue'],
    ['path', 'matrix', false, list, ';color=blue,black'],
    ['path', 'matrix', true, list, ';color=blue;color=black'],
    ['path', 'matrix', false, fields, ';color=R,100,G,200'],
    ['path', 'matrix', true, fields, ';R=100;G=200'],
    ['path', 'label', false, 'blue', '.blue'],
    ['path', 'label', true, list, '.blue.black'],
    ['path', 'label', true, fields, '.R=100.G=200'],
    ['headers', 'simple', false, list, 'blue,black'],
    ['headers', 'simple', false, fields, 'R,100,G,200'],
    ['headers', 'simple', true, fields, 'R=100,G=200'],
  ])('in a %s: %s, exploded %s', (place, style, explode, value, written) => {
    expect(writtenText({ name: 'color', style, explode }, value, place)).toBe(written)
  })
})
