// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../../shared/testing/host.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import { GeneralSection } from './GeneralSection.tsx'

const feature = { name: 'redirects', type: 'toggle', allowed: true, in_plan: true }

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [
      { role: 'admin', permission: 'WorkspaceSettingsCreateUpdateDelete' },
    ],
    'POST /rest/v1/rpc/workspace_features': [feature],
    'POST /rest/v1/rpc/update_workspace_settings': {},
    'GET /rest/v1/workspaces': { name: 'Acme', redirects: null, idle_timeout_seconds: null },
  }
  received = fakeServer(answers)
})

const open = () =>
  renderAt(
    '/admin/settings',
    <>
      <OnWorkspace>
        <GeneralSection />
      </OnWorkspace>
      <ToastLog />
    </>,
  )
const saved = () => received.findLast(({ path }) => path.endsWith('update_workspace_settings'))?.body
const readOnly = 'Administrative access is needed to change these settings.'

describe('the settings of a workspace', () => {
  it('give its id to copy, as programs spell it', async () => {
    const { user } = open()
    expect((await screen.findByText('d2s6Nw')).tagName).toBe('CODE')
    await user.click(screen.getByRole('button', { name: 'Copy workspace ID' }))
    await screen.findByRole('button', { name: 'Copied' })
    expect(await navigator.clipboard.readText()).toBe('d2s6Nw')
  })

  it('tell who may not change them what is needed for that', async () => {
    answers['POST /rest/v1/rpc/my_permissions'] = [{ role: 'billing', permission: 'WorkspaceSettingsRead' }]
    open()
    await screen.findByText(readOnly)
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Allow Join Requests' }).matches(':disabled')).toBe(true),
    )
    expect(screen.queryByRole('button', { name: 'Edit display name' })).toBeNull()
  })

  it('tell nobody else so, and take after how long people who are idle are signed out', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('combobox', { name: 'Sign out people who are idle' }))
    await user.click(await screen.findByRole('option', { name: 'After 15 minutes' }))
    expect(await screen.findByText('Sign out people who are idle updated')).toBeDefined()
    expect(saved()).toEqual({
      p_workspace_id: 7,
      p_changes: { idle_timeout_seconds: 900 },
      p_seen: { idle_timeout_seconds: null },
    })
    expect(screen.queryByText(readOnly)).toBeNull()
  })
})

describe('the redirects', () => {
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

  it('are tried beside their field, as they are written and before they are saved', async () => {
    const { user } = open()
    await screen.findByRole('textbox', { name: 'Redirects' })
    expect(screen.queryByRole('textbox', { name: 'Try a path' })).toBeNull()
    type('Redirects', '/old/* /docs/pets/* 301\n/first /second\n/second /third 301')
    type('Try a path', '/old/start')
    await screen.findByText('301 to /docs/pets/start, by line 1')
    type('Try a path', '/old/start?step=1#there')
    await screen.findByText('301 to /docs/pets/start?step=1, by line 1')
    type('Try a path', 'first')
    await screen.findByText(/ to \/third, by line 2, then 3$/)
    type('Try a path', '/elsewhere')
    await screen.findByText('It stays: no redirect is for this path.')
    expect(saved()).toBeUndefined()
    await user.click(screen.getByRole('button', { name: 'Save redirects' }))
    expect(await screen.findByText('Redirects updated')).toBeDefined()
  })

  it('that are wrong say so with their line, and are not saved', async () => {
    open()
    await screen.findByRole('textbox', { name: 'Redirects' })
    type('Redirects', '/a /b\n\n/old //evil.example')
    await screen.findByText(/^Line 3: /)
    expect(screen.queryByText(/^Line 1: /)).toBeNull()
    expect(screen.getByRole('button', { name: 'Save redirects' }).matches(':disabled')).toBe(true)
    type('Redirects', '/a /b\n/b /a')
    await screen.findByText(/^Line 1: /)
  })
})
