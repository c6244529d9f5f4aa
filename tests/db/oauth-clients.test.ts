// Agents that a person lets in by OAuth: who may ask, where a code may go, whom it is good for, and what its session may do.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, mailsTo, person, refusal, service } from './support/identity.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'
import { age, emailOf, request, somebody, workspacesOf } from './support/somebody.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const back = 'http://127.0.0.1:33418/callback'

let clients = 0
interface Registered {
  client_id: string | null
  retry_after: number
  name?: string
}
const register = (uris: string[], name = 'Claude Code', client = `203.0.113.${++clients}`) =>
  service<Registered>(world, 'svc_register_oauth_client', {
    p_name: name,
    // An array as Postgres writes it.
    p_redirect_uris: `{${uris.map((uri) => `"${uri.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`,
    p_client: client,
  })

/** Somebody in a new session, and an agent that is registered. */
async function asked(uri = back) {
  const { who, house } = await somebody(world)
  const email = emailOf()
  const session = await aSession(world, who)
  const { client_id } = await register([uri])
  return { who, house, session, email, clientId: String(client_id), uri }
}
type Asked = Awaited<ReturnType<typeof asked>>
const look = (who: Caller, { house, clientId, uri }: Asked, at = uri) =>
  person(world, who, 'oauth_request', { p_workspace_id: house.id, p_client_id: clientId, p_redirect_uri: at })
const allow = (who: Caller, { house, clientId, uri }: Asked, more: Record<string, unknown> = {}) =>
  person<string | null>(world, who, 'allow_oauth_client', {
    p_workspace_id: house.id,
    p_client_id: clientId,
    p_redirect_uri: uri,
    p_challenge: challenge,
    ...more,
  })
const take = (code: string | null, { clientId, uri }: Asked, more: Record<string, unknown> = {}) =>
  service<Record<string, unknown> | null>(world, 'svc_take_oauth_code', {
    p_code: code,
    p_client_id: clientId,
    p_redirect_uri: uri,
    p_verifier: verifier,
    ...more,
  })

/** What the functions do with a code that was taken: the agent's session. */
async function noted(code: string | null, who: Person) {
  const { rows } = await world.db.query(
    'insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id',
    [who.authId],
  )
  const sessionId: string = rows[0].id
  await service(world, 'svc_note_oauth_sign_in', {
    p_code: code,
    p_auth_id: who.authId,
    p_session_id: sessionId,
    p_client: '203.0.113.1',
  })
  return { ...who, sessionId }
}

async function letIn() {
  const it = await asked()
  const code = await allow(it.session, it)
  await take(code, it)
  return { ...it, code, agent: await noted(code, it.who) }
}

describe('an agent that registers itself', () => {
  test.each([
    'https://agent.example/callback?kept=1',
    'https://agent.example:8443/',
    'http://localhost:1/cb',
    'http://[::1]:8080/cb',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
  ])('may have its codes sent to %s', async (uri) => {
    expect((await register([uri])).client_id).toMatch(/^\S{20,}$/)
  })

  test.each([
    'http://agent.example/cb',
    'http://127.0.0.1.agent.example/cb',
    'http://localhost@agent.example/cb',
    'https://good.example@agent.example/cb',
    'https://good.example\\@agent.example/cb',
    'https://agent.example/cb#here',
    'https://agent.example/a b',
    'https://agent.example/\nx',
    'https:agent.example/cb',
    '//agent.example/cb',
    'javascript:alert(document.domain)//x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'intent://agent/cb',
    `https://agent.example/${'x'.repeat(500)}`,
  ])('may not have them sent to %j, not among others either', async (uri) => {
    expect((await register([back, uri])).client_id).toBeNull()
  })

  test('names one to ten addresses, and is registered twenty times an hour from one address', async () => {
    expect((await register([])).client_id).toBeNull()
    expect((await register(Array(11).fill(back))).client_id).toBeNull()
    const here = '198.51.100.9'
    for (let n = 0; n < 20; n++) expect((await register([back], 'x', here)).client_id).not.toBeNull()
    const refused = await register([back], 'x', here)
    expect([refused.client_id ?? null, refused.retry_after > 0]).toEqual([null, true])
    expect((await register([back], 'x', '198.51.100.10')).client_id).not.toBeNull()
  })

  test.each(['Support\u202e\u2066Allow', '\u200b', ''])(
    'has no name where nobody could read it: %j',
    async (name) => {
      expect((await register([back], name)).name).toBe('unknown')
    },
  )

  test('is forgotten after a day unless somebody allows it, and then after ninety that nobody does', async () => {
    const [kept, gone, used] = [await asked(), await asked(), await letIn()]
    const older = (id: string, days: number) =>
      world.db.query(
        `update private.oauth_clients set created_at = created_at - make_interval(days => $2), used_at = used_at - make_interval(days => $2) where id = $1`,
        [id, days],
      )
    await older(gone.clientId, 1)
    await older(used.clientId, 89)
    await world.db.query('select private.purge_sign_in()')
    expect((await look(kept.session, kept))?.name).toBe('Claude Code')
    expect((await look(gone.session, gone))?.name).toBeNull()
    expect((await look(used.session, used))?.name).toBe('Claude Code')
    await older(used.clientId, 1)
    await world.db.query('select private.purge_sign_in()')
    expect((await look(used.session, used))?.name).toBeNull()
  })
})

describe('an agent that is described at an address', () => {
  const id = () => `https://tools.example/${++clients}/client.json`
  const keep = (clientId: string, uris: string[], name = 'Tools') =>
    service<boolean>(world, 'svc_keep_oauth_client', {
      p_client_id: clientId,
      p_name: name,
      p_redirect_uris: `{${uris.join(',')}}`,
    })
  const known = (clientId: string) => service(world, 'svc_oauth_client', { p_client_id: clientId })

  test('is known by what was read there last, for a day, and fresh for an hour', async () => {
    const it = { ...(await asked()), clientId: id() }
    expect(await known(it.clientId)).toEqual({ is_known: false, is_fresh: false })
    expect(await keep(it.clientId, ['https://tools.example/old'])).toBe(true)
    expect(await keep(it.clientId, [back, 'http://tools.example/'], 'New tools')).toBe(true)
    expect(await known(it.clientId)).toEqual({ is_known: true, is_fresh: true })
    expect((await look(it.session, it))?.name).toBe('New tools')
    for (const other of ['https://tools.example/old', 'http://tools.example/'])
      expect((await look(it.session, it, other))?.name).toBeNull()
    const older = (hours: number) =>
      world.db.query(
        'update private.oauth_clients set fetched_at = fetched_at - make_interval(hours => $2) where id = $1',
        [it.clientId, hours],
      )
    await older(1)
    expect(await known(it.clientId)).toEqual({ is_known: true, is_fresh: false })
    expect(await allow(it.session, it)).not.toBeNull()
    await older(23)
    expect((await look(it.session, it))?.name).toBeNull()
    expect(await allow(it.session, it)).toBeNull()
  })

  test('is not kept without an address for its codes', async () => {
    const clientId = id()
    expect(await keep(clientId, ['http://tools.example/'])).toBe(false)
    expect(await known(clientId)).toEqual({ is_known: false, is_fresh: false })
  })
})

describe('an address of this installation', () => {
  test('is none for the codes of an agent, a workspace’s own domain neither', async () => {
    const { rows } = await world.db.query('select private.base_hostname() as base')
    const base: string = rows[0].base
    const it = await asked('https://docs.agents.example/cb')
    for (const host of [base, `acme.${base}`, `ACME.${base}:8443`])
      expect([host, (await register([`https://${host}/cb`])).client_id]).toEqual([host, null])
    expect((await register([`https://not${base}/cb`])).client_id).not.toBeNull()
    expect((await look(it.session, it))?.name).toBe('Claude Code')
    await world.db.query("update public.workspaces set domain = 'docs.agents.example' where id = $1", [
      it.house.id,
    ])
    expect((await look(it.session, it))?.name).toBeNull()
    expect((await register([it.uri])).client_id).toBeNull()
  })
})

describe('a person who is asked', () => {
  test('sees who asks and for what, a program on their machine at any port', async () => {
    const it = await asked()
    expect(await look(it.session, it)).toMatchObject({ name: 'Claude Code', workspace: expect.any(String) })
    expect(await look(it.session, it, back.replace('33418', '5'))).toMatchObject({ name: 'Claude Code' })
    for (const other of [`${back}/more`, 'https://agent.example/', back.replace('127.0.0.1', 'localhost')])
      expect(await look(it.session, it, other)).toMatchObject({ name: null, workspace: null })
    const page = await asked('https://agent.example:8443/cb')
    expect(await look(page.session, page, 'https://agent.example:8444/cb')).toMatchObject({ name: null })
  })

  test('lets nobody in to a workspace of others, nor without a challenge or a fresh proof', async () => {
    const it = await asked()
    const stranger = await somebody(world)
    const strange = await aSession(world, stranger.who)
    expect(await look(strange, it)).toMatchObject({ name: null, workspace: null })
    expect(await allow(strange, it)).toBeNull()
    for (const odd of ['', 'plain', `${challenge}x`, null])
      expect(await allow(it.session, it, { p_challenge: odd })).toBeNull()
    expect(await allow(it.session, it, { p_redirect_uri: 'https://agent.example/' })).toBeNull()
    expect(await allow(it.session, it, { p_resource: 'x'.repeat(501) })).toBeNull()
    await age(world, it.session)
    expect((await refusal(allow(it.session, it))).hint).toBe('PROOF_REQUIRED')
  })
})

describe('a code', () => {
  test('is good once, and shown again ends what it opened', async () => {
    const it = await letIn()
    expect(await workspacesOf(world, it.agent)).toEqual([it.house.id])
    expect(await take(it.code, it)).toBeNull()
    expect(await workspacesOf(world, it.agent)).toEqual([])
    await expect(noted(it.code, it.who)).rejects.toThrow()
  })

  test('tells whom to open a session for, and where alone it is good', async () => {
    const it = await asked()
    const code = await allow(it.session, it, { p_resource: 'https://acme.example/api/v1/mcp' })
    expect(await take(code, it)).toMatchObject({
      resource: 'https://acme.example/api/v1/mcp',
      auth_email: expect.stringContaining('@'),
      slug: expect.any(String),
      domain: null,
    })
  })

  test.each([
    ['of another agent', { p_client_id: 'somebody-elses' }],
    ['sent elsewhere', { p_redirect_uri: 'http://127.0.0.1:1/callback' }],
    ['with another verifier', { p_verifier: 'w'.repeat(43) }],
    ['without one', { p_verifier: null }],
    ['with the challenge as its verifier', { p_verifier: challenge }],
  ])('%s is no good, and is used up', async (_what, more) => {
    const it = await asked()
    const code = await allow(it.session, it)
    expect(await take(code, it, more)).toBeNull()
    expect(await take(code, it)).toBeNull()
  })

  test('has a minute', async () => {
    const it = await asked()
    const older = (seconds: number) =>
      world.db.query(
        'update private.oauth_codes set expires_at = expires_at - make_interval(secs => $2) where client_id = $1',
        [it.clientId, seconds],
      )
    const [first, second] = [await allow(it.session, it), await allow(it.session, it)]
    await older(55)
    expect(await take(first, it)).not.toBeNull()
    await older(5)
    expect(await take(second, it)).toBeNull()
  })

  test('is worth nothing once its session has ended, or its person has left', async () => {
    const ended = await asked()
    const code = await allow(ended.session, ended)
    await world.db.query('delete from auth.sessions where id = $1', [ended.session.sessionId])
    expect(await take(code, ended)).toBeNull()
    const left = await asked()
    const other = await allow(left.session, left)
    await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
      left.house.id,
      left.who.id,
    ])
    expect(await take(other, left)).toBeNull()
  })

  test('is given twenty times a minute to one person', async () => {
    const it = await asked()
    for (let n = 0; n < 20; n++) expect(await allow(it.session, it)).not.toBeNull()
    expect(await allow(it.session, it)).toBeNull()
  })
})

describe('the session of an agent', () => {
  test('reads one workspace, and writes nothing whatever it calls', async () => {
    const it = await asked()
    const { who, house, session } = it
    const elsewhere = await world.aWorkspace(`beside-${house.id}`)
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'owner')`,
      [elsewhere.id, who.id],
    )
    const code = await allow(session, it)
    await take(code, it)
    const agent = await noted(code, who)
    expect(await workspacesOf(world, session)).toEqual([house.id, elsewhere.id])
    expect(await workspacesOf(world, agent)).toEqual([house.id])
    await world.as(agent, async (ask) => {
      await ask('select request.check_session()')
      expect(await ask('select id from public.workspaces')).toHaveLength(1)
      await expect(
        ask(`update public.workspaces set name = 'Mine' where id = ${house.id}`),
      ).rejects.toMatchObject({ code: '25006' })
    })
    await world.as(session, async (ask) => {
      await ask('select request.check_session()')
      await ask(`update public.workspaces set name = 'Mine' where id = ${house.id}`)
    })
  })

  test('proves nobody, lasts thirty days, says what it is, and is told by mail and ended by its person', async () => {
    const { agent, session, email } = await letIn()
    expect((await refusal(person(world, agent, 'check_session', {}))).hint).toBe('PROOF_REQUIRED')
    const { rows } = await world.db.query(
      `select o.user_agent, o.is_reading, s.not_after - now() between interval '29 days 23 hours' and interval '30 days' as is_month
       from private.sessions o join auth.sessions s on s.id = o.session_id where s.id = $1`,
      [agent.sessionId],
    )
    expect(rows).toEqual([{ user_agent: 'MCP/Claude Code', is_reading: true, is_month: true }])
    expect(await mailsTo(world, email, 'new_sign_in')).toBe(1)
    await person(world, session, 'revoke_session', { p_id: agent.sessionId })
    await expect(request(world, agent)).rejects.toThrow()
  })

  test('is in the trail of its workspace', async () => {
    const { house, who } = await letIn()
    const { rows } = await world.db.query(
      "select actor_id, metadata from public.activity_events where workspace_id = $1 and type = 'workspace.agent.allowed'",
      [house.id],
    )
    expect(rows).toEqual([{ actor_id: String(who.id), metadata: { agent: 'Claude Code' } }])
  })

  test('is told by mail each time, whatever known name it gives itself', async () => {
    const it = await letIn()
    const again = await allow(it.session, it)
    await take(again, it)
    await noted(again, it.who)
    expect(await mailsTo(world, it.email, 'new_sign_in')).toBe(2)
  })

  test('is not opened by a code that is shown again meanwhile, nor for who is removed meanwhile', async () => {
    const twice = await asked()
    const stolen = await allow(twice.session, twice)
    expect([await take(stolen, twice), await take(stolen, twice)]).toEqual([expect.anything(), null])
    await expect(noted(stolen, twice.who)).rejects.toThrow()
    const removed = await asked()
    const code = await allow(removed.session, removed)
    await take(code, removed)
    await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
      removed.house.id,
      removed.who.id,
    ])
    await expect(noted(code, removed.who)).rejects.toThrow()
  })

  test('ends where the agent gives its token back, and no other does', async () => {
    const { who, agent, session } = await letIn()
    const end = (sessionId: string) =>
      service(world, 'svc_end_oauth_session', { p_auth_id: who.authId, p_session_id: sessionId })
    await end(session.sessionId)
    await request(world, session)
    await end(agent.sessionId)
    await expect(request(world, agent)).rejects.toThrow()
  })
})
