// Which hosts a proxy may get certificates for.
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, sql, unique } from '../support/people.ts'

const stack = sharedStack()
const base = stack.baseHost.replace(/:\d+$/, '')

const asked = (domain: string) => call(stack, `/auth/host?domain=${encodeURIComponent(domain)}`)

it('the host of a workspace is one, without a word about it', async () => {
  const { slug } = await aWorkspace(stack)
  const answer = await asked(`${slug}.${base}`)
  expect([answer.status, answer.text]).toEqual([204, ''])
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
  ]
  for (const domain of others) {
    expect([domain, refusalIn(await asked(domain))]).toEqual([
      domain,
      { status: 404, type: 'NOT_FOUND', detail: 'No workspace has this host.' },
    ])
  }
})

it('the host of a workspace is one however many invented ones were asked for', async () => {
  const { slug } = await aWorkspace(stack)
  const invented = `${unique('nobody')}.${base}`
  await asked(invented)
  // The proxy is one client, whoever makes it ask.
  await sql(stack, "update private.throttle set hits = 300 where key like 'http:host:%'")
  expect((await asked(invented)).status).toBe(429)
  expect((await asked(`${slug}.${base}`)).status).toBe(204)
  await sql(stack, "delete from private.throttle where key like 'http:host:%'")
})
