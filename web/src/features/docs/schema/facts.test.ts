import { expect, it } from 'vitest'
import { parseExact } from '../../../../../analysis/parse/exact-number.ts'
import type { JsonSchema } from '../model/types.ts'
import { factsOf } from './facts.ts'
import { jsonText } from './json-text.ts'
import { sampleOf } from './sample.ts'

const schema = parseExact(
  '{"type":"integer","minimum":-9223372036854775808,"exclusiveMaximum":9223372036854775807,"default":9007199254740993}',
) as JsonSchema

it('shows numbers with all the digits that their author wrote', () => {
  expect(factsOf(schema)).toEqual([
    { label: 'Default', values: ['9007199254740993'] },
    { label: 'Value', values: ['≥ -9223372036854775808', '< 9223372036854775807'] },
  ])
})

it('puts them into examples as numbers', () => {
  const sample = sampleOf(
    { type: 'object', properties: { id: schema } },
    { bundle: {} },
    {
      direction: 'response',
    },
  )
  expect(jsonText(sample)).toBe('{"id":9007199254740993}')
})
