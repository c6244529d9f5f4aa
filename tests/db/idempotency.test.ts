// The answers that are kept for requests with an Idempotency-Key.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

test('an answer is kept for its own key and scope, and for no other that waits', async () => {
  const someone = await world.aPerson('idempotent-keys')
  const other = await world.aPerson('idempotent-other')
  const begin = (who: Person, scope: string, key: string) =>
    world.answer<{ state: string }>(who, "idempotency_begin($1, $2, 'f')", [scope, key])
  const requests: [Person, string, string][] = [
    [someone, 'POST /x', 'one'],
    [someone, 'POST /x', 'two'],
    [someone, 'POST /y', 'one'],
    [other, 'POST /x', 'one'],
  ]
  for (const request of requests) expect(await begin(...request)).toMatchObject({ state: 'new' })
  const states = async () => {
    const all: string[] = []
    for (const request of requests) all.push((await begin(...request)).state)
    return all
  }
  await world.does(someone, "select public.idempotency_finish('POST /x', 'one', 201, '{}')")
  expect(await states()).toEqual(['done', 'running', 'running', 'running'])
  await world.does(someone, "select public.idempotency_release('POST /x', 'two')")
  expect(await states()).toEqual(['done', 'new', 'running', 'running'])
})

test('an account keeps the answers of 1,000 requests a day, and none that is long', async () => {
  const someone = await world.aPerson('idempotent')
  const begin = (key: string) =>
    world.attempt(someone, "select public.idempotency_begin('POST /x', $1, 'f') ->> 'state' as state", [key])
  await world.does(someone, "select public.idempotency_begin('POST /x', 'long', 'f')")
  await world.does(
    someone,
    "select public.idempotency_finish('POST /x', 'long', 201, to_jsonb(repeat('x', 150000)))",
  )
  const { rows } = await world.db.query('select status, body from private.idempotency_keys where key = $1', [
    'long',
  ])
  expect(rows).toEqual([{ status: 201, body: null }])
  const used = (hits: number) =>
    world.db.query('update private.throttle set hits = $2 where key = $1', [
      `idempotency:${someone.authId}`,
      hits,
    ])
  await used(999)
  expect((await begin('the thousandth')).rows).toEqual([{ state: 'new' }])
  await used(1000)
  expect((await begin('one more')).refused).toBe('PT429')
})
