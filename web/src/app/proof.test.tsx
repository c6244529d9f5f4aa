// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/account" }
import '../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rpc } from '../shared/data/supabase.ts'
import { acme, renderAt } from '../shared/testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest, tokenFor } from '../shared/testing/server.ts'
import { ProofArea } from './ProofArea.tsx'

const prove = 'POST /rest/v1/rpc/prove_session'
const refusal = {
  code: 'PT403',
  hint: 'PROOF_REQUIRED',
  message: 'Confirm that it is you to go on.',
  details: '',
}
let answers: Answers
let received: ReceivedRequest[]
let isProven: boolean
beforeEach(() => {
  isProven = false
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': { token: tokenFor(3600) },
    'POST /rest/v1/rpc/me': { has_password: true },
    'POST /rest/v1/rpc/add_email': () => (isProven ? json(200, { id: 1 }) : json(403, refusal)),
    [prove]: () => {
      const { p_password: password, p_code: code } = (received.at(-1)?.body ?? {}) as {
        p_password?: string
        p_code?: string
      }
      isProven = password === 'right' || code === '042117'
      return json(200, { outcome: isProven ? 'proven' : 'wrong', retry_after: 0 })
    },
    'POST /rest/v1/rpc/request_proof_code': { email: 'ada@example.com', retry_after: 0 },
  }
  received = fakeServer(answers)
})
const add = () => rpc('add_email', { p_email: 'more@example.com' })

describe('a call that asks for a proof', () => {
  it('runs again once the password was given; two at once ask once', async () => {
    const { user } = renderAt('/account', <ProofArea />)
    const both = Promise.all([add(), add()])
    const field = await screen.findByLabelText('Current password')
    await user.type(field, 'guess{Enter}')
    await screen.findByText('The current password is incorrect.')
    await user.clear(field)
    await user.type(field, 'right{Enter}')
    expect(await both).toEqual([{ id: 1 }, { id: 1 }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('takes a mailed code of who has no password', async () => {
    answers['POST /rest/v1/rpc/me'] = { has_password: false }
    const { user } = renderAt('/account', <ProofArea />)
    const call = add()
    await user.click(await screen.findByRole('button', { name: 'Send me a code' }))
    await screen.findByText('We sent a code to ada@example.com.')
    await user.type(screen.getByLabelText('Confirmation code'), '042 117{Enter}')
    expect(await call).toEqual({ id: 1 })
  })

  it('is refused as it was when the person thinks better of it', async () => {
    const { user } = renderAt('/account', <ProofArea />)
    const refused = expect(add()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await refused
  })
})
