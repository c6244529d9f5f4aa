import { expect, test } from 'vitest'
import { searchWords } from '../../worker/analyze/search-words.ts'

test.each([
  ['listPets', 'listpets list pets'],
  ['/pets/{petId}', 'pets petid pet id'],
  ['HTTPServer', 'httpserver http server'],
  ['created_at', 'created_at created at'],
  ['X-Request-Id', 'x request id'],
  ['oauth2Token', 'oauth2token oauth2 token'],
  ['Größe ändern', 'größe ändern'],
  ['pets Pets PETS', 'pets'],
  ['a'.repeat(101), ''],
  ['', ''],
])('%s is found by "%s"', (text, words) => {
  expect(searchWords(text)).toBe(words)
})

test('a node with endlessly many words is found by the first of them', () => {
  const words = searchWords(Array.from({ length: 200_000 }, (_, n) => `Größe${n}`).join(' '))
  expect(words).toMatch(/^größe0 größe1 /)
  expect(Buffer.byteLength(words)).toBeLessThanOrEqual(50_000)
})
