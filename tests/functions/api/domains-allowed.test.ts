// Which hosts a proxy may get certificates for.
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aDomain, look } from '../support/domains.ts'
import { aWorkspace, sql, unique } from '../support/people.ts'

const stack = sharedStack()
const base = stack.baseHost.replace(/:\d+$/, '')

const asked = (domain: string) => call(stack, `/domains/allowed?domain=${encodeURIComponent(domain)}`)

it('the host of a workspace is one, without a word about it', async () => {
  const { slug } = await aWorkspace(stack)
  const answer = await asked(`${slug}.${base}`)
  expect([answer.status, answer.text]).toEqual([204, ''])
})

it('a custom domain is one from the proof to its end, and not before', async () => {
  const workspace = await aWorkspace(stack)
  const { token } = workspace.owner
  const pending = `${unique('docs')}.customer.example`
  const path = `/workspaces/${workspace.id}/custom-domain`
  await call(stack, path, { token, json: { domain_name: pending } })
  expect((await asked(pending)).status).toBe(404)
  const domain = await aDomain(stack, await aWorkspace(stack))
  expect((await asked(domain)).status).toBe(204)
  for (const other of [`${domain}:443`, `${domain}.`, `a.${domain}`, 'customer.example', `.${domain}`])
    expect([other, (await asked(other)).status]).toEqual([other, 404])
  await look(stack, workspace)
  await expect.poll(async () => (await asked(pending)).status).toBe(204)
  expect((await call(stack, path, { method: 'DELETE', token })).status).toBe(204)
  await expect.poll(async () => (await asked(pending)).status).toBe(404)
})

it('no other host is', async () => {
  const { slug } = await aWorkspace(stack)
  const others = [
    `${unique('nobody')}.${base}`,
    `a.${slug}.${base}`,
    `${slug}.example`,
    slug,
    base,
    `.${base}`,
    '',
    '%',
    '127.0.0.1',
    '[::1]',
    'evil.example/path',
    "evil.example' or true --",
  ]
  for (const domain of others) {
    expect([domain, refusalIn(await asked(domain))]).toEqual([
      domain,
      { status: 404, type: 'NOT_FOUND', detail: 'No workspace has this host.' },
    ])
  }
})

it('the host of a workspace is one however many invented ones were asked for', async () => {
  const workspace = await aWorkspace(stack)
  const domain = await aDomain(stack, workspace)
  const invented = `${unique('nobody')}.${base}`
  await asked(invented)
  // The proxy is one client, whoever makes it ask.
  await sql(stack, "update private.throttle set hits = 300 where key like 'http:host:%'")
  expect((await asked(invented)).status).toBe(429)
  expect((await asked(`${workspace.slug}.${base}`)).status).toBe(204)
  expect((await asked(domain)).status).toBe(204)
  await sql(stack, "delete from private.throttle where key like 'http:host:%'")
})
