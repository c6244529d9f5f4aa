// A workspace leaves with everything and comes back: exported, deleted by its name, purged, and imported as an operator does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { fetchHost, launch, sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aMember, aWorkspace, type Person, sql } from '../support/people.ts'
import { aDocumentedProject } from '../support/projects.ts'

const stack = sharedStack()
const dir = mkdtempSync(join(tmpdir(), 'waymark-leaving-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function ask<T>(who: Person, name: string, args: object): Promise<T> {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: stack.anonKey,
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(args),
  })
  expect([name, answer.status]).toEqual([name, 200])
  return (await answer.json()) as T
}

const llms = async (slug: string) => (await fetchHost(stack, slug, '/llms.txt')).text
const people = async (slug: string) =>
  (
    await sql<{ said: string }>(
      stack,
      `select e.email || ' ' || m.role as said from public.workspaces w join public.workspace_members m on m.workspace_id = w.id
       join public.emails e on e.user_id = m.user_id and e.is_primary where w.slug = $1 order by 1`,
      [slug],
    )
  ).map(({ said }) => said)

it('leaves with everything, and is there again with its people and docs', async () => {
  const workspace = await aWorkspace(stack)
  const { slug, owner } = workspace
  const maker = await aMember(stack, workspace, 'maker')
  await aDocumentedProject(stack, workspace, { visibility: 'public' })
  const [row] = await sql<{ id: number }>(stack, 'select id::int from public.workspaces where slug = $1', [
    slug,
  ])
  const id = row?.id ?? 0
  const listed = await llms(slug)
  expect(listed).toContain('Pet')
  const members = await people(slug)
  expect(members).toEqual([`${maker.email} maker`, `${owner.email} owner`].toSorted())

  const { id: exportId } = await ask<{ id: string }>(owner, 'export_workspace', { p_workspace_id: id })
  await vi.waitFor(async () => {
    const [made] = await ask<{ status: string }[]>(owner, 'workspace_exports', { p_workspace_id: id })
    expect(made?.status).toBe('success')
  }, 60_000)
  const link = await ask<string>(owner, 'link_to_workspace_export', { p_id: exportId })
  const archive = await fetch(`${stack.apiUrl}/api/v1/workspace-exports/${link}`)
  const file = join(dir, 'workspace.zip')
  writeFileSync(file, Buffer.from(await archive.arrayBuffer()))

  await ask(owner, 'delete_workspace', { p_workspace_id: id, p_name: slug })
  await sql(stack, 'update public.workspaces set delete_at = now() where id = $1', [id])
  await sql(stack, 'select private.follow_deletions()')
  await vi.waitFor(async () => expect(await people(slug)).toEqual([]), 60_000)
  expect((await call(stack, `/workspaces/${workspace.id}/state`, { token: owner.token })).status).not.toBe(
    200,
  )
  expect(await llms(slug)).not.toContain('Pet')

  const { code, output } = await launch(['import', file, '--data', stack.dataDir])
  expect(output).toContain(`The workspace ${slug} is there.`)
  expect(code).toBe(0)
  expect(await people(slug)).toEqual(members)
  // One client may ask for it sixty times in ten minutes.
  const patience = { timeout: 60_000, interval: 2_000 }
  await vi.waitFor(async () => expect(await llms(slug)).toBe(listed), patience)
})
