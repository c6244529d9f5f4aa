// The worker's programs as the files that are made of them: each starts, and hears its parent.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { endGroup, startProcess } from '../../worker/analyze/run-process.ts'
import { madeName, programFile, programs, startFrom, workerFile } from '../../worker/programs/find.ts'
import { makePrograms } from '../../worker/programs/make.ts'
import { folderOfSources, WORKER } from '../../worker/programs/sources.ts'

const folder = folderOfSources()
beforeAll(async () => {
  const build = join(WORKER, 'programs/build.ts')
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', build])
})

test('are all there, and the worker is one of them', () => {
  expect(programs.filter((name) => !existsSync(join(folder, madeName(name))))).toEqual([])
  expect(workerFile()).toBe(join(folder, 'run.mjs'))
})

test.each(programs.filter((name) => !['run.ts', 'analyze/parent-watch.ts'].includes(name)))(
  '%s answers what it cannot do',
  async (name) => {
    startFrom(folder)
    expect(programFile(name)).toBe(join(folder, madeName(name)))
    const child = startProcess({ file: name, megabytes: 256 })
    try {
      child.send({
        dbUrl: 'postgresql://nobody@127.0.0.1:1/none',
        supabaseUrl: 'http://127.0.0.1:1',
        serviceKey: '',
      })
      const [message] = await once(child, 'message')
      // One that has nothing to do has done it.
      expect(Object.keys(message)).toEqual([expect.stringMatching(/^(failure|outcome)$/)])
    } finally {
      endGroup(child)
    }
  },
)

test('a program that was not made is started by its source', () => {
  startFrom(join(WORKER, 'dist/none'))
  expect(programFile('lint/process.ts')).toBe(join(WORKER, 'lint/process.ts'))
})

test('whoever has them made keeps the priority of their session', () => {
  const priority = () =>
    existsSync('/proc/self/autogroup') ? readFileSync('/proc/self/autogroup', 'utf8') : ''
  const before = priority()
  const stopping = new AbortController()
  makePrograms(stopping.signal, () => undefined)
  expect(priority()).toBe(before)
  stopping.abort()
})
