// `npm run mutate -- supabase/schemas/members/members.sql`: makes small random changes in SQL, each in a database of its own,
// runs the tests that could notice, and names the changes that none did. Nothing in the clone is touched.
//   --count N        how many changes (20)
//   --seed N         which ones (1): the same seed makes the same changes
//   --kind guard     of these kinds only, with commas between: guard, negation, conjunct, bound, interval
//   --line TEXT      only where the line holds the text, as to try a survivor again; may be said more than once
//   --files N        how many test files a change is shown to, the nearest first (8)
//   --base REF       only lines that differ from that commit; without a chapter, of all chapters
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../../stack/postgres/connect.ts'
import { createScratchDatabase, MIGRATED, scratchUrl, startScratch } from '../../stack/postgres/scratch.ts'
import { chapterFiles } from '../../stack/schema/chapters.ts'
import { seeded } from '../support/seeded.ts'
import { type Mutation, mutationsOf } from './mutations.ts'
import { sourcesOf, testsFor } from './tests-for.ts'

const ROOT = join(import.meta.dirname, '../..')
const AT_ONCE = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    line: { type: 'string', multiple: true, default: [''] },
    files: { type: 'string', default: '8' },
    base: { type: 'string' },
  },
})

type Found = Mutation & { chapter: string }

const chapters =
  positionals.length > 0 ? positionals.map((path) => relative(ROOT, resolve(path))) : allChapters()
if (positionals.length === 0 && !values.base) {
  console.error(
    'Name a chapter, as in "npm run mutate -- supabase/schemas/members/members.sql", or a commit by --base.',
  )
  process.exit(1)
}
const drawn = shuffled(chapters.flatMap(mutationsIn), Number(values.seed))
const sources = sourcesOf(ROOT)
const scratch = await startScratch(join(ROOT, 'supabase/migrations'))
let stopping: Promise<void> | undefined
const stop = () => {
  stopping ??= scratch.stop()
  return stopping
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stop().finally(() => process.exit(1)))

const survivors: Found[] = []
const noticedBy = new Set<string>()
let tried = 0
for (const mutation of drawn) {
  if (tried === Number(values.count)) break
  if (!(await applied(mutation, `mutant_${tried}`))) continue
  const startedAt = Date.now()
  const noticed = await noticing(mutation, `mutant_${tried}`)
  tried++
  if (noticed) noticedBy.add(noticed)
  else survivors.push(mutation)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(
    `${tried}. ${noticed ? `noticed by ${noticed}` : 'SURVIVED'} (${seconds} s)\n${described(mutation)}`,
  )
}
const sound = noticedBy.size === 0 || (await passes([...noticedBy], MIGRATED))
await stop()

console.log(
  `\n${tried - survivors.length} of ${tried} changes were noticed (seed ${values.seed}, of ${drawn.length}).`,
)
for (const survivor of survivors) console.log(described(survivor))
if (!sound)
  console.log(
    'Some of the tests that noticed one fail without any change, too: these figures count for nothing.',
  )
process.exit(sound ? 0 : 1)

function allChapters(): string[] {
  return chapterFiles(ROOT).map((file) => join('supabase', file))
}

function mutationsIn(chapter: string): Found[] {
  const lines = values.base ? changedLines(chapter, values.base) : undefined
  return mutationsOf(readFileSync(join(ROOT, chapter), 'utf8'))
    .filter(({ line }) => lines?.has(line) ?? true)
    .filter(({ kind }) => (values.kind?.split(',') ?? [kind]).includes(kind))
    .filter(({ before }) => values.line.some((text) => before.includes(text)))
    .map((mutation) => ({ ...mutation, chapter }))
}

function changedLines(chapter: string, base: string): Set<number> {
  const diff = execFileSync('git', ['diff', '--unified=0', base, '--', chapter], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const lines = new Set<number>()
  for (const [, start = '', count = '1'] of diff.matchAll(/^@@ [^+]*\+(\d+)(?:,(\d+))?/gm))
    for (let n = 0; n < Number(count); n++) lines.add(Number(start) + n)
  return lines
}

// Fisher and Yates, by numbers that the seed alone decides.
function shuffled<T>(items: T[], seed: number): T[] {
  const next = seeded(seed)
  const left = [...items]
  return items.map(() => left.splice(Math.floor(next() * left.length), 1)[0] as T)
}

/** Makes the change in a database of its own; false where Postgres does not take it, so that it is none. */
async function applied({ sql }: Found, database: string): Promise<boolean> {
  await createScratchDatabase(scratch.port, database, MIGRATED)
  const db = await connect(scratchUrl(scratch.port, 'postgres', database))
  const taken = await db.query(sql).then(
    () => true,
    () => false,
  )
  await db.end()
  if (!taken) await dropped(database)
  return taken
}

async function dropped(database: string): Promise<void> {
  const admin = await connect(scratchUrl(scratch.port, 'supabase_admin', 'template1'))
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
}

/** The test files that failed with the change, or undefined. */
async function noticing({ statement, chapter }: Found, database: string): Promise<string | undefined> {
  const files = testsFor(statement, sources, chapter).slice(0, Number(values.files))
  try {
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const some = files.slice(at, at + AT_ONCE)
      const failed = await failing(some, database)
      if (failed) return failed
    }
    return undefined
  } finally {
    await dropped(database)
  }
}

async function passes(files: string[], database: string): Promise<boolean> {
  return (await failing(files, database)) === undefined
}

/** The first of the files with a test that fails over copies of a database. */
function failing(files: string[], database: string): Promise<string | undefined> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const url = scratchUrl(scratch.port, 'supabase_admin', database)
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'db', '--bail', '1', ...files], {
    cwd: ROOT,
    env: { ...process.env, WAYMARK_TEST_DB_URL: url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const [, first] = /FAIL +(?:\S+ +)?(tests\/\S+)/.exec(printed) ?? []
      resolve(code === 0 ? undefined : (first ?? files[0]))
    })
  })
}

function described({ chapter, line, kind, before, after }: Found): string {
  return `   ${chapter}:${line} ${kind}\n     - ${before}\n     + ${after}`
}
