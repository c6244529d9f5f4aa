// An archive holds no more of anything than the product's calls let a workspace have.
import { expect, test } from 'vitest'
import { countBounds } from '../../worker/moving/bounds.ts'
import type { ListName, Row, WorkspaceDescription } from '../../worker/moving/format.ts'

const many = (count: number, row: object) => Array.from({ length: count }, () => row)
/** What is said of lists as they pass, and of groups that teams review. */
function refusal(held: { [Name in ListName]?: object[] }, groups: string[] = []): string {
  const description = { group_reviewers: groups.map((group) => ({ group, team: 'a', approvals: 1 })) }
  try {
    const count = countBounds({ workspace: description as WorkspaceDescription })
    for (const [name, rows] of Object.entries(held))
      for (const row of rows) count(name as ListName, row as Row<ListName>)
    return 'fits'
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['waivers', 1_000, {}, 'The project pets has more waivers in the archive than 1,000.'],
  ['overrides', 2_000, {}, 'The project pets has more overrides in the archive than 2,000.'],
  ['releases', 2_000, {}, 'The project pets has more releases in the archive than 2,000.'],
  [
    'proposals',
    1_000,
    { status: 'open', threads: [] },
    'The project pets has more open proposals in the archive than 1,000.',
  ],
  [
    'threads',
    1_000,
    { branch: 'main' },
    'The branch main of the project pets has more threads in the archive than 1,000.',
  ],
])('of %s a project has %i', (list, most, said, sentence) => {
  const row = { project: 'pets', ...said }
  const others = many(most, { ...row, project: 'others' })
  expect(refusal({ [list]: [...many(most, row), ...others] })).toBe('fits')
  expect(refusal({ [list]: [...others, ...many(most + 1, row)] })).toBe(sentence)
})

test('what is over counts to no bound of what is open', () => {
  expect(refusal({ proposals: many(1_001, { project: 'pets', status: 'merged', threads: [] }) })).toBe('fits')
})

test('a proposal has two thousand comments, a group twenty reviewing teams', () => {
  const proposal = (comments: number) => ({
    project: 'pets',
    title: 'More',
    status: 'merged',
    threads: many(comments / 100, { comments: many(100, {}) }),
  })
  expect(refusal({ proposals: [proposal(2_000)] })).toBe('fits')
  expect(refusal({ proposals: [proposal(2_100)] })).toBe(
    'The proposal More has more comments in the archive than 2,000.',
  )
  expect(
    refusal(
      {},
      many(20, {}).map(() => 'apis'),
    ),
  ).toBe('fits')
  expect(
    refusal(
      {},
      many(21, {}).map(() => 'apis'),
    ),
  ).toBe('The group apis has more reviewing teams in the archive than 20.')
})
