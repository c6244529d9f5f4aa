// Which tests could notice a change: those that name what was changed, or what stands on it.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { chapterFiles } from '../../stack/schema/chapters.ts'
import { type Statement, statementsOf } from './statements.ts'

const NEVER = ['schema.test.ts', 'lint.test.ts']
const DEEPEST = 4
/** No test is nearer than one with so many mentions. */
const NEAR = 20

export interface Sources {
  statements: Statement[]
  /** `helpers` is the text of what a test imports from tests/db/support. */
  tests: { path: string; text: string; helpers?: string }[]
}

/** All chapters and all database tests of a clone. */
export function sourcesOf(root: string): Sources {
  const tests = join(root, 'tests/db')
  return {
    statements: chapterFiles(root).flatMap((file) =>
      statementsOf(readFileSync(join(root, 'supabase', file), 'utf8')),
    ),
    tests: readdirSync(tests, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !NEVER.includes(name))
      .map((name) => {
        const text = readFileSync(join(tests, name), 'utf8')
        const imported = [...text.matchAll(/from '(\.{1,2}\/(?:support\/[\w-]+|support)\.ts)'/g)]
        const at = join(tests, dirname(name))
        const helpers = imported.map(([, path = '']) => readFileSync(join(at, path), 'utf8')).join('\n')
        return { path: join('tests/db', name), text, helpers }
      }),
  }
}

/** The test files that could notice a change of a statement, the nearest first. */
export function testsFor(changed: Statement, { statements, tests }: Sources, chapter = ''): string[] {
  const scores = new Map(tests.filter(({ path }) => isAbout(path, chapter)).map(({ path }) => [path, NEAR]))
  const seen = new Set([subjectOf(changed)])
  let names = new Set(seen)
  for (let depth = 0; depth < DEEPEST && names.size > 0; depth++) {
    for (const { path, text, helpers = '' } of tests) {
      // A helper is shared: that it names something says less than that the test does.
      const mentions = countOf(text, names) + countOf(helpers, names) / 10
      if (mentions > 0) scores.set(path, (scores.get(path) ?? 0) + Math.min(mentions, NEAR) / 10 ** depth)
    }
    const standing = statements.filter(({ kind, text }) => kind !== null && countOf(text, names) > 0)
    names = new Set(standing.map(subjectOf).filter((name) => !seen.has(name)))
    for (const found of names) seen.add(found)
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([path]) => path)
}

// A test of a trigger names neither it nor its function: it counts as near where it is called like the chapter or its folder.
function isAbout(path: string, chapter: string): boolean {
  return chapter.split(/[/.]/).includes(basename(path, '.test.ts').replaceAll('-', '_'))
}

// What tests name: the function or view itself; of policies and triggers, their table.
function subjectOf({ name, table }: Statement): string {
  return table === undefined ? name : (table.split('.').at(-1) ?? table)
}

function countOf(text: string, names: Set<string>): number {
  return (text.match(/\w+/g) ?? []).filter((word) => names.has(word)).length
}
