// GitHub's description, from the shared fixtures where they are, else from npm (kept in node_modules/.cache).
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Unavailable } from '../bench.ts'

const PACKAGE = '@octokit/openapi@23.0.2'
const ROOT = resolve(import.meta.dirname, '../../..')

/** Path of the description; rejects when it is neither here nor on npm. */
export async function fixture(name: 'github-13mb.json'): Promise<string> {
  const shared = resolve(ROOT, '../shared/fixtures/openapi', name)
  if (existsSync(shared)) return shared
  const cached = join(ROOT, 'node_modules/.cache/waymark-bench', name)
  if (!existsSync(cached)) fetchFromNpm(cached)
  return cached
}

function fetchFromNpm(target: string): void {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
  try {
    execFileSync('npm', ['pack', PACKAGE, '--pack-destination', dir, '--silent'])
    execFileSync('tar', ['-xzf', join(dir, 'octokit-openapi-23.0.2.tgz'), '-C', dir])
    mkdirSync(resolve(target, '..'), { recursive: true })
    copyFileSync(join(dir, 'package/generated/api.github.com.json'), target)
  } catch (error) {
    throw new Unavailable(`${PACKAGE} could not be fetched from npm: ${(error as Error).message}`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
