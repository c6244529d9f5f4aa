// The decisions are found by topic: each stands once in their index, by the title that it has.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')

/** The title of a decision, without its number. */
function titleOf(file: string): string {
  const [first = ''] = readFileSync(join(folder, file), 'utf8').split('\n')
  return first.replace(/^#\s*\d+\s*[.:·]?\s*/, '').trim()
}

it('each decision is in the index once, by its number and its title', () => {
  const decisions = readdirSync(folder).filter((file) => /^\d{4}-.*\.md$/.test(file))
  const lines = readFileSync(join(folder, 'README.md'), 'utf8').split('\n')
  const listed = lines.filter((line) => line.startsWith('- '))
  const wanted = decisions.map((file) => `- [${Number(file.slice(0, 4))}](${file}): ${titleOf(file)}`)
  expect(listed.toSorted()).toEqual(wanted.toSorted())
})
