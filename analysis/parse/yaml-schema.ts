import { CORE_SCHEMA, Type, types } from 'js-yaml'
import { exactNumber } from './exact-number.ts'

// Exported since 4.1, and not in its types yet.
declare module 'js-yaml' {
  const types: { int: Type; float: Type }
}

const MERGE_KEY = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (key) => key === '<<' })

// Of the same tags as the built-in ones, which they replace.
const INTEGER = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: types.int.resolve,
  construct: (source: string) => exact(types.int.construct(source), source),
})
const FLOAT = new Type('tag:yaml.org,2002:float', {
  kind: 'scalar',
  resolve: types.float.resolve,
  construct: (source: string) => exact(types.float.construct(source), source),
})

/**
 * YAML's core schema with merge keys, but without timestamps (a date in an example must stay the text its author
 * wrote), and with numbers that keep all their digits (see exact-number.ts).
 */
export const YAML_SCHEMA = CORE_SCHEMA.extend({ implicit: [MERGE_KEY, INTEGER, FLOAT] })

function exact(value: number, source: string): number | string {
  if (/^[-+]?0[xob]/i.test(source)) return exactNumber(value, wholeOf(source))
  return exactNumber(value, inJsonGrammar(source))
}

// BigInt knows the prefixes of hexadecimal, octal and binary numbers, but no sign in front of them.
function wholeOf(source: string): string {
  const digits = BigInt(source.replace(/^[-+]/, '')).toString()
  return source.startsWith('-') ? `-${digits}` : digits
}

// YAML allows a plus, zeros in front, and a point without digits on one side of it.
function inJsonGrammar(source: string): string {
  return source
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '')
}
