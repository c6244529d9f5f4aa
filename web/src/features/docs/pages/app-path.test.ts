import { describe, expect, it } from 'vitest'
import { appPath } from './app-path.ts'

const here = window.location.origin

describe('an address in a text', () => {
  it.each([
    ['/docs/pets/branches/v2/o-List#ok', '/docs/pets/branches/v2/o-List#ok'],
    [`${here}/docs/cats`, '/docs/cats'],
    [`${here}/docs/cats/branches/main/~/docs/intro.md`, '/docs/cats/branches/main/~/docs/intro.md'],
  ])('of documentation here stays in the app: %s', (address, path) => {
    expect(appPath(address)).toBe(path)
  })

  it.each([
    'https://elsewhere.test/docs/pets',
    '//elsewhere.test/docs/pets',
    `${here}.evil.test/docs/pets`,
    '/docs/intro.md',
    'docs/pets',
    '/docs/pets/branches/main/o-List.md',
    '/docs/../admin/settings',
    '/auth',
    'javascript:alert(1)//docs/pets',
    'http://[',
    '',
  ])('of anything else does not: %s', (address) => {
    expect(appPath(address)).toBeNull()
  })
})
