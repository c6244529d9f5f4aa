// What an account guesses at in a session of its own counts, however it is asked for.
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { aWorkspace, knownPassword, sql, unique } from '../support/people.ts'

const stack = sharedStack()
const alone = /tried by themselves/

const ask = (token: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${stack.apiUrl}${path}`, {
    method: 'POST',
    headers: {
      apikey: stack.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })

it('looks at no code whose count the rest of the request would take back', async () => {
  const { owner } = await aWorkspace(stack)
  const added = await ask(owner.token, '/rest/v1/rpc/add_email', {
    p_email: `${unique('added')}@example.org`,
  })
  const { id, email } = (await added.json()) as { id: number; email: string }
  await sql(
    stack,
    `update private.codes set code_hash = private.code_hash('confirm_email', $1, '123456') where email = $1`,
    [email],
  )
  const guess = { p_code: '123456', p_email: email }
  // The second field fails unless the first one found the right code.
  const together = `mutation { confirmEmail(pCode: "123456", pEmail: "${email}") checkConnecting(pIntegrationId: "${id}") }`
  const refused = await ask(owner.token, '/graphql/v1', { query: together })
  expect(await refused.json()).toMatchObject({
    data: null,
    errors: [{ message: expect.stringMatching(alone) }],
  })
  for (const headers of [
    { accept: 'application/vnd.pgrst.object+json' },
    { prefer: 'handling=strict,max-affected=0' },
    { prefer: 'count=exact' },
    { prefer: 'tx=rollback' },
  ]) {
    const answer = await ask(owner.token, '/rest/v1/rpc/confirm_email', guess, headers)
    expect([headers, answer.ok]).toEqual([headers, false])
  }
  const proof = await ask(owner.token, '/graphql/v1', {
    query: `mutation { proveSession(pPassword: "${knownPassword}") }`,
  })
  expect(await proof.text()).toMatch(alone)
  const confirmed = await ask(owner.token, '/rest/v1/rpc/confirm_email', guess)
  expect(await confirmed.json()).toMatchObject({ outcome: 'confirmed', email })
})

it('counts a wrong code whatever the client wants of the answer', async () => {
  const { owner } = await aWorkspace(stack)
  const added = await ask(owner.token, '/rest/v1/rpc/add_email', {
    p_email: `${unique('added')}@example.org`,
  })
  const { email } = (await added.json()) as { email: string }
  const wants = ['select=outcome::int', 'select=x:outcome::boolean', 'outcome=eq.confirmed', 'order=outcome']
  for (const want of wants)
    await ask(owner.token, `/rest/v1/rpc/confirm_email?${want}`, { p_code: 'wrong', p_email: email })
  const [code] = await sql<{ attempts: number }>(
    stack,
    'select attempts from private.codes where email = $1 order by created_at desc limit 1',
    [email],
  )
  expect(code?.attempts).toBe(wants.length)
})
