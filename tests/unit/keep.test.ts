// What keeps the supervisor running, with a program in its place that ends as often as it is told.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { again, DEFECT } from '../../stack/bin/keep.mjs'

const KEEP = join(import.meta.dirname, '../../stack/bin/keep.mjs')

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'waymark-keep-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

interface Kept {
  process: ChildProcess
  /** Waits until so much was said. */
  says(text: string): Promise<void>
  said(): string
  /** How often the program was started. */
  starts(): number
}

/** Keeps a program that ends `times` times by a defect, then well; pauses between restarts after the third. */
function keepDying(times: number, pauseMs: number): Kept {
  const count = join(dir, 'starts')
  const program = join(dir, 'program.mjs')
  writeFileSync(count, '')
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(count)}, '.')
     process.exit(readFileSync(${JSON.stringify(count)}).length > ${times} ? 0 : ${DEFECT})`,
  )
  const limits = { restarts: 3, withinMs: 600_000, pauseMs }
  const keeper = `import { keep } from ${JSON.stringify(KEEP)}
    keep(process.execPath, ${JSON.stringify(program)}, [], ${JSON.stringify(limits)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', keeper], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  return {
    process: child,
    async says(text) {
      while (!said.includes(text)) await once(child.stderr, 'data')
    },
    said: () => said,
    starts: () => readFileSync(count).length,
  }
}

describe('a supervisor that ends by a defect', () => {
  it('is started again at once three times, and then after a pause, for as long as it takes', async () => {
    const kept = keepDying(5, 20)
    const [code] = await once(kept.process, 'exit')
    expect([code, kept.starts()]).toEqual([0, 6])
    expect(kept.said().match(/It is started again\./g)).toHaveLength(3)
    expect(kept.said().match(/It is started again in 0\.02 seconds\./g)).toHaveLength(2)
  })

  it('stays ended when somebody ends it all during the pause', async () => {
    const kept = keepDying(9, 600_000)
    await kept.says('It is started again in 600 seconds.')
    kept.process.kill('SIGTERM')
    const [code] = await once(kept.process, 'exit')
    expect([code, kept.starts()]).toEqual([0, 4])
  })
})

describe('a supervisor that is started again', () => {
  it.each([
    [
      ['start', '--fresh', '--yes', '--port', '0'],
      ['start', '--port', '4000'],
    ],
    [
      ['stack', '--port=0', '--bare'],
      ['stack', '--bare', '--port', '4000'],
    ],
    [
      ['start', '--data', 'x'],
      ['start', '--data', 'x', '--port', '4000'],
    ],
  ])('of %j deletes nothing and keeps its ports', (args, expected) => {
    expect(again(args, 4000)).toEqual(expected)
  })
})
