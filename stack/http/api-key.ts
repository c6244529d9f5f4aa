import { timingSafeEqual } from 'node:crypto'

/** The keys that a client of the instance may bring. */
export interface ApiKeys {
  anon: string
  serviceRole: string
}

/** Whether it is one of the instance's keys. */
export function isApiKey(key: string, { anon, serviceRole }: ApiKeys): boolean {
  return same(key, anon) || same(key, serviceRole)
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
