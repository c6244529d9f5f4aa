// Our own lists as HTML are what a formatter of Markdown makes of them.
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, it, vi } from 'vitest'
import { plainList } from '../../../supabase/functions/_shared/pages/plain-list.ts'

const formatted = (text: string) =>
  micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).replaceAll('&#39;', "'")
const listed = (text: string) => plainList(text, formatted)?.replaceAll('&#39;', "'") ?? null

it.each([
  '- `id`: integer (int64), required',
  '- `a`: object\n  - `b`: array of object\n    - `c`: "x" & <y> isn’t\n- `d`: any. (one of `1`, `2`)',
  '- *one of, 1*: string\n- *any other name*: any\n- …',
  '- Contact: Ada\n- `a b`: x\n  - `c`: see https://pets.example and [this](https://pets.example) *now* or a@b.example',
  '- `a`: 2 * 3 * 4, snake_case, a*b*c, *x, ``y`` `z``\n- `a``b`',
  '- `a`: www.pets.example HTTP://pets.example ~~gone~~ a \\* b &amp; c',
  '- `a`: b\n  - `c`: d\n    - `e`: f\n  - `g`: h\n- `i`',
])('%s', (text) => {
  expect(listed(text)).toBe(formatted(text).endsWith('\n') ? formatted(text) : `${formatted(text)}\n`)
})

it.each([
  'Words',
  '- a\n\n- b',
  '  - `a`: b',
  '- `a`\n    - `b`',
  '- - a',
  '- # a',
  '1. a',
  '- ```\n  x\n  ```',
  '',
])('is no such list: %s', (text) => {
  expect(listed(text)).toBeNull()
})

it('leaves to the formatter only what may be markup, and takes no more of it than words', () => {
  const blockOf = vi.fn((text: string) => `<p>${text}</p>`)
  plainList('- `a`: b\n  - `c`: d_e_f\n- `g`: h', blockOf)
  expect(blockOf.mock.calls).toEqual([['`c`: d_e_f']])
  expect(plainList('- `a`: b <i>', () => '<p>1</p>\n<p>2</p>')).toBeNull()
})
