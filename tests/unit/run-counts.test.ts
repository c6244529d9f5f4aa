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
    expect(countVitest(report(content))).toEqual({ passed: 2, failed: 1, skipped: 1 })
  })

  it('count a file that broke before its first test as failed', () => {
    expect(countVitest(report({ testResults: [file('failed')] }))).toMatchObject({ failed: 1 })
  })

  it('count a file whose hook failed after its tests passed as failed', () => {
    expect(countVitest(report({ testResults: [file('failed', 'passed')] }))).toMatchObject({ failed: 1 })
  })

  it('see nothing in a report that is missing or cut short', () => {
    expect(countVitest(join(dir, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 })
    expect(countPlaywright(report('{"stats":'))).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })

  it('do not let a flaky browser test pass', () => {
    const content = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }
    expect(countPlaywright(report(content))).toEqual({ passed: 3, failed: 2, skipped: 2 })
  })
})
