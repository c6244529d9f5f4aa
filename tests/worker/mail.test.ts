// A row of the outbox becomes one mail, whatever happens in between.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.end())

async function enqueue(template: string, data: object, recipient = 'ada@example.com'): Promise<void> {
  await world.db.query('select private.enqueue_mail($1, $2, $3)', [recipient, template, data])
}

const allSent = () =>
  world.untilRow(`select 1 as done where not exists (select from private.outbox_mails where sent_at is null)`)
const queueEmpty = () =>
  world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')

describe('a code', () => {
  test('arrives once, readable from the subject, and leaves no trace in the outbox or the log', async () => {
    const worker = await world.worker()
    await enqueue('code', { purpose: 'signup', code: '123456' })
    await allSent()
    await queueEmpty()
    expect(world.mail.received).toHaveLength(1)
    const [mail] = world.mail.received
    expect(mail?.subject).toBe('123456 is your Waymark confirmation code')
    expect(mail?.to?.[0]?.address).toBe('ada@example.com')
    expect(mail?.text).toMatch(/\b123456\b/)
    expect(mail?.html).toContain('123456')
    const { rows } = await world.db.query('select data, attempts from private.outbox_mails')
    expect(rows).toEqual([{ data: {}, attempts: 1 }])
    expect(worker.output()).not.toMatch(/123456|ada@example\.com/)
  })

  test('that has expired is not sent any more', async () => {
    await enqueue('code', { purpose: 'signup', code: '123456' })
    await world.db.query(`update private.outbox_mails set created_at = now() - interval '16 minutes'`)
    await world.worker()
    await allSent()
    expect(world.mail.offered()).toBe(0)
  })
})

describe('a mail server that refuses', () => {
  test('is asked again later, and then gets the mail once, under the same id', async () => {
    world.mail.refuse(1)
    await world.worker()
    await enqueue('found_workspaces', { workspaces: [{ name: 'Acme', slug: 'acme' }] })
    await vi.waitFor(() => expect(world.mail.offered()).toBe(1), { timeout: 10_000 })
    const { rows: unsent } = await world.db.query('select id, sent_at, data from private.outbox_mails')
    expect(unsent[0]).toMatchObject({ sent_at: null, data: { workspaces: [{ slug: 'acme' }] } })
    await allSent()
    await queueEmpty()
    expect(world.mail.offered()).toBe(2)
    expect(world.mail.received).toHaveLength(1)
    expect(world.mail.received[0]?.messageId).toBe(`<mail-${unsent[0]?.id}@waymark.localhost>`)
  })
})

describe('a mail that is queued twice', () => {
  test('is sent once, by two workers at once too', async () => {
    await enqueue('code', { purpose: 'confirm_email', code: '111222' })
    await world.db.query(
      `select graphile_worker.add_job('send_mail', json_build_object('mail_id', id)) from private.outbox_mails, generate_series(1, 4)`,
    )
    await Promise.all([world.worker(), world.worker()])
    await queueEmpty()
    expect(world.mail.offered()).toBe(1)
  })
})

describe('a recipient that looks like a list', () => {
  test.each(['a<eve@example.com>', 'eve@example.com,', 'ada@example.com, eve@example.com'])(
    'is not read as one: "%s"',
    async (recipient) => {
      await world.db.query(
        `with mail as (insert into private.outbox_mails (recipient, template, data) values ($1, 'reset', '{"code": "1"}') returning id)
         select graphile_worker.add_job('send_mail', json_build_object('mail_id', id)) from mail`,
        [recipient],
      )
      await world.worker()
      await world.untilRow(
        'select 1 as done from graphile_worker.jobs where attempts > 0 and locked_at is null union select 1 from private.outbox_mails where sent_at is not null',
      )
      expect(world.mail.recipients.filter((address) => /^(ada|eve)@example.com$/.test(address))).toEqual([])
    },
  )
})

describe('the words', () => {
  test('the list of workspaces links to the host of each', async () => {
    await world.worker()
    await enqueue('found_workspaces', {
      workspaces: [
        { name: 'Acme', slug: 'acme' },
        { name: 'Globex', slug: 'globex' },
      ],
    })
    await allSent()
    const [mail] = world.mail.received
    expect(mail?.subject).toBe('Your Waymark workspaces')
    for (const link of ['http://acme.waymark.localhost:3000', 'http://globex.waymark.localhost:3000']) {
      expect(mail?.html).toContain(`href="${link}"`)
      expect(mail?.text).toContain(link)
    }
  })

  test('an invitation carries the workspace, its colours and its link, and nothing it could be tricked with', async () => {
    await world.db.query(
      `update public.workspaces set name = '<img src=x> & "Co"', logo_url = 'https://example.com/logo.png',
         theme = '{"color-primary": "#AA0000"}' where id = $1`,
      [world.workspaceId],
    )
    await world.worker()
    await enqueue('invitation', { workspace_id: Number(world.workspaceId), token: 'a+b/c' })
    await allSent()
    const [mail] = world.mail.received
    expect(mail?.subject).toBe('Join <img src=x> & "Co" on Waymark')
    expect(mail?.html).not.toContain('<img src=x>')
    expect(mail?.html).toContain('&lt;img src=x&gt; &amp; &quot;Co&quot;')
    expect(mail?.html).toContain('background:#AA0000')
    expect(mail?.html).toContain('src="https://example.com/logo.png"')
    const link = 'http://acme.waymark.localhost:3000/auth/accept-invite?token=a%2Bb%2Fc'
    expect(mail?.html).toContain(`href="${link}"`)
    expect(mail?.text).toContain(link)
  })
})
