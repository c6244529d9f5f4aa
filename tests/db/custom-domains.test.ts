// A workspace's own domain: who may claim which, when it is served, and that nobody comes into a place that is another's.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSession } from './support/identity.ts'
import { aWorld, become, type Caller, type Person, type World } from './support/people.ts'
import { age } from './support/somebody.ts'

let world: World
let acme: { id: number; owner: Person }
let rival: { id: number; owner: Person }

beforeAll(async () => {
  world = await aWorld()
  acme = await world.aWorkspace('acme', 'startup')
  rival = await world.aWorkspace('rival', 'startup')
})
afterAll(() => world.end())
beforeEach(async () => {
  await become(world.db, null)
  await world.db.query('rollback')
  await world.db.query('delete from private.custom_domains')
  await world.db.query('delete from private.throttle')
  await world.db.query(
    'update public.workspaces set domain = null, locked = false, lock_at = null, delete_at = null',
  )
  await world.db.query('delete from graphile_worker._private_jobs')
})

interface Told {
  domain: string
  status: string
  is_looking: boolean
  proof_name: string
  proof_value: string
  proof_problem: string | null
  route_problem: string | null
  target: string
  addresses: string[]
  problem: string | null
}

const claim = (who: Caller, workspaceId: number, domain: string) =>
  world.answer<Told>(who, 'set_custom_domain($1, $2)', [workspaceId, domain])
const claimed = (who: Caller, workspaceId: number, domain: string | null) =>
  world.said(who, 'set_custom_domain($1, $2)', [workspaceId, domain])
const told = (at = acme) => world.answer<Told>(at.owner, 'custom_domain_of($1)', [at.id])
const shown = async (domain: string) =>
  (await world.answer<{ slug: string } | null>(null, 'workspace_by_domain($1)', [domain]))?.slug ?? null

/** That the last look at a domain was so long ago. */
const later = (interval: string) =>
  world.db.query('update private.custom_domains set looked_at = now() - $1::interval', [interval])

const found = { proof: 'found', route: 'found', addresses: ['203.0.113.7'] }
/** The look of a worker, whose claim is the present one unless another token is given. */
async function look(at: { id: number }, what: object = found, token?: string) {
  const { rows } = await world.db.query<{ outcome: string }>(
    `select private.keep_domain_look(c.workspace_id, coalesce($2, c.token), $3) as outcome
     from private.custom_domains c where c.workspace_id = $1`,
    [at.id, token ?? null, JSON.stringify({ addresses: [], ...what })],
  )
  return rows[0]?.outcome
}
const jobs = async () =>
  (await world.db.query(`select payload from graphile_worker._private_jobs`)).rows.map(
    ({ payload }) => payload,
  )

describe('a claim', () => {
  it('tells the records to set, and has them looked at', async () => {
    const made = await claim(acme.owner, acme.id, '  Docs.Acme.Example. ')
    expect(made).toMatchObject({
      domain: 'docs.acme.example',
      status: 'pending',
      is_looking: true,
      proof_name: '_waymark.docs.acme.example',
      proof_value: expect.stringMatching(/^waymark-domain=[\w-]{32}$/),
      target: 'waymark.localhost',
      proof_problem: null,
    })
    expect(await jobs()).toEqual([{ workspace_id: acme.id }])
    expect(await shown('docs.acme.example')).toBeNull()
  })

  it.each([
    ['', 'Must be a valid domain name'],
    [null, 'Must be a valid domain name'],
    ['acme', 'Must be a valid domain name'],
    ['127.0.0.1', 'Must be a valid domain name'],
    ['[::1]', 'Must be a valid domain name'],
    ['0x7f.1', 'Must be a valid domain name'],
    ['docs.acme.example:8080', 'Must be a valid domain name'],
    ['https://docs.acme.example', 'Must be a valid domain name'],
    ['docs.acme.example/path', 'Must be a valid domain name'],
    ['a@docs.acme.example', 'Must be a valid domain name'],
    ['*.acme.example', 'Must be a valid domain name'],
    ['docs..acme.example', 'Must be a valid domain name'],
    ['docs.acme.example..', 'Must be a valid domain name'],
    ['-docs.acme.example', 'Must be a valid domain name'],
    ['docs_.acme.example', 'Must be a valid domain name'],
    ['dócs.acme.example', 'Must be a valid domain name'],
    ['docs。acme.example', 'Must be a valid domain name'],
    ['docs.acme.example\nevil.example', 'Must be a valid domain name'],
    [`${'a.'.repeat(120)}example`, 'Must be a valid domain name'],
    ['settings', 'The domain settings is reserved for internal use.'],
    ['waymark.localhost', 'The domain waymark.localhost is reserved for internal use.'],
    ['rival.waymark.localhost', 'The domain rival.waymark.localhost is reserved for internal use.'],
    ['A.B.Waymark.Localhost.', 'The domain a.b.waymark.localhost is reserved for internal use.'],
    ['docs.localhost', 'The domain docs.localhost is reserved for internal use.'],
    ['printer.local', 'The domain printer.local is reserved for internal use.'],
    ['1.0.0.127.in-addr.arpa', 'The domain 1.0.0.127.in-addr.arpa is reserved for internal use.'],
    ['xn--dcs-bla.acme.example', 'allowed'],
    ['notwaymark.example', 'allowed'],
  ])('to %j: %s', async (domain, said) => {
    expect(await claimed(acme.owner, acme.id, domain)).toBe(said)
  })

  it('to what is above the base host is refused, too', async () => {
    await world.db.query(`update private.deployment set base_url = 'https://Waymark.Acme.Example:8443'`)
    try {
      const refused = (domain: string) => `The domain ${domain} is reserved for internal use.`
      for (const domain of ['acme.example', 'waymark.acme.example', 'x.waymark.acme.example'])
        expect(await claimed(acme.owner, acme.id, domain)).toBe(refused(domain))
      expect(await claimed(acme.owner, acme.id, 'docs.acme.example')).toBe('allowed')
      expect(await claimed(acme.owner, acme.id, 'cme.example')).toBe('allowed')
    } finally {
      await world.db.query(`update private.deployment set base_url = 'http://waymark.localhost:3000'`)
    }
  })

  it('is for who may change the settings, of a plan that holds it, where there are several workspaces', async () => {
    const upgrade = 'Your current plan does not allow for this. Please upgrade your plan.'
    const free = await world.aWorkspace(`free-${acme.id}`, 'free')
    expect(await claimed(free.owner, free.id, 'docs.free.example')).toBe(upgrade)
    expect(await claimed(rival.owner, acme.id, 'docs.acme.example')).toBe('Workspace not found.')
    const maker = await world.aMember(acme.id, 'maker', `maker-${free.id}`)
    for (const call of ['set_custom_domain($1, $2)', 'check_custom_domain($1)', 'remove_custom_domain($1)']) {
      const values = call.includes('$2') ? [acme.id, 'docs.acme.example'] : [acme.id]
      expect(await world.said(maker, call, values)).toMatch(/permission|may not|not allowed/i)
      expect((await world.attempt(null, `select public.${call}`, values)).refused).toBe('42501')
    }
    await world.db.query(`update private.deployment set mode = 'single_tenant'`)
    try {
      expect(await claimed(acme.owner, acme.id, 'docs.acme.example')).toMatch(
        /^This installation has one workspace/,
      )
    } finally {
      await world.db.query(`update private.deployment set mode = 'multi_tenant'`)
    }
  })

  it('said again stays as it is; another one begins anew', async () => {
    const first = await claim(acme.owner, acme.id, 'docs.acme.example')
    await look(acme)
    expect((await claim(acme.owner, acme.id, 'docs.acme.example')).proof_value).toBe(first.proof_value)
    expect(await shown('docs.acme.example')).toBe('acme')
    const second = await claim(acme.owner, acme.id, 'api.acme.example')
    expect(second).toMatchObject({ status: 'pending' })
    expect(second.proof_value).not.toBe(first.proof_value)
    expect(await shown('docs.acme.example')).toBeNull()
  })

  it('is made twenty times a day at most, whether it was given up or not: each may use up a certificate', async () => {
    for (let number = 0; number < 20; number++) await claim(acme.owner, acme.id, `docs${number}.acme.example`)
    await claim(acme.owner, acme.id, 'docs19.acme.example')
    expect(await claimed(acme.owner, acme.id, 'docs20.acme.example')).toBe(
      'Too many attempts. Please try again later.',
    )
    expect((await told()).domain).toBe('docs19.acme.example')
    await world.does(acme.owner, 'select public.remove_custom_domain($1)', [acme.id])
    expect(await claimed(acme.owner, acme.id, 'docs20.acme.example')).toBe(
      'Too many attempts. Please try again later.',
    )
  })

  it('given up needs a new proof', async () => {
    const first = await claim(acme.owner, acme.id, 'docs.acme.example')
    await look(acme)
    await world.does(acme.owner, 'select public.remove_custom_domain($1)', [acme.id])
    expect([await shown('docs.acme.example'), await told()]).toEqual([null, null])
    expect(await world.said(acme.owner, 'remove_custom_domain($1)', [acme.id])).toBe(
      'This workspace has no custom domain.',
    )
    const again = await claim(acme.owner, acme.id, 'docs.acme.example')
    expect(again.status).toBe('pending')
    expect(again.proof_value).not.toBe(first.proof_value)
    // A look that was under way for the claim before says nothing of this one.
    expect(await look(acme, found, first.proof_value.slice('waymark-domain='.length))).toBe('changed')
    expect(await shown('docs.acme.example')).toBeNull()
  })
})

describe('a look', () => {
  it('serves the domain once its owner and its way are proven', async () => {
    await claim(acme.owner, acme.id, 'docs.acme.example')
    for (const half of [
      { proof: 'missing', route: 'found' },
      { proof: 'other', route: 'found' },
      { proof: 'unanswered', route: 'found' },
      { proof: 'found', route: 'missing' },
      { proof: 'found', route: 'elsewhere' },
      { proof: 'found', route: 'unanswered' },
    ]) {
      expect([half, await look(acme, half)]).toEqual([half, 'waiting'])
      expect(await shown('docs.acme.example')).toBeNull()
    }
    expect(await told()).toMatchObject({
      is_looking: false,
      proof_problem: null,
      route_problem: 'The name servers of the domain did not answer.',
    })
    expect(await look(acme)).toBe('verified')
    expect(await shown('DOCS.acme.example')).toBe('acme')
    expect(await told()).toMatchObject({ status: 'active', addresses: ['203.0.113.7'] })
    expect(await look(acme)).toBe('holds')
    const site = await world.answer<{ domain: string }>(null, 'workspace_by_slug($1)', ['acme'])
    expect(site.domain).toBe('docs.acme.example')
  })

  it('leaves a domain to one workspace: a claim keeps nobody, a proof does', async () => {
    await claim(rival.owner, rival.id, 'docs.acme.example')
    await claim(acme.owner, acme.id, 'docs.acme.example')
    expect(await look(acme)).toBe('verified')
    expect(await look(rival)).toBe('waiting')
    expect(await told(rival)).toMatchObject({
      status: 'pending',
      problem: 'A workspace with the same domain already exists.',
    })
    expect(await shown('docs.acme.example')).toBe('acme')
    // Who comes now is told at once.
    await world.does(rival.owner, 'select public.remove_custom_domain($1)', [rival.id])
    expect(await claimed(rival.owner, rival.id, 'docs.acme.example')).toBe(
      'A workspace with the same domain already exists.',
    )
  })

  it('that finds the domain dangling twice switches it off, with a mail to who can mend it', async () => {
    const admin = await world.aMember(acme.id, 'admin', 'dangling-admin')
    await claim(acme.owner, acme.id, 'docs.acme.example')
    await look(acme)
    await world.db.query('delete from private.outbox_mails')
    expect(await look(acme, { proof: 'found', route: 'elsewhere' })).toBe('failing')
    expect(await told()).toMatchObject({ status: 'failing', route_problem: 'The domain leads elsewhere.' })
    expect(await shown('docs.acme.example')).toBe('acme')
    // One that is mended begins to count anew.
    expect(await look(acme)).toBe('holds')
    expect(await look(acme, { proof: 'missing', route: 'found' })).toBe('failing')
    // Whoever asks how the records stand meanwhile brings it no sooner.
    for (let times = 0; times < 3; times++)
      expect(await look(acme, { proof: 'missing', route: 'found' })).toBe('failing')
    await later('1 minute')
    expect(await look(acme, { proof: 'missing', route: 'found' })).toBe('failing')
    await later('2 minutes')
    expect(await look(acme, { proof: 'missing', route: 'unanswered' })).toBe('switched_off')
    expect(await shown('docs.acme.example')).toBeNull()
    expect(await told()).toMatchObject({ status: 'off', proof_problem: 'This record was not found.' })
    const { rows } = await world.db.query(
      `select recipient, template, data ->> 'domain' as domain from private.outbox_mails order by 1`,
    )
    expect(rows).toEqual(
      ['dangling-admin@example.com', 'owner-acme@example.com'].map((recipient) => ({
        recipient,
        template: 'domain_off',
        domain: 'docs.acme.example',
      })),
    )
    // It is free for who proves it, and back for this one once its records are.
    expect(await look(acme)).toBe('verified')
    expect(admin.id).toBeGreaterThan(0)
  })

  it('is asked for without end by nobody to keep it: after an hour each look counts', async () => {
    await claim(acme.owner, acme.id, 'docs.acme.example')
    await look(acme)
    const gone = { proof: 'missing', route: 'elsewhere' }
    expect(await look(acme, gone)).toBe('failing')
    await world.db.query(`update private.custom_domains set failing_since = now() - interval '59 minutes'`)
    expect(await look(acme, gone)).toBe('failing')
    await world.db.query(`update private.custom_domains set failing_since = now() - interval '1 hour'`)
    expect(await look(acme, gone)).toBe('switched_off')
  })

  it('without an answer waits for three days', async () => {
    await claim(acme.owner, acme.id, 'docs.acme.example')
    await look(acme)
    const silence = { proof: 'unanswered', route: 'unanswered' }
    for (let times = 0; times < 5; times++) expect(await look(acme, silence)).toBe('failing')
    await world.db.query(
      `update private.custom_domains set failing_since = now() - interval '3 days' + interval '1 minute'`,
    )
    expect(await look(acme, silence)).toBe('failing')
    await world.db.query(
      `update private.custom_domains set failing_since = now() - interval '3 days 1 minute'`,
    )
    expect(await look(acme, silence)).toBe('switched_off')
  })

  it('comes by itself while it is due, once for each', async () => {
    await claim(acme.owner, acme.id, 'docs.acme.example')
    await claim(rival.owner, rival.id, 'docs.rival.example')
    await look(acme)
    await world.db.query('delete from graphile_worker._private_jobs')
    const queued = async () =>
      (await world.db.query<{ n: number }>('select private.queue_domain_looks() as n')).rows[0]?.n
    expect(await queued()).toBe(1)
    expect(await queued()).toBe(0)
    await world.db.query(`update private.custom_domains set next_look_at = now()`)
    expect(await queued()).toBe(2)
    expect(await jobs()).toHaveLength(2)
    // What nobody set for a week is not looked at any more, but when somebody asks.
    await world.db.query(`update private.custom_domains set created_at = now() - interval '8 days'`)
    await look(rival, { proof: 'missing', route: 'missing' })
    await world.db.query(`update private.custom_domains set next_look_at = now() where workspace_id = $1`, [
      acme.id,
    ])
    await look(acme)
    expect(await queued()).toBe(0)
    expect((await world.answer<Told>(rival.owner, 'check_custom_domain($1)', [rival.id])).is_looking).toBe(
      true,
    )
  })
})

describe('a domain that was proven', () => {
  beforeEach(async () => {
    await claim(acme.owner, acme.id, 'docs.acme.example')
    await look(acme)
  })

  it.each([
    ['locked', 'update public.workspaces set locked = true where id = $1'],
    ['due to be locked', `update public.workspaces set lock_at = now() - interval '1 second' where id = $1`],
    [
      'due to be deleted',
      `update public.workspaces set delete_at = now() - interval '1 second' where id = $1`,
    ],
  ])('is not served while its workspace is %s', async (_state, change) => {
    await world.db.query(change, [acme.id])
    expect(await shown('docs.acme.example')).toBeNull()
    expect((await told()).status).toBe('paused')
  })

  it('is not served without a plan that holds it, nor on an installation of one company', async () => {
    const plan = (name: string) =>
      world.db.query(
        'update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = $2) where workspace_id = $1',
        [acme.id, name],
      )
    await plan('free')
    expect(await shown('docs.acme.example')).toBeNull()
    expect((await told()).status).toBe('paused')
    await plan('startup')
    expect(await shown('docs.acme.example')).toBe('acme')
    await world.db.query(`update private.deployment set mode = 'single_tenant'`)
    expect(await shown('docs.acme.example')).toBeNull()
    await world.db.query(`update private.deployment set mode = 'multi_tenant'`)
  })

  it('is served until the day that the workspace is deleted at, and is anybody’s afterwards', async () => {
    const leaving = await world.aWorkspace(`leaving-${Date.now() % 10_000}`, 'startup')
    await claim(leaving.owner, leaving.id, 'docs.leaving.example')
    await look(leaving)
    await world.db.query(`update public.workspaces set delete_at = now() + interval '1 day' where id = $1`, [
      leaving.id,
    ])
    expect(await shown('docs.leaving.example')).not.toBeNull()
    await world.db.query('delete from public.workspaces where id = $1', [leaving.id])
    expect(await shown('docs.leaving.example')).toBeNull()
    await claim(acme.owner, acme.id, 'docs.leaving.example')
    expect(await look(acme)).toBe('verified')
  })

  it('cannot be written past the proof', async () => {
    const write = `update public.workspaces set domain = 'evil.example' where id = ${acme.id}`
    expect((await world.attempt(acme.owner, write)).refused).toBe('42501')
    expect((await world.attempt(acme.owner, 'select * from private.custom_domains')).refused).toBe('42501')
    expect(
      await world.said(acme.owner, 'update_workspace_settings($1, $2)', [
        acme.id,
        '{"domain": "evil.example"}',
      ]),
    ).toBe('A workspace has no such setting.')
  })

  it('ends the sessions that were opened there when it goes, and no others', async () => {
    const sessionOf = async (isAtDomain: boolean) => {
      const { rows } = await world.db.query<{ id: string }>(
        'insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id',
        [acme.owner.authId],
      )
      const id = rows[0]?.id ?? ''
      await world.db.query(
        `select public.svc_note_sign_in($1, $2, 'password', 'Firefox', null, p_only_workspace_id => $3, p_is_at_domain => $4)`,
        [acme.owner.authId, id, isAtDomain ? acme.id : null, isAtDomain],
      )
      return id
    }
    const [there, elsewhere] = [await sessionOf(true), await sessionOf(false)]
    const living = async () =>
      (
        await world.db.query<{ id: string }>('select id from auth.sessions where id = any ($1)', [
          [there, elsewhere],
        ])
      ).rows.map(({ id }) => id)
    expect(await living()).toHaveLength(2)
    await look(acme, { proof: 'missing', route: 'found' })
    await later('2 minutes')
    await look(acme, { proof: 'missing', route: 'found' })
    expect(await living()).toEqual([elsewhere])
  })

  it('lets whoever signed in there just now take all of the workspace along, and of no other', async () => {
    const there = await aSession(world, acme.owner, { onlyWorkspaceId: acme.id })
    expect(await world.answer(there, 'export_workspace($1)', [acme.id])).toMatchObject({ status: 'queued' })
    expect(await world.said(there, 'export_workspace($1)', [rival.id])).not.toBe('')
    await age(world, there)
    expect(await world.said(there, 'export_workspace($1)', [acme.id])).toBe(
      'Confirm that it is you to go on.',
    )
  })

  it('is told in the trail, by whom it was set and what came of it', async () => {
    await look(acme, { proof: 'other', route: 'found' })
    await later('2 minutes')
    await look(acme, { proof: 'other', route: 'found' })
    await world.does(acme.owner, 'select public.remove_custom_domain($1)', [acme.id])
    const { rows } = await world.db.query(
      `select type, actor_name <> '' as by_person, metadata ->> 'name' as name from public.activity_events
       where workspace_id = $1 and type like 'workspace.custom_domain.%' order by id desc limit 4`,
      [acme.id],
    )
    expect(rows.map(({ type }) => type).reverse()).toEqual([
      'workspace.custom_domain.set',
      'workspace.custom_domain.verified',
      'workspace.custom_domain.switched_off',
      'workspace.custom_domain.removed',
    ])
    expect(rows.every(({ name }) => name === 'docs.acme.example')).toBe(true)
  })
})
