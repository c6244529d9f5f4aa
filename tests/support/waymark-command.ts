// The real command as a child process, beside servers of the same test.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

const COMMAND = resolve(import.meta.dirname, '../../cli/bin/waymark.mjs')

// What Node compiled: once for all starts of a test file.
const cache = mkdtempSync(join(tmpdir(), 'waymark-compiled-'))
process.once('exit', () => rmSync(cache, { recursive: true, force: true }))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts `waymark` in a folder, with these variables beside the path and nothing of this process's own. */
export function startWaymark(folder: string, args: string[], env: Record<string, string> = {}) {
  const own = { PATH: process.env.PATH ?? '', XDG_CACHE_HOME: cache, HOME: folder }
  const child: ChildProcess = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, ended: endOf(child) }
}

/** Runs it to its end. */
export function runWaymark(folder: string, args: string[], env?: Record<string, string>): Promise<Ended> {
  return startWaymark(folder, args, env).ended
}

async function endOf(child: ChildProcess): Promise<Ended> {
  if (!child.stdout || !child.stderr) throw new Error('the command has no output')
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: code as number | null, stdout, stderr }
}
