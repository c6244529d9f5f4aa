// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../../shared/testing/host.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, tokenFor } from '../../../shared/testing/server.ts'
import { DocsSection } from '../docs/DocsSection.tsx'
import { GeneralSection } from '../general/GeneralSection.tsx'
import { inWords } from './words.ts'

const settings = {
  name: 'Acme',
  redirects: null,
  idle_timeout_seconds: null,
  google_tag_manager: null,
  localizejs: null,
  join_requests_disabled: false,
  show_tryit: true,
  show_tryit_mock_server: true,
  allow_search_indexing: true,
}
const update = 'POST /rest/v1/rpc/update_workspace_settings'
const read = 'GET /rest/v1/workspaces'

function open() {
  const answers: Answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [
      { role: 'admin', permission: 'WorkspaceSettingsRead' },
      { role: 'admin', permission: 'WorkspaceSettingsCreateUpdateDelete' },
    ],
    'POST /rest/v1/rpc/workspace_features': [],
    [read]: settings,
  }
  const received = fakeServer(answers)
  const { user } = renderAt(
    '/admin/settings',
    <OnWorkspace>
      <GeneralSection />
      <DocsSection />
      <ToastLog />
    </OnWorkspace>,
  )
  return { user, answers, received }
}
type User = ReturnType<typeof open>['user']

const turn = (label: string) => async (user: User) =>
  user.click(await screen.findByRole('switch', { name: label }))
const write = (label: string, text: string) => async (user: User) => {
  await user.click(await screen.findByRole('textbox', { name: label }))
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: new RegExp(`^Save ${label}$`, 'i') }))
}
const wait = async (user: User) => {
  await user.click(await screen.findByRole('combobox', { name: 'Sign out people who are idle' }))
  await user.click(await screen.findByRole('option', { name: 'After 15 minutes' }))
}

const cases: {
  label: string
  change: (user: User) => Promise<void>
  mine: object
  theirs: object
  shown: { theirs: string; yours: string }
}[] = [
  {
    label: 'Allow Join Requests',
    change: turn('Allow Join Requests'),
    mine: { join_requests_disabled: true },
    // Two tabs may show different things: what counts is what was seen when it was switched.
    theirs: { join_requests_disabled: false },
    shown: { theirs: 'On', yours: 'Off' },
  },
  {
    label: 'Enable Try It',
    change: turn('Enable Try It'),
    mine: { show_tryit: false },
    theirs: { show_tryit: true },
    shown: { theirs: 'On', yours: 'Off' },
  },
  {
    label: 'Sign out people who are idle',
    change: wait,
    mine: { idle_timeout_seconds: 900 },
    theirs: { idle_timeout_seconds: 3600 },
    shown: { theirs: 'After 1 hour', yours: 'After 15 minutes' },
  },
  {
    label: 'Redirects',
    change: write('Redirects', '/old /docs/pets 301'),
    mine: { redirects: '/old /docs/pets 301' },
    theirs: { redirects: '/old /docs/orders 302' },
    shown: { theirs: '/old /docs/orders 302', yours: '/old /docs/pets 301' },
  },
  {
    label: 'Localize',
    change: write('Localize', 'abcdef0123456'),
    mine: { localizejs: 'abcdef0123456' },
    theirs: { localizejs: 'fedcba6543210' },
    shown: { theirs: 'fedcba6543210', yours: 'abcdef0123456' },
  },
]

describe('a setting that somebody else changed meanwhile', () => {
  it.each(cases)('$label shows both, and is saved by who keeps theirs', async (one) => {
    const { user, answers, received } = open()
    answers[update] = () => {
      answers[read] = { ...settings, ...one.theirs }
      return json(409, {
        code: 'PT409',
        message: 'Grace Hopper changed this meanwhile.',
        details: '{"field": "x"}',
        hint: 'CONFLICT',
      })
    }
    await one.change(user)
    const dialog = within(await screen.findByRole('dialog', { name: `${one.label} was changed` }))
    dialog.getByText(/Grace Hopper changed this meanwhile\./)
    expect(dialog.getByRole('group', { name: 'Theirs' }).textContent).toBe(one.shown.theirs)
    expect(dialog.getByRole('group', { name: 'Yours' }).textContent).toBe(one.shown.yours)
    answers[update] = {}
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
    await screen.findByText(`${one.label} updated`)
    expect(received.findLast(({ path }) => update.endsWith(path))?.body).toEqual({
      p_workspace_id: 7,
      p_changes: one.mine,
      p_seen: one.theirs,
    })
  })
})

it.each([
  ['idle_timeout_seconds', { idle_timeout_seconds: null }, 'Never'],
  ['idle_timeout_seconds', { idle_timeout_seconds: 86_400 }, 'After 1 day'],
  ['idle_timeout_seconds', { idle_timeout_seconds: 100 }, 'After 100 seconds'],
  ['join_requests_disabled', { join_requests_disabled: true }, 'Off'],
  ['redirects', { redirects: null }, 'None'],
] as const)('%s of %j is called %s', (name, value, words) => expect(inWords(name, value)).toBe(words))
