import { expect, test } from 'vitest'
import { KeptTexts } from '../../stack/rest/openapi/kept-texts.ts'

test('a text is made once for what it says, and again for another source', () => {
  const texts = new KeptTexts()
  const [old, fresh] = [{}, {}]
  let made = 0
  const ask = (source: object, key: string) => texts.of(source, key, () => `${key} ${++made}`)
  expect([ask(old, 'a'), ask(old, 'b'), ask(old, 'a'), ask(fresh, 'a')]).toEqual(['a 1', 'b 2', 'a 1', 'a 3'])
})

test('whoever changes what they may use again and again fills no memory', () => {
  const texts = new KeptTexts()
  const source = {}
  let made = 0
  for (let n = 0; n < 100; n++) texts.of(source, String(n), () => String(++made))
  texts.of(source, '99', () => String(++made))
  expect(made).toBe(100)
  texts.of(source, '0', () => String(++made))
  expect(made).toBe(101)
})
