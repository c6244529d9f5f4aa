import { describe, expect, test } from 'vitest'
import { Strikes } from '../../../supabase/functions/mocks/engine/strikes.ts'

const job = (digest: string, body = '') => ({
  digest,
  text: '{}',
  request: { path: '/', query: {}, headers: {}, body },
  wanted: { dynamic: false },
})
const by = (client: string, digest: string, body?: string) => ({
  owner: 'pets',
  client,
  job: job(digest, body),
})
const minutes = 60_000

describe('who ends a worker', () => {
  test('is refused that operation with a body of theirs, and nobody else is', () => {
    const strikes = new Strikes(() => 0)
    strikes.add(by('mallory', 'one', 'x'))
    expect(strikes.refusedUntil(by('mallory', 'one'))).toBe(10 * minutes)
    expect(strikes.refusedUntil(by('mallory', 'two'))).toBe(0)
    expect(strikes.refusedUntil(by('ada', 'one'))).toBe(0)
  })

  test('is refused it for a long header or a long path of theirs, and nobody else is', () => {
    const long = 'a'.repeat(250)
    for (const texts of [{ headers: { 'x-q': long } }, { path: `/a/${long}` }]) {
      const strikes = new Strikes(() => 0)
      const bare = by('mallory', 'one')
      strikes.add({ ...bare, job: { ...bare.job, request: { ...bare.job.request, ...texts } } })
      expect(strikes.refusedUntil(by('mallory', 'one'))).toBe(10 * minutes)
      expect(strikes.refusedUntil(by('ada', 'one'))).toBe(0)
    }
  })

  test('is refused all after three, for ten minutes', () => {
    let now = 0
    const strikes = new Strikes(() => now)
    for (const digest of ['one', 'two', 'three']) strikes.add(by('mallory', digest, 'x'))
    expect(strikes.refusedUntil(by('mallory', 'four'))).toBe(10 * minutes)
    for (let at = 0; at < 9; at++) expect(strikes.refusedUntil(by(`ada-${at}`, 'one'))).toBe(0)
    now = 10 * minutes
    expect(strikes.refusedUntil(by('mallory', 'one'))).toBe(0)
  })

  test('without a body and a query, it was the description: the operation, then all of the workspace', () => {
    const strikes = new Strikes(() => 0)
    strikes.add(by('a', 'one'))
    expect(strikes.refusedUntil(by('ada', 'one'))).toBe(10 * minutes)
    expect(strikes.refusedUntil(by('ada', 'two'))).toBe(0)
    strikes.add(by('b', 'two'))
    strikes.add(by('c', 'three'))
    expect(strikes.refusedUntil(by('ada', 'four'))).toBe(10 * minutes)
    expect(strikes.refusedUntil({ ...by('ada', 'four'), owner: 'others' })).toBe(0)
  })
})
