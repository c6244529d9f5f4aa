// Projects that come from other platforms: how many at once, each once, into whose workspace.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let beside: { id: number; owner: Person }

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('moving-in')
  beside = await world.aWorkspace('moving-in-beside')
})
afterAll(() => world.end())

const call = `queue_migrations($1, 'swaggerhub', 'acme', '{"ciphertext": "c2VhbGVk", "key_id": "k1"}', $2)`
const project = (externalId: string) => ({ external_id: externalId, name: `Project ${externalId}` })
const queue = (projects: object[], place = house) =>
  world.said(place.owner, call, [place.id, JSON.stringify(projects)])

test('one to 500 projects come over in one call', async () => {
  const tooMany = 'At most 500 can be changed at once.'
  const times = (count: number) => Array.from({ length: count }, () => project('same'))
  expect(await queue(times(1))).toBe('allowed')
  expect(await queue(times(500))).toBe('allowed')
  for (const count of [0, 501]) expect([count, await queue(times(count))]).toEqual([count, tooMany])
})

test('a project comes over once at a time, beside others and beside the same in another workspace', async () => {
  const outcomes = async (place: typeof house, ids: string[]) =>
    (
      await world.answer<{ results: { key: string; ok: boolean }[] }>(place.owner, call, [
        place.id,
        JSON.stringify(ids.map(project)),
      ])
    ).results.map(({ key, ok }) => [key, ok])
  expect(await outcomes(house, ['pets', 'pets', 'shops'])).toEqual([
    ['pets', true],
    ['pets', false],
    ['shops', true],
  ])
  expect(await outcomes(beside, ['pets'])).toEqual([['pets', true]])
})
