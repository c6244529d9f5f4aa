import { spawn } from 'node:child_process'
import { accessSync, constants, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../log.ts'
import { lowerPriority } from '../priority.ts'
import { isMade, startFrom } from './find.ts'
import { folderOfSources, WORKER } from './sources.ts'

const NICE = 10

/**
 * Has the programs made behind the worker's start, unless they are, or cannot be: an image has them made
 * (deploy/Dockerfile), and its files are nobody's to write.
 */
export function makePrograms(stopping: AbortSignal, log: Log): void {
  if (isMade) keepForAWhile()
  else if (canMake()) make(stopping, log)
}

function make(stopping: AbortSignal, log: Log): void {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(WORKER, 'programs/build.ts')],
    {
      env: { PATH, NODE_COMPILE_CACHE },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stopping,
      // Its priority is that of its session, which must not be the worker's.
      detached: true,
    },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(0, 300)
  })
  child.once('error', (error) => {
    said ||= error.message
  })
  child.once('close', (code) => {
    if (code !== 0 && !stopping.aborted)
      log('warn', 'programs were not made into one file each: their sources are started', {
        reason: said.trim(),
      })
  })
  if (child.pid !== undefined) lowerPriority(child.pid, NICE)
}

function canMake(): boolean {
  try {
    if (process.env.WAYMARK_DEV) return false
    accessSync(WORKER, constants.W_OK)
    startFrom(folderOfSources())
    return import.meta.resolve('vite') !== ''
  } catch {
    return false
  }
}

// What nobody has started for long is removed.
function keepForAWhile(): void {
  const now = new Date()
  try {
    utimesSync(dirname(fileURLToPath(import.meta.url)), now, now)
  } catch {
    // Of an image, which nobody removes anything from.
  }
}
