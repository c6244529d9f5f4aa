// A worker that hangs on its way up is told of, and begun again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorker, type Worker } from '../../stack/supervisor/worker.ts'

let dir: string
let worker: Worker | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'waymark-late-'))
})
afterEach(async () => {
  await worker?.stop()
  rmSync(dir, { recursive: true })
})

function begin(program: string, bounds: { lateMs: number; hopelessMs: number }): (number | undefined)[] {
  const pids: (number | undefined)[] = []
  const file = join(dir, 'program.mjs')
  writeFileSync(file, program)
  worker = startWorker({
    program: file,
    cwd: dir,
    env: {},
    log: () => undefined,
    onPid: (pid) => pids.push(pid),
    ...bounds,
  })
  return pids
}

test('is late after a while, and begun again after a longer one', async () => {
  const pids = begin('setInterval(() => undefined, 1000)', { lateMs: 0, hopelessMs: 200 })
  await vi.waitFor(() => expect(worker?.state()).toBe('late'), 30_000)
  await vi.waitFor(() => expect(new Set(pids.filter(Boolean)).size).toBeGreaterThan(1), 30_000)
})

test('is not late once it is ready', async () => {
  const pids = begin(`console.log('worker ready'); setInterval(() => undefined, 1000)`, {
    lateMs: 0,
    hopelessMs: 60_000,
  })
  await vi.waitFor(() => expect(worker?.state()).toBe('ok'), 30_000)
  expect(pids).toHaveLength(1)
})
