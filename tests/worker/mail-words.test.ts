// Every mail of the product as its reader gets it: in the name of the right place, with links that lead there, and
// with nothing of what people may write about themselves becoming HTML.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productColours } from '../../supabase/functions/_shared/domain/colours.ts'
import { templateNames } from '../../worker/mail/compose.ts'
import { aWorld, type World } from './support/world.ts'

const EVIL = '<b onload=x>"Eve" & Co</b>'
const WORKSPACE = 'http://acme.waymark.localhost:3000'
const PRODUCT = 'http://waymark.localhost:3000'
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.db.query(`update public.workspaces set name = 'Acme', theme = '{"color-primary": "#FFEE00"}'`)
  await world.worker()
})
afterAll(() => world.end())

/** Queues a mail and waits for it. */
async function mailOf(template: string, data: object, recipient = 'ada@example.com') {
  const before = world.mail.received.length
  await world.db.query('select private.enqueue_mail($1, $2, $3)', [recipient, template, data])
  await world.untilRow(
    `select 1 as done where not exists (select from private.outbox_mails where sent_at is null)`,
  )
  const mail = world.mail.received[before]
  if (!mail) throw new Error(`no mail for ${template}`)
  return mail
}

const workspace = () => ({ workspace_id: Number(world.workspaceId) })
const at = '2026-11-20T14:05:00Z'

interface Case {
  template: string
  data: () => object
  subject: string
  /** What must stand in HTML and text alike. */
  says: string[]
  links: string[]
}

const CASES: Case[] = [
  {
    template: 'workspace_deletion',
    data: () => ({ kind: 'soon', account_goes: true, at, ...workspace() }),
    subject: 'Reminder: Acme will be deleted on 20 November 2026',
    says: ['You are in no other workspace, so your account is deleted with it.'],
    links: [WORKSPACE],
  },
  {
    template: 'code',
    data: () => ({ purpose: 'workspace_signup', code: '123456', workspace: 'Acme', ...workspace() }),
    subject: '123456 is your Waymark confirmation code',
    says: ['123456', 'Enter this code to create your account for Acme.'],
    links: [],
  },
  {
    template: 'code',
    data: () => ({ purpose: 'confirm_email', code: '123456', token: 'a+b' }),
    subject: '123456 is your Waymark confirmation code',
    says: ['123456', 'Confirm without the code'],
    links: [`${PRODUCT}/auth/confirm?token=a%2Bb`],
  },
  {
    template: 'code',
    data: () => ({
      purpose: 'member_email',
      code: '123456',
      workspace: 'Acme',
      username: 'ada',
      integration: 'Our LDAP',
    }),
    subject: '123456 is your Waymark confirmation code',
    says: ['It was asked for by the sign-in of ada with Our LDAP.'],
    links: [],
  },
  {
    template: 'reset',
    data: () => ({ code: '654321' }),
    subject: '654321 is your Waymark password reset code',
    says: ['654321', 'It works once, for 15 minutes.'],
    links: [],
  },
  {
    template: 'invitation',
    data: () => ({
      ...workspace(),
      token: 'a+b/c',
      invited_by: 'Grace Hopper',
      role: 'viewer',
      projects: ['Orders', 'Parts'],
    }),
    subject: 'Join Acme on Waymark',
    says: [
      'Grace Hopper invites you to work on APIs in the workspace Acme as a viewer.',
      'You will find there: Orders, Parts.',
    ],
    links: [`${WORKSPACE}/auth/accept-invite?token=a%2Bb%2Fc`],
  },
  {
    template: 'invitation',
    data: () => ({
      ...workspace(),
      token: 'abc',
      resent: true,
      projects: Array.from({ length: 12 }, (_, n) => `P${n}`),
    }),
    subject: 'Reminder: join Acme on Waymark',
    says: ['A member invites you', 'P9 and 2 more.'],
    links: [`${WORKSPACE}/auth/accept-invite?token=abc`],
  },
  {
    template: 'invitation',
    data: () => ({
      ...workspace(),
      token: 'abc',
      invited_by: 'Prizes at https://evil.example',
      projects: ['Orders', 'www.evil.example'],
    }),
    subject: 'Join Acme on Waymark',
    says: ['A member invites you', 'You will find there: Orders, a project.'],
    links: [`${WORKSPACE}/auth/accept-invite?token=abc`],
  },
  {
    template: 'join_request',
    data: () => ({ ...workspace(), user_id: 7, name: 'Ada Lovelace', email: 'ada@example.org' }),
    subject: 'Ada Lovelace asks to join Acme',
    says: ['ada@example.org'],
    links: [`${WORKSPACE}/admin/members`],
  },
  {
    template: 'join_approved',
    data: () => ({ ...workspace(), role: 'admin' }),
    subject: 'Welcome to Acme',
    says: ['you are an admin of the workspace now'],
    links: [WORKSPACE],
  },
  {
    template: 'join_denied',
    data: workspace,
    subject: 'Your request to join Acme',
    says: ['Your request to join this workspace has been denied by the workspace administrators.'],
    links: [],
  },
  {
    template: 'email_added',
    data: () => ({ at, email: 'second@example.com' }),
    subject: 'An e-mail address was added to your account',
    says: ['second@example.com was added to your account'],
    links: [],
  },
  {
    template: 'address_claimed',
    data: () => ({ at, username: 'eve', account: 'eve@example.com' }),
    subject: 'Somebody tried to add your address',
    says: ['The account eve (eve@example.com) wants to add this address.', 'so nothing was changed'],
    links: [],
  },
  {
    template: 'email_removed',
    data: () => ({ at, email: 'second@example.com' }),
    subject: 'An e-mail address was removed from your account',
    says: ['second@example.com was removed from your account'],
    links: [],
  },
  {
    template: 'primary_email_changed',
    data: () => ({ at, email: 'second@example.com' }),
    subject: 'The primary address of your account was changed',
    says: ['second@example.com is the primary address', '20 November 2026 at 14:05 UTC'],
    links: [],
  },
  {
    template: 'account_connected',
    data: () => ({ at, integration: 'GitHub', username: 'ada' }),
    subject: 'An account was connected to yours',
    says: ['ada at GitHub was connected'],
    links: [],
  },
  {
    template: 'account_disconnected',
    data: () => ({ at, integration: 'GitHub', username: 'ada' }),
    subject: 'An account was disconnected from yours',
    says: ['ada at GitHub was disconnected'],
    links: [],
  },
  {
    template: 'invitations',
    data: () => ({
      invitations: {
        1: { workspace_id: 1, name: 'Acme', slug: 'acme', token: 'a+b', role: 'maker' },
        2: { workspace_id: 2, name: 'cheap at www.evil.example', slug: 'other', token: 'c', role: 'guest' },
      },
    }),
    subject: 'You are invited on Waymark',
    says: ['Acme, as a maker', 'other, as a guest'],
    links: [
      `${WORKSPACE}/auth/accept-invite?token=a%2Bb`,
      'http://other.waymark.localhost:3000/auth/accept-invite?token=c',
    ],
  },
  {
    template: 'token_created',
    data: () => ({ at, token: 'CI', workspace: 'Acme' }),
    subject: 'A workspace token was created',
    says: ['The token CI was created for Acme'],
    links: [],
  },
  {
    template: 'account_deleted',
    data: () => ({ at, username: 'ada' }),
    subject: 'Your account was deleted',
    says: ['The account ada was deleted'],
    links: [],
  },
  {
    template: 'password_changed',
    data: () => ({ at, first: true }),
    subject: 'A password was set for your account',
    says: ['Your account has a password now.'],
    links: [`${PRODUCT}/auth/forgot-password`],
  },
  {
    template: 'password_changed',
    data: () => ({ at, ip: '192.0.2.7', user_agent: AGENT }),
    subject: 'Your password was changed',
    says: ['20 November 2026 at 14:05 UTC', '192.0.2.7', 'Firefox on Windows'],
    links: [`${PRODUCT}/auth/forgot-password`],
  },
  {
    template: 'new_sign_in',
    data: () => ({ at, ip: null, user_agent: 'curl/8' }),
    subject: 'New sign-in to your account',
    says: ['20 November 2026 at 14:05 UTC', 'a device that we have not seen before'],
    links: [`${PRODUCT}/auth/forgot-password`],
  },
  {
    template: 'found_workspaces',
    data: () => ({ workspaces: [{ name: 'Acme', slug: 'acme' }] }),
    subject: 'Your Waymark workspace',
    says: ['Acme'],
    links: [WORKSPACE],
  },
  {
    template: 'daily_digest',
    data: () => ({
      ...workspace(),
      day: '2026-11-19',
      unsubscribe_token: 'u+1',
      changes: [
        {
          project_id: 1,
          project: 'Orders',
          slug: 'orders',
          kind: 'updated',
          branch: 'main',
          changes: 12,
          major: 2,
          minor: 1,
        },
        { project_id: 2, project: 'Parts', slug: 'parts', kind: 'created' },
      ],
    }),
    subject: 'Acme: 2 projects changed',
    says: ['19 November 2026', '12 changes (2 breaking, 1 addition) on main', 'New project'],
    links: [
      `${WORKSPACE}/docs/orders`,
      `${WORKSPACE}/docs/parts`,
      `${WORKSPACE}/account/unsubscribe?token=u%2B1`,
    ],
  },
  {
    template: 'billing',
    data: () => ({ ...workspace(), kind: 'lock_announced', reason: 'failed_payment', at }),
    subject: 'Acme will be locked on 20 November 2026',
    says: [
      'The payment method associated with this workspace has failed.',
      'All members other than the oldest owner will lose access to this workspace on 20 November 2026.',
    ],
    links: [`${WORKSPACE}/admin/billing`],
  },
  {
    template: 'billing',
    data: () => ({ ...workspace(), kind: 'payment_failed', reason: EVIL, plan: 'Startup' }),
    subject: 'The payment for Acme failed',
    says: ['Please pay the invoice or give another card.'],
    links: [`${WORKSPACE}/admin/billing`],
  },
  {
    template: 'proposal',
    data: () => ({
      ...workspace(),
      event: 'changes_requested',
      title: 'Name pets anew',
      project: 'Orders',
      slug: 'orders',
      branch: 'next',
      branch_slug: 'next',
      baseline: 'main',
      proposal_id: 7,
      who: 'Ada Lovelace',
      said: 'See https://evil.example',
      unsubscribe_token: 'u+1',
    }),
    subject: 'Ada Lovelace requested changes of Name pets anew (Orders)',
    says: ['next for main', 'It cannot be merged before they are content:'],
    links: [
      `${WORKSPACE}/proposals/orders/branches/next?proposal=7`,
      `${WORKSPACE}/account/unsubscribe?token=u%2B1`,
    ],
  },
  {
    template: 'mentions',
    data: () => ({
      ...workspace(),
      project: 'Orders',
      slug: 'orders',
      branch: 'main',
      branch_slug: 'main',
      thread_id: 7,
      unsubscribe_token: 'u+1',
      mentions: [
        { name: 'Ada Lovelace', said: 'grace, is this right?' },
        { name: 'Ada Lovelace', said: 'See https://evil.example' },
      ],
    }),
    subject: 'Ada Lovelace mentioned you in Orders',
    says: ['grace, is this right?', 'Open it to read what they wrote.'],
    links: [`${WORKSPACE}/studio/orders:main?comment=7`, `${WORKSPACE}/account/unsubscribe?token=u%2B1`],
  },
  {
    template: 'audit_paused',
    data: workspace,
    subject: 'The audit webhook of Acme was paused',
    says: [
      'the activity of the workspace Acme is sent to has taken nothing for three days',
      'Nothing is lost',
    ],
    links: [`${WORKSPACE}/admin/activity/audit`],
  },
  {
    template: 'audit_moved',
    data: () => ({ person: 'Ada Lovelace', removed: false, ...workspace() }),
    subject: 'The audit webhook of Acme leads to another host',
    says: ['Ada Lovelace changed the address that the activity of the workspace Acme is sent to.'],
    links: [`${WORKSPACE}/admin/activity/audit`],
  },
  {
    template: 'audit_moved',
    data: () => ({ person: null, removed: true, ...workspace() }),
    subject: 'The audit webhook of Acme was removed',
    says: ['Somebody removed the address that'],
    links: [`${WORKSPACE}/admin/activity/audit`],
  },
  {
    template: 'domain_off',
    data: () => ({ domain: 'docs.acme.example', proof: 'missing', route: 'elsewhere', ...workspace() }),
    subject: 'docs.acme.example was switched off',
    says: [
      'The workspace Acme is no longer served at docs.acme.example',
      'The TXT record that proves the domain is gone.',
      'The domain leads to another server.',
    ],
    links: [`${WORKSPACE}/admin/settings`],
  },
]

describe('the words', () => {
  test('of every template are tried here', () => {
    expect([...new Set(CASES.map(({ template }) => template))].sort()).toEqual([...templateNames].sort())
  })

  test.each(CASES)('of $template: $subject', async ({ template, data, subject, says, links }) => {
    const mail = await mailOf(template, data())
    expect(mail.subject).toBe(subject)
    for (const words of says) {
      expect(mail.text?.replace(/\s+/g, ' ')).toContain(words)
      expect(mail.html).toContain(words)
    }
    for (const link of links) {
      expect(mail.html).toContain(`href="${link}"`)
      expect(mail.text).toContain(link)
    }
  })

  test('never become HTML, whoever chose the names', async () => {
    await world.db.query('update public.workspaces set name = $1', [EVIL])
    const changes = [{ project: EVIL, slug: 'x', kind: 'updated', branch: EVIL }]
    const mails = [
      await mailOf('invitation', { ...workspace(), token: 't', invited_by: EVIL, projects: [EVIL] }),
      await mailOf('join_request', { ...workspace(), name: EVIL, email: EVIL }),
      await mailOf('new_sign_in', { at, user_agent: EVIL, ip: EVIL }),
      await mailOf('daily_digest', { ...workspace(), day: at, unsubscribe_token: EVIL, changes }),
    ]
    for (const { html } of mails) expect(html).not.toContain('<b ')
    await world.db.query(`update public.workspaces set name = 'Acme'`)
  })

  test('of the product are in its own colours', async () => {
    const { html } = await mailOf('reset', { code: '123456' })
    expect(html).toContain(`border-top:4px solid ${productColours.light.primary}`)
  })

  test('of a workspace stand on its colours, readable on a light one', async () => {
    const { html } = await mailOf('join_approved', { ...workspace(), role: 'viewer' })
    expect(html).toContain(`background:#FFEE00;color:${productColours.light.strong}`)
  })
})

describe('a digest', () => {
  test('can be ended by one click of the mail program', async () => {
    const { headers } = await mailOf('daily_digest', {
      ...workspace(),
      day: at,
      unsubscribe_token: 'u1',
      changes: [],
    })
    const header = (key: string) => headers.find((one) => one.key === key)?.value
    expect(header('list-unsubscribe')).toBe(`<${PRODUCT}/api/v1/auth/unsubscribe?token=u1>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })
})

describe('a mail of a workspace that is gone', () => {
  test('is left out', async () => {
    const before = world.mail.offered()
    await world.db.query(
      `select private.enqueue_mail('ada@example.com', 'join_denied', '{"workspace_id": 999999}')`,
    )
    await world.untilRow(
      `select 1 as done where not exists (select from private.outbox_mails where sent_at is null)`,
    )
    expect(world.mail.offered()).toBe(before)
  })
})
