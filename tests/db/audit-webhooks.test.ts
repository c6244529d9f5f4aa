// The webhook of a trail: who sets it, what is sent next, what is done about what was not taken.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reason, sentenceOf } from '../../supabase/functions/_shared/domain/reasons.ts'
import { isOutside } from '../../supabase/functions/_shared/net/addresses.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let owner: Person
let maker: Person
let stranger: Person

const secret = JSON.stringify({ ciphertext: 'AAAA', key_id: 'k' })
const address = 'https://siem.example/in?key=hidden'

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('sent')
  workspaceId = workspace.id
  owner = workspace.owner
  maker = await world.aMember(workspaceId, 'maker', 'sent-maker')
  stranger = (await world.aWorkspace('unsent')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.audit_webhooks')
  await set()
})

const set = (url = address, box: string | null = secret) =>
  world.does(owner, 'select public.set_audit_webhook($1, $2, $3)', [workspaceId, url, box])
const write = (type: string, of = workspaceId, metadata = {}) =>
  world.db.query('select private.log_activity($1, $2, $3)', [of, type, JSON.stringify(metadata)])

interface Batch {
  version: number
  url: string
  after: number
  until: number
  events: { id: number; type: string; metadata: Record<string, unknown> }[]
}
const batch = async (most = 100): Promise<Batch | null> => {
  const { rows } = await world.db.query<{ batch: Batch | null }>(
    'select private.audit_batch($1, $2) as batch',
    [workspaceId, most],
  )
  return rows[0]?.batch ?? null
}
const batchThere = async (most?: number): Promise<Batch> => {
  const found = await batch(most)
  if (!found) throw new Error('There is no batch.')
  return found
}
/** Of the batch that was begun, unless another one is spoken of. */
const keep = async (version: number, problem: string | null, isSlow = false, until: number | null = null) => {
  const { rows } = await world.db.query<{ outcome: string }>(
    `select private.keep_audit_delivery($1, $2, coalesce($5, (select h.batch_end from private.audit_webhooks h where h.workspace_id = $1)), 1, $3, $4) as outcome`,
    [workspaceId, version, problem, isSlow, until],
  )
  return rows[0]?.outcome
}
const told = () => world.answer<Record<string, unknown>>(owner, 'audit_webhook_of($1)', [workspaceId])
const queued = async () => {
  const { rows } = await world.db.query<{ due: number }>('select private.queue_audit_deliveries() as due')
  return rows[0]?.due
}

describe('what is sent', () => {
  test('is what happens from then on, in order, each once taken not again', async () => {
    await write('test.one')
    await write('test.two')
    const first = await batchThere(2)
    expect(first.events.map(({ type }) => type)).toEqual(['workspace.audit_webhook.set', 'test.one'])
    expect(await keep(first.version, null)).toBe('taken')
    const second = await batchThere(2)
    expect(second.events.map(({ type }) => type)).toEqual(['test.two'])
    await keep(second.version, null)
    expect(await keep(second.version, null)).toBe('changed')
    // An answer that comes late says nothing of what another worker has begun meanwhile.
    await write('test.three')
    const third = await batchThere(2)
    expect(await keep(third.version, null, false, second.until)).toBe('changed')
    expect((await batchThere(2)).events.map(({ type }) => type)).toEqual(['test.three'])
    await keep(third.version, null)
    expect(await batch()).toBeNull()
    expect(await told()).toMatchObject({ status: 'active', delivered: 3, waiting: 0, problem: null })
  })

  test('is the same batch until it is taken, whatever happens meanwhile', async () => {
    const first = await batchThere()
    await write('test.later')
    expect(await batchThere()).toEqual(first)
    await keep(first.version, 'siem.example answered 503.')
    expect(await batchThere()).toEqual(first)
    await keep(first.version, null)
    expect((await batchThere()).events.map(({ type }) => type)).toEqual(['test.later'])
  })

  test('waits for transactions that are open when it is set', async () => {
    const slow = await world.another()
    try {
      await slow.query('begin')
      await slow.query('select private.log_activity($1, $2)', [workspaceId, 'test.slow'])
      await world.db.query('delete from private.audit_webhooks')
      await set()
      expect(await batch()).toBeNull()
      await slow.query('commit')
    } finally {
      await slow.end()
    }
    expect((await batchThere()).events.map(({ type }) => type)).toContain('test.slow')
  })

  test('says no amounts of billing, and nothing of other workspaces', async () => {
    await write('billing.changed', workspaceId, { plan: 'Pro', total: 1200 })
    await write('test.elsewhere', (await world.aWorkspace('elsewhere')).id)
    const { events } = await batchThere()
    expect(events.map(({ type }) => type)).toEqual(['workspace.audit_webhook.set', 'billing.changed'])
    expect(events[1]?.metadata).toEqual({ plan: 'Pro' })
  })

  test('is nothing while the workspace is locked or its plan has no activity; afterwards it goes on', async () => {
    const plan = (id: number) =>
      world.db.query('update public.billing_accounts set billing_product_id = $2 where workspace_id = $1', [
        workspaceId,
        id,
      ])
    const { rows } = await world.db.query<{ id: number }>(
      'select billing_product_id as id from public.billing_accounts where workspace_id = $1',
      [workspaceId],
    )
    await plan(1)
    expect([await batch(), await queued(), (await told()).status]).toEqual([null, 0, 'off'])
    await plan(Number(rows[0]?.id))
    await world.db.query('update public.workspaces set locked = true where id = $1', [workspaceId])
    expect([await batch(), await queued()]).toEqual([null, 0])
    await world.db.query('update public.workspaces set locked = false where id = $1', [workspaceId])
    expect(await queued()).toBe(1)
    expect(await batch()).not.toBeNull()
  })
})

describe('a receiver that answers late', () => {
  const places = async () => {
    await world.db.query(`delete from graphile_worker._private_jobs where key = 'audit:' || $1`, [
      workspaceId,
    ])
    await world.db.query('update private.audit_webhooks set next_try_at = now()')
    await queued()
    const { rows } = await world.db.query<{ task_identifier: string }>(
      `select task_identifier from graphile_worker.jobs where key = 'audit:' || $1`,
      [workspaceId],
    )
    return rows.map((row) => row.task_identifier)
  }

  test('waits with others that do for an hour, whatever it does meanwhile; others never wait for it', async () => {
    expect(await places()).toEqual(['deliver_audit'])
    const { version } = await batchThere()
    await keep(version, null, true)
    await write('test.next')
    expect(await places()).toEqual(['deliver_audit_slowly'])
    await batchThere()
    expect(await keep(version, null)).toBe('taken')
    await write('test.after')
    await set()
    expect(await places()).toEqual(['deliver_audit_slowly'])
    await world.db.query(`update private.audit_webhooks set slow_until = now() - interval '1 second'`)
    expect(await places()).toEqual(['deliver_audit'])
  })

  test('is slow also where it did not take it', async () => {
    const { version } = await batchThere()
    await keep(version, 'siem.example answered 503.', true)
    expect(await places()).toEqual(['deliver_audit_slowly'])
  })
})

describe('what is not taken', () => {
  test('is tried again later and later, an hour at most', async () => {
    const { version } = await batchThere()
    const waits: number[] = []
    for (let tries = 0; tries < 9; tries++) {
      expect(await keep(version, 'siem.example could not be reached.')).toBe('later')
      const { rows } = await world.db.query<{ minutes: number }>(
        `select extract(epoch from next_try_at - tried_at)::integer / 60 as minutes from private.audit_webhooks`,
      )
      waits.push(Number(rows[0]?.minutes))
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(await told()).toMatchObject({ status: 'failing', problem: 'siem.example could not be reached.' })
    expect(await queued()).toBe(0)
    await world.does(owner, 'select public.resume_audit_webhook($1)', [workspaceId])
    expect(await queued()).toBe(1)
  })

  const failFor = (days: string) =>
    world.db.query(`update private.audit_webhooks set failing_since = now() - $1::interval`, [days])

  test('for three days pauses it, says so to owners and admins, and nothing is lost', async () => {
    const { version, events } = await batchThere()
    await keep(version, 'siem.example answered 503.')
    await failFor('2 days 23 hours 59 minutes')
    expect(await keep(version, 'siem.example answered 503.')).toBe('later')
    await failFor('3 days 1 second')
    await world.db.query('delete from private.outbox_mails')
    expect(await keep(version, 'siem.example answered 503.')).toBe('paused')
    const { rows: mails } = await world.db.query(
      `select recipient, data from private.outbox_mails where template = 'audit_paused'`,
    )
    expect(mails).toEqual([
      {
        recipient: 'owner-sent@example.com',
        data: { workspace_id: workspaceId },
      },
    ])
    expect([await batch(), await queued(), (await told()).status]).toEqual([null, 0, 'paused'])
    await world.does(owner, 'select public.resume_audit_webhook($1)', [workspaceId])
    expect((await batchThere()).events.slice(0, events.length)).toEqual(events)
  })

  test('by an address that was replaced meanwhile says nothing of the new one', async () => {
    const { version } = await batchThere()
    await set('https://other.example/in', null)
    expect(await keep(version, 'siem.example answered 503.')).toBe('changed')
    expect(await told()).toMatchObject({ status: 'active', url: 'https://other.example/in' })
    expect((await batchThere()).events[0]?.type).toBe('workspace.audit_webhook.set')
  })
})

describe('a webhook', () => {
  test('that is led elsewhere or removed is told to who may read the activity', async () => {
    const mails = async () =>
      (
        await world.db.query(
          `select recipient, data from private.outbox_mails where template = 'audit_moved' order by id`,
        )
      ).rows
    await world.db.query(`delete from private.outbox_mails where template = 'audit_moved'`)
    await set('https://siem.example/another-path')
    expect(await mails()).toEqual([])
    await set('https://other.example/in', null)
    await world.does(owner, 'select public.delete_audit_webhook($1)', [workspaceId])
    const moved = { workspace_id: workspaceId, person: expect.any(String) }
    const recipient = 'owner-sent@example.com'
    expect(await mails()).toEqual([
      { recipient, data: { ...moved, removed: false } },
      { recipient, data: { ...moved, removed: true } },
    ])
  })

  test('that is led to another path of its host is told to be, without the path', async () => {
    const told = async () =>
      (
        await world.db.query(
          `select metadata from public.activity_events
           where workspace_id = $1 and type = 'workspace.audit_webhook.set' order by id desc limit 1`,
          [workspaceId],
        )
      ).rows[0]?.metadata
    const host = 'siem.example'
    expect(await told()).toEqual({ host, new_secret: true })
    await set()
    expect(await told()).toEqual({ host, old: host, other_address: false, new_secret: true })
    await set('https://siem.example/another-path', null)
    expect(await told()).toEqual({ host, old: host, other_address: true, new_secret: false })
  })

  test('that is set anew has no number of the one before', async () => {
    const { version } = await batchThere()
    await world.does(owner, 'select public.delete_audit_webhook($1)', [workspaceId])
    await set()
    expect(await keep(version, null)).toBe('changed')
  })

  test('is resumed twenty times an hour at most', async () => {
    const said = () => world.said(owner, 'public.resume_audit_webhook($1)', [workspaceId])
    await world.db.query("delete from private.throttle where key like 'audit-resume:%'")
    for (let n = 0; n < 20; n++)
      await world.does(owner, 'select public.resume_audit_webhook($1)', [workspaceId])
    expect(await said()).toBe('Too many attempts. Please try again later.')
    await world.db.query("delete from private.throttle where key like 'audit-resume:%'")
  })

  test('is for who may read the activity', async () => {
    for (const who of [maker, stranger, null])
      for (const [call, values] of [
        ['set_audit_webhook($1, $2, $3)', [workspaceId, address, secret]],
        ['audit_webhook_of($1)', [workspaceId]],
        ['resume_audit_webhook($1)', [workspaceId]],
        ['delete_audit_webhook($1)', [workspaceId]],
      ] as const)
        expect(await world.said(who, `public.${call}`, [...values]), call).not.toBe('allowed')
  })

  test('needs a secret at first, an address, and the plan', async () => {
    await world.does(owner, 'select public.delete_audit_webhook($1)', [workspaceId])
    const said = (url: string | null, box: string | null = secret) =>
      world.said(owner, 'public.set_audit_webhook($1, $2, $3)', [workspaceId, url, box])
    expect(await said(address, null)).toBe('Required')
    for (const odd of [
      null,
      '',
      'siem.example',
      'ftp://siem.example',
      'https://a b',
      // People read the host behind these, programs the one before.
      'https://elsewhere.example\\@siem.example/in',
      'https://siem.example@elsewhere.example/in',
      'https://siem.example/in\\',
      `https://${'a'.repeat(2000)}`,
    ])
      expect(await said(odd)).toBe('Must be a valid URL.')
    expect(await said(address, JSON.stringify({ plain: 'x' }))).not.toBe('allowed')
    expect(await world.said(owner, 'public.resume_audit_webhook($1)', [workspaceId])).toBe(
      'This workspace has no audit webhook.',
    )
    const free = await world.aWorkspace('unpaid', 'free')
    expect(
      await world.said(free.owner, 'public.set_audit_webhook($1, $2, $3)', [free.id, address, secret]),
    ).not.toBe('allowed')
  })

  describe('is at an address that may be called', () => {
    const reason = async (url: string): Promise<string | null> => {
      const { rows } = await world.db.query<{ reason: string | null }>(
        'select private.reason_against_calling($1) as reason',
        [url],
      )
      return rows[0]?.reason ?? null
    }
    const open = (hosts: string[] | null) =>
      world.db.query('update private.deployment set inside_hosts = $1', [hosts])
    afterEach(() => open([]))

    test.each([
      ['https://127.0.0.1/in', 'address_inside'],
      ['https://10.1.2.3:8443/in', 'address_inside'],
      ['https://[::1]/in', 'address_inside'],
      ['https://[::ffff:7f00:1]/in', 'address_invalid'],
      ['https://[fd12::1]/in', 'address_inside'],
      ['https://localhost/in', 'address_inside'],
      ['https://siem.LOCALHOST:1/in', 'address_inside'],
      ['https://siem/in', 'address_inside'],
      ['https://vault.corp.internal/in', 'address_inside'],
      ['https://169.254.169.254/latest', 'address_not_allowed'],
      ['https://metadata.google.internal/', 'address_not_allowed'],
      ['http://siem.example/in', 'address_not_https'],
      // Other spellings of 127.0.0.1 and of its name.
      ['https://127.1/in', 'address_invalid'],
      ['https://2130706433/in', 'address_invalid'],
      ['https://0x7f.0.0.1/in', 'address_invalid'],
      ['https://127.0.0.1./in', 'address_invalid'],
      ['https://127%2e0.0.1/in', 'address_invalid'],
      ['https://１２７.0.0.1/in', 'address_invalid'],
      ['https://localhost./in', 'address_invalid'],
      ['https://siem.example/in?key=a%20b&x=http://127.0.0.1', null],
      ['https://93.184.215.14/in', null],
      ['https://[2606:4700::1111]:8088/in', null],
    ])('%s: %s', async (url, said) => {
      expect(await reason(url)).toBe(said)
      const sentence = said === null ? 'allowed' : sentenceOf(said as Reason)
      expect(
        await world.said(owner, 'public.set_audit_webhook($1, $2, $3)', [workspaceId, url, secret]),
      ).toBe(sentence)
    })

    test('with the hosts that the operator opened, and any where all are', async () => {
      await open(['10.1.2.3:8443', 'vault.corp.internal', '169.254.169.254'])
      expect(await reason('https://10.1.2.3:8443/in')).toBe(null)
      expect(await reason('https://10.1.2.3/in')).toBe('address_inside')
      expect(await reason('https://vault.corp.internal/in')).toBe(null)
      expect(await reason('https://169.254.169.254/')).toBe('address_not_allowed')
      expect(await reason('http://vault.corp.internal/in')).toBe('address_not_https')
      await open(null)
      expect(await reason('http://127.0.0.1:9000/in')).toBe(null)
      expect(await reason('http://169.254.169.254/')).toBe('address_not_allowed')
      expect(await reason('ftp://siem.example/')).toBe('address_invalid')
    })

    test('as the calls themselves have it', async () => {
      const edges = (
        '0.0.0.0 0.255.255.255 1.0.0.0 9.255.255.255 10.0.0.0 11.0.0.0 100.63.255.255 100.64.0.0 100.127.255.255 100.128.0.0 ' +
        '126.255.255.255 127.0.0.0 128.0.0.0 172.15.255.255 172.16.0.0 172.31.255.255 172.32.0.0 192.0.0.0 192.0.1.0 192.0.2.0 ' +
        '192.0.3.0 192.31.196.1 192.52.193.1 192.88.98.255 192.88.99.0 192.88.100.0 192.167.255.255 192.168.0.0 192.169.0.0 ' +
        '192.175.48.1 198.17.255.255 198.18.0.0 198.19.255.255 198.20.0.0 198.51.99.255 198.51.100.0 198.51.101.0 203.0.112.255 ' +
        '203.0.113.0 203.0.114.0 223.255.255.255 224.0.0.0 240.0.0.0 255.255.255.255 ' +
        ':: ::1 64:ff9b::1 100::1 1fff::1 2000::1 2001::1 2001:1ff::1 2001:200::1 2001:db7::1 2001:db8::1 2001:db9::1 2002::1 ' +
        '2003::1 2620:4f:7fff::1 2620:4f:8000::1 2620:4f:8001::1 3ffe::1 3fff::1 3fff:fff::1 3fff:1000::1 4000::1 5f00::1 fc00::1 ff00::1'
      ).split(' ')
      for (const address of edges) {
        const host = address.includes(':') ? `[${address}]` : address
        expect(await reason(`https://${host}/`), address).toBe(isOutside(address) ? null : 'address_inside')
      }
    })
  })

  test('is set first by one: whoever comes at once hears of it, and the secret that was shown counts', async () => {
    await world.does(owner, 'select public.delete_audit_webhook($1)', [workspaceId])
    const first = (ciphertext: string) =>
      world.said(owner, 'public.set_audit_webhook($1, $2, $3, true)', [
        workspaceId,
        address,
        JSON.stringify({ ciphertext, key_id: 'k' }),
      ])
    await world.does(owner, 'select public.set_audit_webhook($1, $2, $3, true)', [
      workspaceId,
      address,
      secret,
    ])
    expect(await first('BBBB')).toBe('Somebody set an audit webhook just now. Look at it, and try again.')
    const { rows } = await world.db.query('select ciphertext from private.audit_webhooks')
    expect(rows).toEqual([{ ciphertext: 'AAAA' }])
  })

  test('is told of without what its address may hide', async () => {
    await world.does(owner, 'select public.delete_audit_webhook($1)', [workspaceId])
    const { rows } = await world.db.query<{ type: string; metadata: unknown }>(
      `select type, metadata from public.activity_events where workspace_id = $1 and type like 'workspace.audit_webhook.%' order by id`,
      [workspaceId],
    )
    expect(rows.at(-1)).toEqual({
      type: 'workspace.audit_webhook.removed',
      metadata: { host: 'siem.example' },
    })
    expect(JSON.stringify(rows)).not.toMatch(/hidden|AAAA/)
  })
})
