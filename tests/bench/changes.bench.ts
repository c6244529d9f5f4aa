// What changed between two descriptions: how much of what breaks is found, and how long `waymark diff` takes for two
// versions of GitHub's description (13 MB) with fifty known changes, beside reading both alone.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeCases, hasChangeCases, score } from '../support/changes/change-cases.ts'
import { knownChanges, knownPair } from '../support/changes/known-changes.ts'
import { atLeast, atMost, type BenchContext, median, type Row } from './bench.ts'

const COMMAND = 'npm run bench changes'
const RUNS = 5
const READ_BOTH = `import { readFileSync } from 'node:fs'
import { parseText } from './analysis/parse/parse-text.ts'
for (const path of process.argv.slice(1)) parseText(readFileSync(path, 'utf8'), path)`

export default async function bench({ root, fixture, sample, skip }: BenchContext): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-changes-'))
  try {
    const host = JSON.parse(await readFile(await fixture('github-13mb.json'), 'utf8'))
    const { before, after } = knownPair(host)
    const paths = [join(folder, 'old.json'), join(folder, 'new.json')]
    for (const [index, text] of [before, after].entries()) await writeFile(paths[index] ?? '', text)
    return [...recall(skip), ...(await times(root, paths, sample))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function recall(skip: BenchContext['skip']): Row[] {
  if (!hasChangeCases) {
    skip('Recall of changes', 'the published cases are not in ../shared/fixtures/changes')
    return []
  }
  return (['worked', 'held out'] as const).flatMap((part) => {
    const { expected, found, alarms } = score(changeCases(part))
    return [
      atLeast(`Changes found, cases ${part}`, found / expected, 'of 1', 0.97, COMMAND),
      // One tool does not count a nullable reference to an enum that lost a value; see tests/unit/changes-cases.test.ts.
      atMost(`False alarms, cases ${part}`, alarms.length, 'alarms', part === 'worked' ? 1 : 0, COMMAND),
    ]
  })
}

async function times(root: string, paths: string[], sample: BenchContext['sample']): Promise<Row[]> {
  const whole: number[] = []
  const reading: number[] = []
  let printed = ''
  // By turns, so that both meet the same machine.
  for (let run = 0; run < RUNS; run++) {
    whole.push(
      await sample(async () => {
        const { seconds, stdout } = diff(root, paths)
        printed = stdout
        return seconds
      }),
    )
    reading.push(await sample(async () => readBoth(root, paths)))
  }
  const report = JSON.parse(printed) as { changes: Found[] }
  const found = report.changes.filter(isKnown).length
  return [
    atLeast('Known changes of GitHub description found', found, 'of 50', knownChanges.length, COMMAND),
    atMost('Changes invented', report.changes.length - found, 'changes', 0, COMMAND),
    atMost('waymark diff of two GitHub descriptions, median', median(whole), 's', undefined, COMMAND),
    atMost('The same beside reading both', median(whole) / median(reading), '×', 3, COMMAND),
  ]
}

interface Found {
  rule: string
  level: string
  operation?: { path: string }
}

function isKnown({ rule, level, operation }: Found): boolean {
  return knownChanges.some(
    (known) => known.rule === rule && known.level === level && known.path === operation?.path,
  )
}

function diff(root: string, paths: string[]): { seconds: number; stdout: string } {
  const started = performance.now()
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'cli/bin/waymark.mjs'), 'diff', ...paths, '--json'],
    { encoding: 'utf8', maxBuffer: 1e8 },
  )
  return { seconds: (performance.now() - started) / 1000, stdout }
}

function readBoth(root: string, paths: string[]): number {
  const started = performance.now()
  execFileSync(process.execPath, ['--input-type=module-typescript', '-e', READ_BOTH, '--', ...paths], {
    cwd: root,
  })
  return (performance.now() - started) / 1000
}
