// The claim of a workspace's own domain, by the API.
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { look } from '../support/domains.ts'
import { aMember, aWorkspace, unique } from '../support/people.ts'

const stack = sharedStack()

it('is made, told, looked at and given up', async () => {
  const workspace = await aWorkspace(stack)
  const { token } = workspace.owner
  const path = `/workspaces/${workspace.id}/custom-domain`
  expect(refusalIn(await call(stack, path, { token }))).toEqual({
    status: 404,
    type: 'NOT_FOUND',
    detail: 'This workspace has no custom domain.',
  })
  const name = unique('docs')
  const made = await call(stack, path, { token, json: { domain_name: ` ${name}.Müller.example. ` } })
  expect(made.status).toBe(201)
  expect(made.json()).toMatchObject({
    domain: `${name}.xn--mller-kva.example`,
    status: 'pending',
    is_looking: true,
    proof_name: `_waymark.${name}.xn--mller-kva.example`,
    target: 'waymark.localhost',
  })
  const checked = await call(stack, `${path}/check`, { method: 'POST', token })
  expect([checked.status, checked.json<{ is_looking: boolean }>().is_looking]).toEqual([202, true])
  await look(stack, workspace)
  expect((await call(stack, path, { token })).json()).toMatchObject({
    status: 'active',
    is_looking: false,
    proof_is_found: true,
    route_is_found: true,
  })
  const other = `${unique('api')}.customer.example`
  const changed = await call(stack, path, { method: 'PUT', token, json: { domain_name: other } })
  expect([changed.status, changed.json()]).toMatchObject([200, { domain: other, status: 'pending' }])
  expect((await call(stack, path, { method: 'DELETE', token })).status).toBe(204)
  expect((await call(stack, path, { method: 'DELETE', token })).status).toBe(404)
  expect((await call(stack, `${path}/check`, { method: 'POST', token })).status).toBe(404)
})

it('is not replaced by who has seen another one', async () => {
  const { id, owner } = await aWorkspace(stack)
  const path = `/workspaces/${id}/custom-domain`
  const name = () => `${unique('docs')}.customer.example`
  const put = (domain_name: string, seen: unknown) =>
    call(stack, path, { method: 'PUT', token: owner.token, json: { domain_name, seen } })
  const [first, second] = [name(), name()]
  expect((await put(first, { domain_name: null })).status).toBe(200)
  const late = await put(second, { domain_name: null })
  expect([late.status, late.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([
    409,
    'domain_name',
  ])
  expect((await put(second, { domain_name: first })).json()).toMatchObject({ domain: second })
  for (const odd of [null, 'text', { domain_name: 7 }]) expect((await put(first, odd)).status).toBe(400)
})

it('is refused in words that belong to its field', async () => {
  const { id, owner, slug } = await aWorkspace(stack)
  const path = `/workspaces/${id}/custom-domain`
  const said = async (domain_name: unknown) => {
    const answer = await call(stack, path, { token: owner.token, json: { domain_name } })
    return [answer.status, answer.json<{ errors?: object[] }>().errors?.[0]]
  }
  expect(await said('no domain')).toEqual([
    400,
    { field: 'domain_name', message: 'Must be a valid domain name' },
  ])
  expect(await said(`${slug}.waymark.localhost`)).toEqual([
    400,
    {
      field: 'domain_name',
      message: `The domain ${slug}.waymark.localhost is reserved for internal use.`,
    },
  ])
  for (const odd of [null, 7, undefined, {}, 'a'.repeat(256)]) expect((await said(odd))[0]).toBe(400)
  const viewer = await aMember(stack, { id, owner, slug }, 'viewer')
  const json = { domain_name: 'docs.customer.example' }
  expect((await call(stack, path, { token: viewer.token, json })).status).toBe(403)
  const { owner: stranger } = await aWorkspace(stack)
  expect((await call(stack, path, { token: stranger.token, json })).status).toBe(404)
  expect((await call(stack, path, { json })).status).toBe(401)
})
