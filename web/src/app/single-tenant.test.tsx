// @vitest-environment-options { "url": "http://docs.example.com/" }
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

vi.hoisted(() => {
  window.__WAYMARK__ = { mode: 'single_tenant', workspaceSlug: 'acme', baseHost: 'docs.example.com' }
})

import { ada, place } from '../shared/testing/render.tsx'
import { type Answers, fakeServer, type ReceivedRequest } from '../shared/testing/server.ts'
import { open, viewersAnswers } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = viewersAnswers()
  answers['POST /rest/v1/rpc/me'] = { ...ada, is_account_info_collected: true }
  answers['POST /rest/v1/rpc/my_permissions'] = ['WorkspaceBilling', 'WorkspaceMembersRead'].map(
    (permission) => ({ role: 'owner', permission }),
  )
  received = fakeServer(answers)
})

describe('the owner of an installation of one company', () => {
  it('finds no billing among the pages of the administration', async () => {
    open('/admin/members')
    const tabs = within(await screen.findByRole('navigation', { name: 'Administration' }))
    await tabs.findByRole('link', { name: 'Members' })
    expect(tabs.queryByRole('link', { name: 'Billing' })).toBeNull()
  })

  it.each([
    ['/admin/billing', '/'],
    ['/admin/billing/plans', '/'],
    ['/welcome/choose-your-plan?plan=pro_team&interval=12', '/welcome/complete?plan=pro_team&interval=12'],
    ['/welcome/choose-your-plan?plan=free', '/welcome/complete?plan=free'],
    ['/welcome/billing/success/cs_1', '/welcome/complete'],
  ])('gets from %s to %s, and asks nothing of billing', async (from, to) => {
    open(from)
    await waitFor(() => expect(place.current).toBe(to))
    expect(received.filter(({ path }) => path.includes('/billing'))).toEqual([])
  })
})
