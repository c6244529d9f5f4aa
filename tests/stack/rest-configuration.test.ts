// `alter role authenticator set pgrst.…`: PostgREST's options, set in the database, in effect after a notification.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { alterRoleHere } from '../support/database.ts'
import { type RestStack, startRest } from '../support/rest.ts'

const SCHEMA = `
  create schema api; create schema helpers;
  create table public.things (id int primary key);
  create table api.orders (id int primary key);
  create function helpers.secret() returns text language sql as $$ select 'found' $$;
  create function api.read_secret() returns text language plpgsql as $$ begin return secret(); end $$;
  create function public.described() returns json language sql as $$ select '{"swagger": "2.0", "info": {"title": "Mine"}}'::json $$;
  grant usage on schema public, api, helpers to anon, authenticated;
  grant select on public.things, api.orders to anon;
  grant execute on all functions in schema public, api, helpers to anon, authenticated;
`
let rest: RestStack
beforeAll(async () => {
  rest = await startRest(SCHEMA)
})
afterAll(() => rest.close())
afterEach(() => change('reset all'))

async function change(what: string): Promise<void> {
  await rest.admin.query(alterRoleHere('authenticator', what))
  await rest.engine.catalog.reload()
}
const set = (option: string, value: string) => change(`set pgrst.${option} = '${value}'`)

it('db_schemas says what is exposed', async () => {
  expect((await rest.ask('/orders')).status).toBe(404)
  await set('db_schemas', 'api, public')
  expect((await rest.ask('/orders')).status).toBe(200)
  expect((await rest.ask('/things')).status).toBe(404)
  expect((await rest.ask('/things', { headers: { 'Accept-Profile': 'public' } })).status).toBe(200)
})

it('db_extra_search_path is where functions look for what they do not qualify', async () => {
  await set('db_schemas', 'api')
  expect((await rest.ask('/rpc/read_secret')).json).toMatchObject({ code: '42883' })
  await set('db_extra_search_path', 'public, helpers')
  expect((await rest.ask('/rpc/read_secret')).json).toBe('found')
})

it('db_anon_role is whom a token without a role speaks as', async () => {
  const token = await rest.token({ role: undefined })
  expect((await rest.ask('/things', { token })).status).toBe(200)
  await set('db_anon_role', 'authenticated')
  expect((await rest.ask('/things', { token })).json).toMatchObject({ code: '42501' })
})

it('jwt_role_claim_key is where the role is', async () => {
  const claims = { role: 'authenticated', app: { 'my roles': ['none', 'anon'] } }
  const ask = async () => rest.ask('/things', { token: await rest.token(claims) })
  expect((await ask()).json).toMatchObject({ code: '42501' })
  await set('jwt_role_claim_key', '.app."my roles"[1]')
  expect((await ask()).status).toBe(200)
  await set('jwt_role_claim_key', '.app')
  expect([(await ask()).status, (await ask()).json.code]).toEqual([401, '42501'])
})

it('jwt_aud is what a token must be for, where it says it', async () => {
  await set('jwt_aud', 'mine')
  const ask = async (aud?: unknown) =>
    (await rest.ask('/things', { token: await rest.token({ role: 'anon', aud }) })).status
  expect(await Promise.all([ask(), ask('mine'), ask(['other', 'mine']), ask([]), ask('other')])).toEqual([
    200, 200, 200, 200, 401,
  ])
  const refused = await rest.ask('/things', { token: await rest.token({ role: 'anon', aud: 'other' }) })
  expect(refused.json).toMatchObject({ code: 'PGRST303', message: 'JWT not in audience' })
})

it('db_root_spec answers the root', async () => {
  await set('db_root_spec', 'public.described')
  expect((await rest.ask('/')).json).toEqual({ swagger: '2.0', info: { title: 'Mine' } })
})

it('openapi_mode hides the description, or shows what the role may not use', async () => {
  const tables = async () =>
    Object.keys((await rest.ask('/', { token: await rest.token() })).json.definitions)
  expect(await tables()).toEqual([])
  await set('openapi_mode', 'ignore-privileges')
  expect(await tables()).toEqual(['things'])
  await set('openapi_mode', 'disabled')
  const answer = await rest.ask('/')
  expect([answer.status, answer.json]).toEqual([
    404,
    { code: 'PGRST126', details: null, hint: null, message: 'Root endpoint metadata is disabled' },
  ])
})

it('openapi_server_proxy_uri and openapi_security_active are written into the description', async () => {
  await set('openapi_server_proxy_uri', 'https://api.example.com/v1')
  await set('openapi_security_active', 'true')
  expect((await rest.ask('/')).json).toMatchObject({
    host: 'api.example.com:443',
    basePath: '/v1',
    schemes: ['https'],
    security: [{ JWT: [] }],
    securityDefinitions: { JWT: { in: 'header', name: 'Authorization', type: 'apiKey' } },
  })
})

it('server_trace_header is repeated by every answer', async () => {
  await set('server_trace_header', 'X-Trace')
  const headers = { 'X-Trace': 'abc' }
  expect((await rest.ask('/things', { headers })).headers.get('x-trace')).toBe('abc')
  expect((await rest.ask('/nothing', { headers })).headers.get('x-trace')).toBe('abc')
})

it('what cannot be meant counts as not set', async () => {
  await set('db_max_rows', 'many')
  await set('openapi_mode', 'sometimes')
  await set('openapi_server_proxy_uri', 'no address')
  expect((await rest.ask('/things')).status).toBe(200)
  expect((await rest.ask('/')).json).toMatchObject({ basePath: '/' })
})
