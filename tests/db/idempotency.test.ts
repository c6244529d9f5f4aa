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
    world.answer<{ state: string; claim: string }>(who, "idempotency_begin($1, $2, 'f')", [scope, key])
  const requests: [Person, string, string][] = [
    [someone, 'POST /x', 'one'],
    [someone, 'POST /x', 'two'],
    [someone, 'POST /y', 'one'],
    [other, 'POST /x', 'one'],
  ]
  const claims: string[] = []
  for (const request of requests) {
    const { state, claim } = await begin(...request)
    expect(state).toBe('new')
    claims.push(claim)
  }
  const states = async () => {
    const all: string[] = []
    for (const request of requests) all.push((await begin(...request)).state)
    return all
  }
  await world.does(someone, "select public.idempotency_finish('POST /x', 'one', $1, 201, '{}')", [claims[0]])
  expect(await states()).toEqual(['done', 'running', 'running', 'running'])
  await world.does(someone, "select public.idempotency_release('POST /x', 'two', $1)", [claims[1]])
  expect(await states()).toEqual(['done', 'new', 'running', 'running'])
})

test('a key is held while its request says so; half a minute after the last word a retry takes it over', async () => {
  const someone = await world.aPerson('idempotent-cut-off')
  const begin = () =>
    world.answer<{ state: string; claim: string }>(someone, "idempotency_begin('POST /x', 'cut', 'f')")
  const silentFor = (seconds: number) =>
    world.db.query(
      `update private.idempotency_keys k set renewed_at = now() - make_interval(secs => $2)
       where k.auth_id = $1 and k.key = 'cut'`,
      [someone.authId, seconds],
    )
  const says = (what: string, claim: string) =>
    world.does(someone, `select public.idempotency_${what}`, [claim])
  const first = await begin()
  await silentFor(25)
  expect(await begin()).toMatchObject({ state: 'running' })
  await silentFor(60)
  await says("renew('POST /x', 'cut', $1)", first.claim)
  expect(await begin()).toMatchObject({ state: 'running' })
  await silentFor(35)
  const second = await begin()
  expect(second).toMatchObject({ state: 'new' })
  // What became of the first after all counts for nothing: it neither holds the key, nor ends it, nor gives it back.
  await says("finish('POST /x', 'cut', $1, 201, '{\"by\": \"first\"}')", first.claim)
  await says("release('POST /x', 'cut', $1)", first.claim)
  expect(await begin()).toMatchObject({ state: 'running' })
  await silentFor(35)
  await says("renew('POST /x', 'cut', $1)", first.claim)
  const third = await begin()
  expect(third).toMatchObject({ state: 'new' })
  await says("finish('POST /x', 'cut', $1, 201, '{\"by\": \"third\"}')", third.claim)
  expect(await begin()).toMatchObject({ state: 'done', body: { by: 'third' } })
})

test('an account keeps the answers of 1,000 requests a day, and none that is long', async () => {
  const someone = await world.aPerson('idempotent')
  const begin = (key: string) =>
    world.attempt(someone, "select public.idempotency_begin('POST /x', $1, 'f') ->> 'state' as state", [key])
  const { claim } = await world.answer<{ claim: string }>(
    someone,
    "idempotency_begin('POST /x', 'long', 'f')",
  )
  await world.does(
    someone,
    "select public.idempotency_finish('POST /x', 'long', $1, 201, to_jsonb(repeat('x', 150000)))",
    [claim],
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
