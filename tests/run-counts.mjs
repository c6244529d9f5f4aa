// What a report file says of its tests; a missing or broken report is no passed test.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** Counts vitest's JSON report; a file that failed before its first test counts as one failed test. */
export function countVitest(file) {
  const report = read(file)
  if (!report) return NOTHING
  const files = report.testResults ?? []
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: name })),
  )
  const having = (status) => tests.filter((test) => test.status === status)
  const passed = having('passed').length
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = [
    ...having('failed').map((test) => failure(test.file, test.fullName, test.failureMessages?.[0])),
    ...broken.map(({ name, message }) => failure(name, 'the file itself', message)),
  ]
  return {
    passed,
    failed: failures.length,
    skipped: tests.length - passed - having('failed').length,
    failures,
  }
}

/** Counts Playwright's JSON report; a test that only passed on a retry has failed. */
export function countPlaywright(file) {
  const report = read(file)
  if (!report?.stats) return NOTHING
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = (report.suites ?? [])
    .flatMap(specsOf)
    .flatMap(({ file: name, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          failure(name, title, results.find(({ error }) => error !== undefined)?.error.message),
        ),
    )
  return { passed: expected, failed: unexpected + flaky, skipped, failures }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** One line a failed test: a long log keeps its end, and what failed must be in it. */
function failure(file = '', title = '', message = '') {
  const [reason = ''] = stripVTControlCharacters(message).split('\n')
  const place = file.startsWith('/') ? relative(process.cwd(), file) : file
  return `${place} › ${title}: ${reason}`.slice(0, 400)
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
