// Builds the app when its sources are others than those of the last build.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles } from './hash-files.ts'

const SOURCES = [
  'web',
  'analysis',
  'editing',
  'lint',
  'cli',
  'supabase/functions/_shared/domain',
  'vite.config.ts',
  'package-lock.json',
]

/** Whether web/dist belongs to the sources as they are now. */
export function isBuilt(root: string): boolean {
  const stamp = join(root, 'web/dist/.sources')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashFiles(root, SOURCES)
}

/** Runs Vite in a process of its own, whose memory is gone when it is done. Throws with Vite's own words. */
export async function buildApp(root: string, signal: AbortSignal): Promise<void> {
  // Hashed before: a file edited while Vite runs makes the next start build again.
  const hash = hashFiles(root, SOURCES)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`The app could not be built:\n${output.trim()}`)
  writeFileSync(join(root, 'web/dist/.sources'), hash)
}
