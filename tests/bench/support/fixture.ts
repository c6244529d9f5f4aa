// Real descriptions: GitHub's, from the shared fixtures where they are, else from npm.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { npmPackage } from './npm-package.ts'

const SHARED = resolve(import.meta.dirname, '../../../../shared/fixtures/openapi')

/** Path of the description; throws Unavailable when it is neither here nor on npm. */
export async function fixture(name: 'github-13mb.json'): Promise<string> {
  return sharedFixture(name) ?? join(npmPackage('@octokit/openapi@23.0.2'), 'generated/api.github.com.json')
}

/** Path of a description among the shared fixtures; undefined where there are none. */
export function sharedFixture(name: string): string | undefined {
  const path = join(SHARED, name)
  return existsSync(path) ? path : undefined
}
