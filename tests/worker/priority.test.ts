// Whether what works in the background stands behind requests where cores are few.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lowerPriority } from '../../worker/priority.ts'

describe('a lower priority', () => {
  it('holds for a process and, where Linux groups by sessions, for its session', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const exit = once(child, 'exit')
    try {
      await once(child, 'spawn')
      const pid = child.pid ?? 0
      lowerPriority(pid, 10)
      expect(getPriority(pid)).toBe(10)
      const group = `/proc/${pid}/autogroup`
      if (existsSync(group)) expect(readFileSync(group, 'utf8')).toMatch(/ nice 10$/m)
    } finally {
      child.stdin?.end()
      await exit
    }
  })

  it('asks nothing of a process that has ended', () => {
    expect(() => lowerPriority(2 ** 22 + 1, 10)).not.toThrow()
  })
})
