// Where a redirect may lead, before the address itself is looked at.
import { expect, it } from 'vitest'
import { nextOf } from './redirects.ts'

const from = new URL('https://github.com/acme/api/raw/main/pets.yaml')
const next = (location: string | null, follow: 'origin' | 'anywhere', url = from) =>
  nextOf(url, location, follow)?.href ?? null

it('within the origin a place may be said in full or in part', () => {
  expect(next('../dev/pets.yaml', 'origin')).toBe('https://github.com/acme/api/raw/dev/pets.yaml')
  expect(next('https://github.com/a.yaml', 'origin')).toBe('https://github.com/a.yaml')
})

it('another origin is followed only by what may go anywhere', () => {
  for (const target of ['https://raw.example/pets.yaml', 'https://github.com:8443/', '//raw.example/']) {
    expect(next(target, 'origin')).toBeNull()
    expect(next(target, 'anywhere')).toBe(new URL(target, from).href)
  }
})

it('what came by https goes on by https', () => {
  const insecure = 'http://raw.example/pets.yaml'
  expect(next(insecure, 'anywhere')).toBeNull()
  expect(next('http://github.com/a.yaml', 'anywhere')).toBeNull()
  expect(next(insecure, 'anywhere', new URL('http://github.com/'))).toBe(insecure)
})

it('without a place, or with none that can be, it leads nowhere', () => {
  expect([next(null, 'anywhere'), next('https://[', 'anywhere')]).toEqual([null, null])
})
