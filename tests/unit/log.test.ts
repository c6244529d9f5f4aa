import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { logChildLine } from '../../stack/child-lines.ts'
import { createLog } from '../../stack/log.ts'

const dir = mkdtempSync(join(tmpdir(), 'waymark-log-'))
const file = join(dir, 'waymark.log')
const LIMITS = { fileBytes: 2_000, kept: 2, waitingBytes: 10_000 }

afterEach(() => rmSync(dir, { recursive: true, force: true }))

function lines(): Record<string, unknown>[] {
  const text = readFileSync(file, 'utf8').trimEnd()
  return text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('the log', () => {
  it('begins a new file while it runs and keeps a bounded number of old ones', async () => {
    mkdirSync(dir, { recursive: true })
    const { log, close } = createLog(file, false, LIMITS)
    for (let line = 0; line < 6; line++) {
      log('warn', { service: 'test', message: 'x'.repeat(2_000), line })
      await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain(`"line":${line}}`), {
        timeout: 10_000,
      })
    }
    await close()
    expect(readdirSync(dir).toSorted()).toEqual(['waymark.log', 'waymark.log.1', 'waymark.log.2'])
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).size).toBeLessThan(4_000)
  })

  it('goes on when it can be written again, and says how many lines are missing', async () => {
    // A folder in the file's place refuses every write, as a full disk does.
    mkdirSync(file, { recursive: true })
    const { log, close } = createLog(file, false)
    log('error', { service: 'test', message: 'lost' })
    // Writes what waits, in vain.
    await close()
    rmdirSync(file)
    await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(0), { timeout: 10_000 })
    log('info', { service: 'test', message: 'after' })
    await close()
    expect(lines()[0]).toMatchObject({ level: 'warn', service: 'log' })
    expect(lines()[0]?.message).toMatch(/^\d+ lines could not be written: EISDIR/)
    expect(lines().at(-1)).toMatchObject({ message: 'after' })
  })
})

describe("a child's line", () => {
  const entries: unknown[] = []
  const log = (level: string, entry: object) => entries.push({ level, ...entry })

  it.each([
    ['{"level":"error","fn":"api","status":500}', { level: 'error', service: 'api', fn: 'api', status: 500 }],
    ['{"level":"warn","message":"m","service":"x"}', { level: 'warn', service: 'api', message: 'm' }],
    ['{"level":"warning","message":"m"}', { level: 'warn', service: 'api', message: 'm' }],
    ['{"message":1}', { level: 'info', service: 'api', message: '1' }],
    ['{broken', { level: 'info', service: 'api', message: '{broken' }],
    ['ready', { level: 'info', service: 'api', message: 'ready' }],
  ])('%s keeps its own level and fields', (line, expected) => {
    entries.length = 0
    logChildLine(log, 'api', line, 'info')
    expect(entries).toEqual([expected])
  })

  it.each([
    ['Deno.serve: request.signal aborts on successful responses (legacy behavior).', 'warn'],
    ['Warning Ignored build scripts for packages', 'warn'],
    ['error: Uncaught (in promise) TypeError: x is not a function', 'error'],
    ['    at Deno.serve (file:///functions/api/index.ts:1:1)', 'error'],
  ])('%s on the stream of errors has the level it deserves', (line, level) => {
    entries.length = 0
    logChildLine(log, 'api', line, 'error')
    expect(entries).toEqual([{ level, service: 'api', message: line }])
  })

  it.each([
    ['x'.repeat(40_000), 'info'],
    [JSON.stringify({ level: 'error', path: '/a'.repeat(20_000) }), 'error'],
  ])('that is very long is cut, its level kept', (line, level) => {
    entries.length = 0
    logChildLine(log, 'api', line, 'info')
    expect(entries).toEqual([{ level, service: 'api', message: `${line.slice(0, 8192)}…` }])
  })
})
