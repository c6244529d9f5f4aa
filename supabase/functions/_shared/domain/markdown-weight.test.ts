import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isFormattable } from './markdown-weight.ts'

const root = join(import.meta.dirname, '../../../..')
const lines = (length: number, line: (at: number) => string) =>
  Array.from({ length }, (_, at) => line(at)).join('\n')

it.each<[string, string]>([
  ['emphasis that never closes', '*a_ '.repeat(1000)],
  ['emphasis over many lines', '*a_\n'.repeat(1000)],
  ['many paragraphs of it', `${'*a_ '.repeat(100)}\n\n`.repeat(100)],
  ['quotes in quotes', '>'.repeat(4000)],
  ['brackets in brackets', `${'['.repeat(2000)}a${'](b)'.repeat(2000)}`],
  ['lists in lists', lines(1000, (at) => `${' '.repeat(2 * at)}- a`)],
  ['lists in lists on a line', '- '.repeat(2000)],
  ['numbers in numbers', '1. '.repeat(2000)],
  ['a table of very many cells', `${'|'.repeat(5000)}\n${'|-'.repeat(4999)}|\n${'|\n'.repeat(5000)}`],
  ['a long article', 'Some words.\n\n'.repeat(50_000)],
  ['many blocks', '#\n'.repeat(40_000)],
  ['a fence inside a comment', `<!--\n\`\`\`\n-->\n${'*a_ '.repeat(1000)}`],
  ['a fence inside HTML', `<pre>\n\n\`\`\`\n</pre>\n\n${'*a_ '.repeat(1000)}`],
  ['a fence that has ended', `\`\`\`\nx\n\`\`\`\n${'*a_ '.repeat(1000)}`],
  ['a fence whose info has a tick', `\`\`\` \`\n${'*a_ '.repeat(1000)}`],
  ['quotes in list items', '- > a\n'.repeat(1500)],
  ['quotes in list items, apart', '> - a\n\nx\n\n'.repeat(1500)],
  ['lists of two levels that do not end', '- a\n  - b\n'.repeat(1500)],
  ['lines that go on with a quote', `> a\n${'a\n'.repeat(1500)}`],
  ['headings by underlines', 'a\n-\n'.repeat(1500)],
  ['a line of tabs', `x\n\n${'\t'.repeat(1000)}y`],
  ['nothing but tabs', '\t'.repeat(99_000)],
  ['words behind an open bracket', `[[${'h('.repeat(10_000)}`],
  ['words behind a bracket that code seems to close', `[\`]\`${' h'.repeat(10_000)}`],
  ['words behind a bracket that is closed by nothing', `[a\\]${'1h1w'.repeat(5_000)}`],
  ['lines of words behind an open bracket', `[${'a.b = c\n'.repeat(2_000)}`],
])('is not formatted: %s', (_, text) => {
  expect(isFormattable(text)).toBe(false)
})

it.each<[string, string]>([
  ['the contract', readFileSync(join(root, 'docs/contract.md'), 'utf8')],
  ['the readme', readFileSync(join(root, 'README.md'), 'utf8')],
  ['a page of code', `# Code\n\n\`\`\`js\n${'a[0] = *b_ * `c`\n'.repeat(2000)}\`\`\`\n\nEnd`],
  ['titled code', `<!-- title: "x" -->\n\n\`\`\`js\n${'a[0] = *b_\n'.repeat(2000)}\`\`\``],
  ['a table', `| a | b |\n|---|---|\n${'| [x](y) `z` | *w* _v_ |\n'.repeat(300)}`],
  ['a list of links', '- [x](https://a.test) and `y`\n'.repeat(500)],
  ['long prose', 'Some *words* of a [link](x) and `code` in a paragraph.\n\n'.repeat(1000)],
  ['a list of two levels', '- a\n  - b\n  - c\n'.repeat(300)],
  ['quotes of two lines', '> a\n> b\n\nText.\n\n'.repeat(300)],
  ['a long paragraph of links', 'See [the `code` here](x), ![a picture](y) or [![z](y)](x). '.repeat(45)],
  ['a long paragraph behind an open bracket', `From [0, 1) on, ${'some more words '.repeat(300)}`],
])('is formatted: %s', (_, text) => {
  expect(isFormattable(text)).toBe(true)
})

it.each<[string, string[]]>([
  ['a fence that another text left open', ['~~~', '*a_ '.repeat(1000)]],
  ['HTML that another text left open', ['<pre>', '```', '*a_ '.repeat(1000)]],
  ['many texts, each within its bound', Array.from({ length: 30 }, () => '*a_ '.repeat(150))],
])('weighs texts that are formatted apart together: %s', (_what, texts) => {
  expect(isFormattable(texts)).toBe(false)
})

it('takes what one text has in code for code', () => {
  expect(isFormattable(['Words', `~~~\n${'*a_ '.repeat(1000)}\n~~~`, 'More'])).toBe(true)
})
