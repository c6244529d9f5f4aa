import { expect, it } from 'vitest'
import { checkableBytes, requireDescription } from '../../supabase/functions/api/model/description-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const api = (rest: string) =>
  bytes(`{"openapi":"3.0.0","info":{"title":"A","version":"1"},"paths":{},\n"x":[${rest}]}`)

it('refuses a broken file with line and column', () => {
  expect(() => requireDescription(api('1,,'), 'a.json')).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({
        fields: [
          expect.objectContaining({ field: 'file', line: expect.any(Number), column: expect.any(Number) }),
        ],
      }),
    }),
  )
  expect(() => requireDescription(api('[],'.repeat(1000)), 'a.json')).toThrow()
})

it.each([
  ['lists', '[],'],
  ['objects', '{},'],
  ['items', '1,'],
  ['lines', '\n'],
  ['lines that end as on old Macs', '\r'],
])('leaves a file of very many %s to the worker, unparsed', (_what, item) => {
  // It ends in the middle: whoever parses it refuses it.
  const flood = api(item.repeat(32_000)).slice(0, -2)
  expect(() => requireDescription(flood, 'a.json')).not.toThrow()
})

it('reads no more than two megabytes of any file', () => {
  for (const name of ['a.json', 'A.JSON', 'a.yaml', 'a.md'])
    expect(checkableBytes(name)).toBeLessThanOrEqual(2 * 1024 * 1024)
})
