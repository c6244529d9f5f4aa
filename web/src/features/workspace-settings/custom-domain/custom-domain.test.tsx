// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { config } from '../../../shared/config/config.ts'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import { CustomDomainSection } from './CustomDomainSection.tsx'

const claim = {
  domain: 'docs.example.com',
  status: 'pending',
  is_looking: false,
  looked_at: '2026-11-20T10:00:00Z',
  verified_at: null,
  switched_off_at: null,
  proof_name: '_waymark.docs.example.com',
  proof_value: 'waymark-domain=token',
  proof_is_found: false,
  proof_problem: 'This record was not found.',
  target: 'waymark.example',
  addresses: ['203.0.113.7', '2001:db8::7'],
  route_is_found: true,
  route_problem: null,
  problem: null,
}
const path = '/api/v1/workspaces/d2s6Nw/custom-domain'
const permissions = (...names: string[]) => names.map((permission) => ({ role: 'admin', permission }))

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': permissions(
      'WorkspaceSettingsRead',
      'WorkspaceSettingsCreateUpdateDelete',
    ),
    'POST /rest/v1/rpc/workspace_features': [
      { name: 'custom_domain', type: 'toggle', allowed: true, in_plan: true },
    ],
    'POST /rest/v1/rpc/custom_domain_of': () => json(200, null),
  }
  received = fakeServer(answers)
})
afterEach(() => {
  config.mode = 'multi_tenant'
})

const open = () =>
  renderAt(
    '/admin/settings',
    <>
      <OnWorkspace>
        <CustomDomainSection />
      </OnWorkspace>
      <ToastLog />
    </>,
  )
const bodyOf = (method: string) =>
  received.findLast((one) => one.method === method && one.path.startsWith(path))?.body

describe('a workspace without a domain', () => {
  it('adds one, and shows what is wrong with it at its field', async () => {
    answers[`POST ${path}`] = () =>
      problem(409, 'CONFLICT', 'A workspace with the same domain already exists.', {
        errors: [{ field: 'domain_name', message: 'A workspace with the same domain already exists.' }],
      })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add custom domain' }))
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByLabelText(/Domain/)
    await user.type(field, '127.0.0.1')
    expect(await dialog.findByText('Must be a valid domain name')).toBeTruthy()
    await user.clear(field)
    await user.type(field, ' Docs.Example.com ')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('A workspace with the same domain already exists.')).toBeTruthy()
    expect(bodyOf('POST')).toEqual({ domain_name: 'docs.example.com', seen: { domain_name: '' } })
    answers[`POST ${path}`] = () => problem(500, 'UNEXPECTED', 'It broke.')
    await user.clear(field)
    await user.type(field, 'docs.example.au')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Something went wrong setting the domain, please try again.')).toBeTruthy()
    answers[`POST ${path}`] = () => {
      answers['POST /rest/v1/rpc/custom_domain_of'] = claim
      return json(201, claim)
    }
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Your domain has been updated!')).toBeTruthy()
    expect(await screen.findByText('Waiting for DNS')).toBeTruthy()
  })

  it('is shown the plans where its own holds none', async () => {
    answers['POST /rest/v1/rpc/workspace_features'] = [
      { name: 'custom_domain', type: 'toggle', allowed: false, in_plan: false },
    ]
    open()
    expect(await screen.findByRole('button', { name: /Upgrade for Custom domain/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add custom domain' })).toBeNull()
  })

  it('is told on an installation of one company that there are none', async () => {
    config.mode = 'single_tenant'
    open()
    expect(await screen.findByText('Disabled')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a domain', () => {
  beforeEach(() => {
    answers['POST /rest/v1/rpc/custom_domain_of'] = claim
  })

  it('is shown with its records to copy, and what was found of them', async () => {
    const { user } = open()
    const proof = within(await screen.findByRole('group', { name: 'Proves that the domain is yours' }))
    expect(proof.getByText('This record was not found.')).toBeTruthy()
    const route = within(screen.getByRole('group', { name: 'Leads the domain here' }))
    expect(route.getByText('Found')).toBeTruthy()
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    for (const name of ['Copy the name of the TXT record', 'Copy the value of the TXT record'])
      await user.click(screen.getByRole('button', { name }))
    for (const type of ['CNAME', 'A', 'AAAA'])
      await user.click(screen.getByRole('button', { name: `Copy the value of the ${type} record` }))
    expect(copied).toEqual([
      '_waymark.docs.example.com',
      'waymark-domain=token',
      'waymark.example',
      '203.0.113.7',
      '2001:db8::7',
    ])
  })

  it('is looked at when somebody asks, and says so meanwhile', async () => {
    answers['POST /rest/v1/rpc/check_custom_domain'] = { ...claim, is_looking: true }
    const { user } = open()
    const button = await screen.findByRole('button', { name: 'Check now' })
    answers['POST /rest/v1/rpc/custom_domain_of'] = { ...claim, is_looking: true }
    await user.click(button)
    expect(await screen.findByText('Looking at the records…')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check now' })).toHaveProperty('disabled', true)
  })

  it.each([
    ['active', 'Active'],
    ['failing', 'Active, records missing'],
    ['paused', 'Paused'],
    ['off', 'Switched off'],
  ])('that is %s says %s', async (status, label) => {
    answers['POST /rest/v1/rpc/custom_domain_of'] = { ...claim, status }
    open()
    expect(await screen.findByText(label)).toBeTruthy()
    const link = screen.queryByRole('link', { name: 'docs.example.com' })
    const isServed = ['active', 'failing'].includes(status)
    expect(link?.getAttribute('href') ?? null).toBe(isServed ? 'http://docs.example.com:3000' : null)
  })

  it('that somebody else claimed meanwhile is given up only by who has seen it', async () => {
    answers[`PUT ${path}`] = () =>
      problem(409, 'CONFLICT', 'Grace Hopper changed this meanwhile.', {
        errors: [{ field: 'domain_name', message: 'Grace Hopper changed this meanwhile.' }],
      })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByLabelText(/Domain/)
    await user.clear(field)
    await user.type(field, 'api.example.com')
    answers['POST /rest/v1/rpc/custom_domain_of'] = {
      ...claim,
      domain: 'theirs.example.com',
      status: 'active',
    }
    const save = dialog.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save.matches(':enabled')).toBe(true))
    await user.click(save)
    await dialog.findByText(
      'Meanwhile “Domain” was changed to “theirs.example.com”. Save again to replace it.',
    )
    expect(bodyOf('PUT')).toEqual({
      domain_name: 'api.example.com',
      seen: { domain_name: 'docs.example.com' },
    })
    expect(field).toHaveProperty('value', 'api.example.com')
    answers[`PUT ${path}`] = claim
    await user.click(save)
    expect(await screen.findByText('Your domain has been updated!')).toBeTruthy()
    expect(bodyOf('PUT')).toEqual({
      domain_name: 'api.example.com',
      seen: { domain_name: 'theirs.example.com' },
    })
  })

  it('that somebody else gave up meanwhile takes nothing typed along', async () => {
    answers[`POST ${path}`] = () =>
      problem(409, 'CONFLICT', 'Grace Hopper changed this meanwhile.', {
        errors: [{ field: 'domain_name', message: 'Grace Hopper changed this meanwhile.' }],
      })
    const { user, client } = open()
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    const field = within(await screen.findByRole('dialog')).getByLabelText(/Domain/)
    await user.clear(field)
    await user.type(field, 'api.example.com')
    answers['POST /rest/v1/rpc/custom_domain_of'] = () => json(200, null)
    await client.invalidateQueries({ queryKey: ['custom-domain'] })
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a Custom Domain' }))
    expect(dialog.getByLabelText(/Domain/)).toHaveProperty('value', 'api.example.com')
    const save = dialog.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save.matches(':enabled')).toBe(true))
    await user.click(save)
    await dialog.findByText('Meanwhile “Domain” was changed to nothing. Save again to replace it.')
    answers[`POST ${path}`] = claim
    await user.click(save)
    expect(await screen.findByText('Your domain has been updated!')).toBeTruthy()
    expect(bodyOf('POST')).toEqual({ domain_name: 'api.example.com', seen: { domain_name: '' } })
  })

  it('that another workspace has says so', async () => {
    answers['POST /rest/v1/rpc/custom_domain_of'] = {
      ...claim,
      problem: 'A workspace with the same domain already exists.',
    }
    open()
    expect(await screen.findByText('A workspace with the same domain already exists.')).toBeTruthy()
  })

  it('is removed after a question', async () => {
    answers['POST /rest/v1/rpc/remove_custom_domain'] = () => problem(500, 'UNEXPECTED', 'It broke.')
    const { user } = open()
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Remove' }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    }
    await remove()
    expect(
      await screen.findByText('Something went wrong deleting your custom domain, please try again.'),
    ).toBeTruthy()
    answers['POST /rest/v1/rpc/remove_custom_domain'] = () => json(200, null)
    answers['POST /rest/v1/rpc/custom_domain_of'] = () => json(200, null)
    await remove()
    expect(await screen.findByText('Your domain has been deleted!')).toBeTruthy()
    expect(await screen.findByText('No custom domain yet.')).toBeTruthy()
  })

  it('is only read by who may not change the settings', async () => {
    answers['POST /rest/v1/rpc/my_permissions'] = permissions('WorkspaceSettingsRead')
    open()
    expect(await screen.findByText('docs.example.com', { selector: 'p' })).toBeTruthy()
    for (const name of ['Check now', 'Change', 'Remove'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
