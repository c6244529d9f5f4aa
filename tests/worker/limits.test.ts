// A small file may describe a huge documentation; what would be stored is bounded, and said.
import { expect, test } from 'vitest'
import { describeFiles } from '../../worker/analyze/describe.ts'

function sharing(operations: number, descriptionLength: number) {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, n) => [
      `/things/${n}`,
      { get: { responses: { 200: { $ref: '#/components/responses/Fat' } } } },
    ]),
  )
  const components = { responses: { Fat: { description: 'x'.repeat(descriptionLength) } } }
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Fat', version: '1' }, paths, components })
  return [{ path: 'reference/fat.json', bytes: Buffer.from(text), hash: Buffer.alloc(32) }]
}

test('a response shared by many operations cannot fill the database', () => {
  expect(() => describeFiles(sharing(3_000, 100_000), () => {})).toThrow(
    'The documentation of these files would be larger than 256 MB. Split them into smaller descriptions.',
  )
})

test('a large description within the limit is taken', () => {
  expect(describeFiles(sharing(300, 1_000), () => {}).nodes).toHaveLength(301)
})
