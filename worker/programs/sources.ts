// What the worker's programs are made of, and where what is made of them stands.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const WORKER = dirname(dirname(fileURLToPath(import.meta.url)))

const ROOT = dirname(WORKER)
const SOURCES = [
  'worker',
  'analysis',
  'editing',
  'lint',
  'supabase/functions/_shared',
  'package.json',
  'package-lock.json',
]

let folder: string | undefined

/** The folder for what is made of the sources as they were when this process first asked. */
export function madeFolder(): string {
  folder ??= join(WORKER, 'dist', hashSources())
  return folder
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => filesOf(join(ROOT, source))).sort())
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name.endsWith('.test.ts')) return []
    return entry.isDirectory() || /\.(ts|json)$/.test(entry.name) ? filesOf(join(path, entry.name)) : []
  })
}
