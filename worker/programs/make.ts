import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { lowerPriority } from '../priority.ts'
import { isMade } from './find.ts'
import { madeFolder, WORKER } from './sources.ts'

const NICE = 10

/**
 * Has the programs made behind the worker's start, unless they are; until then their sources are started. An image has them
 * made (deploy/Dockerfile), and not what makes them.
 */
export function makePrograms(stopping: AbortSignal, log: Log): void {
  if (isMade || existsSync(madeFolder()) || !isInstalled('vite')) return
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(WORKER, 'programs/build.ts')],
    {
      env: { PATH, NODE_COMPILE_CACHE },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stopping,
    },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2_000)
  })
  child.once('error', (error) => {
    said = error.message
  })
  child.once('close', (code) => {
    if (code !== 0 && !stopping.aborted)
      log('warn', 'programs were not made into files of their own; their sources are started', {
        reason: said.trim(),
      })
  })
  if (child.pid !== undefined) lowerPriority(child.pid, NICE)
}

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== ''
  } catch {
    return false
  }
}
