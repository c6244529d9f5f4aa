// What the worker's programs are made of, and where what is made of them stands.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const WORKER = dirname(dirname(fileURLToPath(import.meta.url)))
export const MADE = join(WORKER, 'dist')

const ROOT = dirname(WORKER)
const SOURCES = ['worker', 'analysis', 'editing', 'lint', 'supabase/functions/_shared', 'package.json']

/** The folder for what is made of the sources as they are now. Throws where they cannot be read. */
export function folderOfSources(): string {
  const hash = createHash('sha256').update(installed())
  for (const file of SOURCES.flatMap((source) => filesOf(join(ROOT, source))).sort())
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  return join(MADE, hash.digest('hex').slice(0, 32))
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name.endsWith('.test.ts')) return []
    return entry.isDirectory() || /\.(ts|json)$/.test(entry.name) ? filesOf(join(path, entry.name)) : []
  })
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean; optional?: boolean }>
}

/** The packages that are installed, of those that every installation has; else those that are to be. */
function installed(): string {
  const [found] = ['node_modules/.package-lock.json', 'package-lock.json']
    .map((name) => join(ROOT, name))
    .filter((path) => existsSync(path))
  const { packages }: Lock = found ? JSON.parse(readFileSync(found, 'utf8')) : { packages: {} }
  return Object.entries(packages)
    .filter(([name, { dev, devOptional, optional }]) => name !== '' && !dev && !devOptional && !optional)
    .map(([name, { version }]) => `${name}@${version}`)
    .sort()
    .join('\n')
}
