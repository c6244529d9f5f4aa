// What strangers wrote, as it is printed: the name of a path may hold anything.
import { expect, it } from 'vitest'
import { printable } from '../../cli/terminal.ts'

it.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007name', 'name'],
  ['a\u001b', 'a\uFFFD'],
  ['a\rb\nc\u0008\u0000', 'a\uFFFDb\uFFFDc\uFFFD\uFFFD'],
  ['a\u007f\u0085\u009f\u00a0', 'a\uFFFD\uFFFD\uFFFD\u00a0'],
  ['\u202egnp.exe', '\uFFFDgnp.exe'],
  ['\u200ea\u200fb\u202ac\u2066d\u2069e\u061cf', '\uFFFDa\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf'],
  ['Größe, 名前 👩‍💻', 'Größe, 名前 👩‍💻'],
])('prints %j as %j', (text, printed) => {
  expect(printable(text)).toBe(printed)
})
