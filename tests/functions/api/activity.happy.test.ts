import { expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { fetchHost, sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace } from '../support/people.ts'

const stack = sharedStack()

it('the trail of activity keeps the address of the person, not of the function that called for them', async () => {
  const { id, owner } = await aWorkspace(stack)
  const made = await call(stack, `/workspaces/${id}/projects`, {
    token: owner.token,
    json: { name: 'Watched' },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  expect(made.status).toBe(201)

  const trail = await fetchHost(stack, '', '/rest/v1/rpc/workspace_activity', {
    method: 'POST',
    headers: {
      apikey: stack.anonKey,
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_workspace_id: decodeId('wk', id), p_types: ['project.created'] }),
  })
  expect(trail.json()).toMatchObject([{ type: 'project.created', ip_address: '203.0.113.9' }])
})
