// The counter of `npm test` itself must be able to fail.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from '../run-counts.mjs'

const dir = mkdtempSync(join(tmpdir(), 'waymark-test-'))
const report = (content: unknown) => {
  const file = join(dir, `${Math.random()}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
})

describe('the counts of npm test', () => {
  it('tell passed, failed and skipped tests apart', () => {
    const content = { testResults: [file('failed', 'passed', 'failed'), file('passed', 'passed', 'skipped')] }
    expect(countVitest(report(content))).toMatchObject({ passed: 2, failed: 1, skipped: 1 })
  })

  it('count a file that broke before its first test as failed', () => {
    expect(countVitest(report({ testResults: [file('failed')] }))).toMatchObject({ failed: 1 })
  })

  it('count a file whose hook failed after its tests passed as failed', () => {
    expect(countVitest(report({ testResults: [file('failed', 'passed')] }))).toMatchObject({ failed: 1 })
  })

  it('see nothing in a report that is missing or cut short', () => {
    expect(countVitest(join(dir, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] })
    expect(countPlaywright(report('{"stats":'))).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] })
  })

  it('do not let a flaky browser test pass', () => {
    const content = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }
    expect(countPlaywright(report(content))).toMatchObject({ passed: 3, failed: 2, skipped: 2 })
  })

  it('name each test that failed, with the first line of why', () => {
    const failed = {
      status: 'failed',
      fullName: 'a door is shut',
      failureMessages: ['expected 403\n  at line 1'],
    }
    const vitest = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }] }
    expect(countVitest(report(vitest)).failures).toEqual(['a.test.ts › a door is shut: expected 403'])
    const results = [{ error: { message: '\u001b[31mTimed out\u001b[39m\nCall log' } }, {}]
    const spec = { file: 'b.spec.ts', title: 'signs in', tests: [{ status: 'flaky', results }] }
    const browser = {
      stats: { expected: 0, unexpected: 0, flaky: 1, skipped: 0 },
      suites: [{ suites: [{ specs: [spec] }] }],
    }
    expect(countPlaywright(report(browser)).failures).toEqual(['b.spec.ts › signs in: Timed out'])
  })
})
