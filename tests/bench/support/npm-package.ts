// A package of npm as it is published, without what it depends on; kept in node_modules/.cache.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Unavailable } from '../bench.ts'

const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache/waymark-bench')

/** Folder of a package, say `redoc@2.5.3`; throws Unavailable where npm cannot be reached. */
export function npmPackage(name: string): string {
  const folder = join(CACHE, name.replaceAll('/', '+'))
  if (!existsSync(folder)) fetchFromNpm(name, folder)
  return folder
}

function fetchFromNpm(name: string, folder: string): void {
  mkdirSync(CACHE, { recursive: true })
  const dir = mkdtempSync(join(CACHE, 'new-'))
  try {
    const printed = execFileSync('npm', ['pack', name, '--pack-destination', dir, '--silent'], {
      encoding: 'utf8',
    })
    const file = printed.trim().split('\n').at(-1) ?? ''
    execFileSync('tar', ['-xzf', join(dir, file), '-C', dir])
    renameSync(join(dir, 'package'), folder)
  } catch (error) {
    throw new Unavailable(`${name} could not be fetched from npm: ${(error as Error).message}`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
