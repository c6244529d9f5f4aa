// How many tests a report file speaks of; a missing or broken report is no passed test.
import { readFileSync } from 'node:fs'

const NOTHING = { passed: 0, failed: 0, skipped: 0 }

/** Counts vitest's JSON report; a file that failed before its first test counts as one failed test. */
export function countVitest(file) {
  const report = read(file)
  if (!report) return NOTHING
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const having = (status) => tests.filter((test) => test.status === status).length
  const passed = having('passed')
  const brokenFiles = (report.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = having('failed') + brokenFiles.length
  return { passed, failed, skipped: tests.length - passed - having('failed') }
}

/** Counts Playwright's JSON report; a test that only passed on a retry has failed. */
export function countPlaywright(file) {
  const stats = read(file)?.stats
  if (!stats) return NOTHING
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
