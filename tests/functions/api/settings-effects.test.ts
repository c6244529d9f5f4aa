// What settings do to others: visitors, members and programs see it, whoever set it.
import { expect, it } from 'vitest'
import { fetchHost, sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aMember, aWorkspace } from '../support/people.ts'
import { aDocumentedProject } from '../support/projects.ts'

const stack = sharedStack()

it('the display name is what visitors, search engines and members read, and nothing of the old one stays', async () => {
  const workspace = await aWorkspace(stack)
  const viewer = await aMember(stack, workspace, 'viewer')
  const { slug } = await aDocumentedProject(stack, workspace, { visibility: 'public' })
  const settings = `/workspaces/${workspace.id}`
  const rename = (name: string) =>
    call(stack, settings, { method: 'PATCH', token: workspace.owner.token, json: { name } })
  const headOf = async (path: string) => {
    const query = new URLSearchParams({ host: `${workspace.slug}.${stack.baseHost}`, path })
    return (await (await fetchHost(stack, '', `/functions/v1/pages/page?${query}`)).json<{ head: string }>())
      .head
  }
  await rename('Before them')
  expect(await headOf(`/docs/${slug}`)).toContain('property="og:site_name" content="Before them"')
  expect((await rename('Engines & Co')).status).toBe(200)
  const head = await headOf(`/docs/${slug}`)
  expect(head).toContain('property="og:site_name" content="Engines &amp; Co"')
  expect(head).not.toContain('Before them')
  const seen = (await call(stack, settings, { token: viewer.token })).json()
  expect(seen).toMatchObject({ name: 'Engines & Co' })
})

it('the time after which idle people are signed out is told to each of them, guests too, until it is taken away', async () => {
  const workspace = await aWorkspace(stack)
  const people = await Promise.all([aMember(stack, workspace, 'viewer'), aMember(stack, workspace, 'guest')])
  const set = async (idle_timeout_seconds: number | null) =>
    (
      await call(stack, `/workspaces/${workspace.id}`, {
        method: 'PATCH',
        token: workspace.owner.token,
        json: { idle_timeout_seconds },
      })
    ).status
  const told = () =>
    Promise.all(
      people.map(
        async ({ token }) =>
          (await call(stack, `/workspaces/${workspace.id}/state`, { token })).json<{
            idle_timeout_seconds: number | null
          }>().idle_timeout_seconds,
      ),
    )
  expect(await told()).toEqual([null, null])
  expect(await set(1800)).toBe(200)
  expect(await told()).toEqual([1800, 1800])
  expect(await set(null)).toBe(200)
  expect(await told()).toEqual([null, null])
})
