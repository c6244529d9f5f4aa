import pg from 'pg'
import { expect, test } from 'vitest'
import type { Config } from '../../worker/config.ts'
import { billingKinds } from '../../worker/mail/billing.ts'
import { compose, templateNames } from '../../worker/mail/compose.ts'
import { deletionKinds } from '../../worker/mail/deletion.ts'
import { nameInMail } from '../../worker/mail/names.ts'
import { proposalEvents } from '../../worker/mail/proposal.ts'

test.each([
  'Win at https://evil.example/x',
  'evil.example wins',
  'www.evil',
  'write to me@evil',
  'HTTP://EVIL',
  'ещё.рф',
  // Marks over letters, other full stops, and an address of numbers.
  'evil.भारत',
  'evil\u0307.com',
  'evil\u2024com',
  'evil-.com',
  '203.0.113.5/login',
])('"%s" does not stand in a mail', (name) => {
  expect(nameInMail(name, 'acme')).toBe('acme')
})

test.each(['Acme', 'Acme, Inc.', 'Dr. Who & Co', 'v1.0', 'A. B. Smith', '数据 API'])('"%s" does', (name) => {
  expect(nameInMail(name, 'acme')).toBe(name)
})

test('a name is one line of at most 80 characters', () => {
  expect(nameInMail('Acme\r\n\u2028\u202eInc\u0000', 'acme')).toBe('Acme Inc')
  expect([...nameInMail('数'.repeat(500), 'acme')]).toHaveLength(81)
  expect(nameInMail(' \n ', 'acme')).toBe('acme')
  expect(nameInMail('evil\u3002example', 'acme')).toBe('acme')
})

const BAIT = 'Log in\nat http://evil.test/login or www.evil.test'
const config = { publicUrl: 'http://waymark.localhost:3000', mode: 'multi_tenant' } as Config
const world = Object.assign(new pg.Client(), {
  query: async () => ({ rows: [{ name: BAIT, slug: 'acme', logo_url: null, theme: {} }] }),
  release: () => undefined,
})

// What any letter knows, with bait wherever somebody may write; a new field of a letter belongs here.
const one = { name: BAIT, project: BAIT, branch: BAIT, slug: 'acme', token: 't', role: BAIT, kind: 'updated' }
const data = {
  ...one,
  workspace: BAIT,
  username: BAIT,
  integration: BAIT,
  invited_by: BAIT,
  projects: [BAIT],
  changes: [one],
  branch_slug: 'main',
  thread_id: 1,
  mentions: [{ name: BAIT, said: BAIT }],
  workspaces: [one],
  invitations: { 1: one },
  email: 'ada@example.com',
  account: 'ada@example.com',
  code: '123456',
  at: '2026-11-20T14:05:00Z',
  day: '2026-11-19',
  user_agent: `${BAIT.replace('\n', ' ')}/1.0 x`,
  unsubscribe_token: 'u',
}

test.each(
  templateNames
    .flatMap(
      (template) =>
        [
          [template, {}],
          [template, { workspace_id: 1 }],
          ...(template === 'billing'
            ? billingKinds.map((kind): [string, object] => [
                template,
                { kind, plan: BAIT, old: BAIT, reason: BAIT, quarter: BAIT },
              ])
            : []),
          ...(template === 'workspace_deletion'
            ? deletionKinds.map((kind): [string, object] => [template, { kind }])
            : []),
          ...(template === 'proposal'
            ? proposalEvents.map((event): [string, object] => [
                template,
                { event, title: BAIT, baseline: BAIT, who: BAIT, said: BAIT, proposal_id: 1 },
              ])
            : []),
          ...(template === 'code'
            ? ['signup', 'workspace_signup', 'confirm_email', 'proof', 'member_email'].map(
                (purpose): [string, object] => [template, { purpose }],
              )
            : []),
        ] as [string, object][],
    )
    .filter(([template, more]) => template !== 'code' || 'purpose' in more)
    .filter(([template, more]) => template !== 'proposal' || 'event' in more)
    .filter(([template, more]) => !['billing', 'workspace_deletion'].includes(template) || 'kind' in more),
)('nothing that strangers wrote leads anywhere in "%s" %j', async (template, more) => {
  const token = template === 'token_created' ? BAIT : 't'
  const mail = await compose(world, config, { template, data: { ...data, token, ...more } })
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/evil/)
  expect(mail?.subject).not.toMatch(/\n/)
})
