// A copy of this clone at another place, quick to make: sources copied, packages linked.
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['analysis', 'editing', 'lint', 'stack', 'supabase', 'package.json', 'package-lock.json']

/**
 * Copies what an instance without app and worker needs to `target`.
 * @param copied packages (folder names in node_modules) to copy instead of linking them
 */
export function copyClone(target: string, copied: string[] = []): string {
  for (const source of SOURCES) cpSync(join(ROOT, source), join(target, source), { recursive: true })
  const modules = join(target, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    const from = join(ROOT, 'node_modules', name)
    if (copied.includes(name)) cpSync(from, join(modules, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(from, join(modules, name))
  }
  return target
}

export function removeClone(target: string): void {
  rmSync(target, { recursive: true, force: true })
}
