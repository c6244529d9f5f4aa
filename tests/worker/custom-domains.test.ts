// A workspace's own domain from its DNS records: found, led astray, and away.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../worker/config.ts'
import { lookAtDomain, resolverOf } from '../../worker/domains/look.ts'
import { type NameServer, startNameServer } from '../doubles/dns.ts'
import { aWorld, type World } from './support/world.ts'

const DOMAIN = 'docs.customer.example'
const PROOF = `_waymark.${DOMAIN}`
const BASE = 'waymark.localhost'

let dns: NameServer
beforeAll(async () => {
  dns = await startNameServer()
})
afterAll(() => dns.close())

function clear() {
  for (const name of [DOMAIN, PROOF, BASE, 'alias.customer.example']) {
    for (const type of ['A', 'AAAA', 'CNAME', 'TXT'] as const) dns.set(name, type)
    dns.fail(name, null)
  }
}

describe('a look', () => {
  beforeEach(() => {
    clear()
    dns.set(BASE, 'A', ['203.0.113.7', '203.0.113.8'])
    dns.set(BASE, 'AAAA', ['2001:db8::7'])
    dns.set(PROOF, 'TXT', ['waymark-domain=token'])
    dns.set(DOMAIN, 'CNAME', [BASE])
  })
  const look = () =>
    lookAtDomain(resolverOf([dns.address]), { domain: DOMAIN, token: 'token', baseHost: BASE })

  it('finds the proof and the way', async () => {
    expect(await look()).toEqual({
      proof: 'found',
      route: 'found',
      addresses: ['2001:db8::7', '203.0.113.7', '203.0.113.8'],
    })
  })

  it.each<[string, string[], string]>([
    ['none', [], 'missing'],
    ['one of another claim', ['waymark-domain=other'], 'other'],
    ['one that only begins so', ['waymark-domain=token2'], 'other'],
    ['one that says it in other letters', ['waymark-domain=TOKEN'], 'other'],
    ['one among others', ['v=spf1 -all', `${'x'.repeat(300)}`, 'waymark-domain=token'], 'found'],
    ['one with a space behind', ['waymark-domain=token '], 'found'],
  ])('with the TXT record %s', async (_which, values, proof) => {
    dns.set(PROOF, 'TXT', values)
    expect((await look()).proof).toBe(proof)
  })

  it.each<[string, () => void, string]>([
    ['of a sub-domain of ours', () => dns.set(DOMAIN, 'CNAME', [`acme.${BASE}`]), 'found'],
    ['that looks like ours', () => dns.set(DOMAIN, 'CNAME', [`not${BASE}`]), 'missing'],
    [
      'by another alias',
      () => {
        dns.set(DOMAIN, 'CNAME', ['alias.customer.example'])
        dns.set('alias.customer.example', 'CNAME', [BASE])
      },
      'found',
    ],
    ['in a circle', () => dns.set(DOMAIN, 'CNAME', [DOMAIN]), 'missing'],
    [
      'by its addresses',
      () => {
        dns.set(DOMAIN, 'CNAME')
        dns.set(DOMAIN, 'A', ['203.0.113.8'])
        dns.set(DOMAIN, 'AAAA', ['2001:db8::7'])
      },
      'found',
    ],
    [
      'by one address of ours, and one of others',
      () => {
        dns.set(DOMAIN, 'CNAME')
        dns.set(DOMAIN, 'A', ['203.0.113.8', '198.51.100.1'])
      },
      'elsewhere',
    ],
    [
      'elsewhere by IPv6 alone',
      () => {
        dns.set(DOMAIN, 'CNAME')
        dns.set(DOMAIN, 'A', ['203.0.113.8'])
        dns.set(DOMAIN, 'AAAA', ['2001:db8::666'])
      },
      'elsewhere',
    ],
    ['nowhere', () => dns.set(DOMAIN, 'CNAME'), 'missing'],
    ['where nobody answers', () => dns.fail(DOMAIN, 'servfail'), 'unanswered'],
    ['where it is refused', () => dns.fail(DOMAIN, 'refused'), 'unanswered'],
    [
      'by addresses, when ours are not to be had',
      () => {
        dns.set(DOMAIN, 'CNAME')
        dns.set(DOMAIN, 'A', ['203.0.113.8'])
        dns.fail(BASE, 'servfail')
      },
      'unanswered',
    ],
  ])('at a domain that leads %s', async (_where, change, route) => {
    change()
    expect((await look()).route).toBe(route)
  })

  it('waits for silent name servers a few seconds, and not for ever', async () => {
    dns.fail(PROOF, 'silent')
    expect(await look()).toMatchObject({ proof: 'unanswered', route: 'found' })
  })

  it('waits no longer for one that answers late, alias after alias', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `${index}.customer.example`)
    dns.set(DOMAIN, 'CNAME', names.slice(0, 1))
    for (const [index, name] of names.entries()) dns.set(name, 'CNAME', [names[index + 1] ?? BASE])
    // All of them: a resolver that knows quick answers waits for less.
    for (const name of [...names, DOMAIN, PROOF, BASE]) dns.fail(name, 'slow')
    // Each alone is answered in time, and to its end the way would lead here.
    expect((await look()).route).toBe('unanswered')
  })
})

it('name servers are IP addresses, or none', () => {
  const env = {
    SUPABASE_DB_URL: 'postgres://localhost/x',
    SUPABASE_URL: 'http://localhost',
    SUPABASE_SERVICE_ROLE_KEY: 'key',
    WAYMARK_URL: 'http://waymark.localhost',
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'a@b.example',
  }
  const servers = (text: string) => readConfig({ ...env, WAYMARK_DNS_SERVERS: text }).dnsServers
  expect(servers('')).toEqual([])
  expect(servers('127.0.0.1:5353, [::1]:5353 2001:db8::1')).toEqual([
    '127.0.0.1:5353',
    '[::1]:5353',
    '2001:db8::1',
  ])
  expect(() => servers('dns.example')).toThrow('WAYMARK_DNS_SERVERS needs IP addresses, not "dns.example".')
})

describe('the worker', () => {
  let world: World
  beforeAll(async () => {
    clear()
    world = await aWorld()
    await world.db.query(
      `update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'startup')`,
    )
    await world.worker({ WAYMARK_DNS_SERVERS: dns.address })
  })
  afterAll(() => world.end())

  const set = () =>
    world.db.query(
      `insert into private.custom_domains (workspace_id, domain, token) values ($1, $2, 'token')
       on conflict (workspace_id) do update set next_look_at = now()`,
      [world.workspaceId, DOMAIN],
    )
  const look = () => world.db.query('select private.queue_domain_look($1)', [world.workspaceId])
  const until = (what: string) =>
    world.untilRow(
      `select 1 as done from private.custom_domains c join public.workspaces w on w.id = c.workspace_id where ${what}`,
    )

  it('serves a domain once its records are set, and switches it off with a mail when they are gone', async () => {
    await set()
    await look()
    await until(`c.proof = 'missing' and w.domain is null`)
    dns.set(BASE, 'A', ['203.0.113.7'])
    dns.set(PROOF, 'TXT', ['waymark-domain=token'])
    dns.set(DOMAIN, 'A', ['203.0.113.7'])
    await look()
    await until(`w.domain = '${DOMAIN}' and c.addresses = '{203.0.113.7}'`)
    // Whose domain ran out leaves it to the next one.
    dns.set(DOMAIN, 'A', ['198.51.100.1'])
    await look()
    await until('c.bad_looks = 1')
    await world.db.query(`update private.custom_domains set looked_at = now() - interval '2 minutes'`)
    await look()
    await until('w.domain is null and c.switched_off_at is not null')
    await world.untilRow(
      `select 1 as done where not exists (select from private.outbox_mails where sent_at is null)`,
    )
    expect(world.mail.received.at(-1)?.subject).toBe(`${DOMAIN} was switched off`)
  })
})
