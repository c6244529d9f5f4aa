// Starts that race for a folder whose last start was killed: each is a process, as the lock tells processes apart.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lock, unlock } from '../../stack/supervisor/folder/run-file.ts'

const ROUNDS = 30
const STARTS = 4

let dir: string
const starts: ChildProcess[] = []
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'waymark-lock-'))
  const program = join(dir, 'start.ts')
  writeFileSync(
    program,
    `import { lock } from ${JSON.stringify(join(import.meta.dirname, '../../stack/supervisor/folder/run-file.ts'))}
     process.on('message', (folder) => {
       try {
         lock(folder)
         process.send('has it')
       } catch (error) {
         process.send(error.message)
       }
     })
     process.send('up')`,
  )
  for (let n = 0; n < STARTS; n++) starts.push(fork(program))
  await Promise.all(starts.map((start) => once(start, 'message')))
})
afterAll(() => {
  for (const start of starts) start.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

function answer(start: ChildProcess, folder: string): Promise<string> {
  const answered = once(start, 'message')
  start.send(folder)
  return answered.then(([text]) => String(text))
}

describe('a folder whose last start was killed', () => {
  it('is taken over by one of those that start at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const folder = mkdtempSync(join(dir, 'data-'))
      // No process has this start time.
      writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startTime: 'long ago' }))
      const answers = await Promise.all(starts.map((start) => answer(start, folder)))
      expect(answers.filter((text) => text === 'has it')).toHaveLength(1)
      expect(answers.filter((text) => text.startsWith(`Waymark already runs on ${folder}`))).toHaveLength(
        STARTS - 1,
      )
      expect(readdirSync(folder)).toEqual(['lock'])
    }
  })

  it('is taken over though the one that took it over was killed as well', () => {
    const folder = mkdtempSync(join(dir, 'data-'))
    for (const name of ['lock', 'lock.takeover', 'lock.takeover.takeover'])
      writeFileSync(join(folder, name), JSON.stringify({ pid: process.pid, startTime: 'long ago' }))
    lock(folder)
    expect(readdirSync(folder)).toEqual(['lock'])
    unlock(folder)
    expect(readdirSync(folder)).toEqual([])
  })
})
