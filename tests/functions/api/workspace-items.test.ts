// What a workspace holds, and its drafts; stars of nodes.
import { beforeAll, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
let projects: { id: string; slug: string }[]
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  projects = [
    await aProject(stack, workspace, { name: 'Bears' }),
    await aProject(stack, workspace, { name: 'Ants', flavor: 'design_library' }),
  ]
  for (const { id } of projects)
    await sql(stack, `insert into public.branches (project_id, name, slug) values ($1, 'Next', 'next')`, [
      decodeId('prj', id),
    ])
})

const slugsAt = async (path: string, token = workspace.owner.token) => {
  const { items } = (await call(stack, `/workspaces/${workspace.id}/${path}`, { token })).json<{
    items: { slug: string; project?: { slug: string } }[]
  }>()
  return items.map(({ slug, project }) => (project ? `${project.slug}/${slug}` : slug))
}

it('items are the projects that the caller reads, of one flavor where that is asked for', async () => {
  expect(await slugsAt('items')).toEqual(['ants', 'bears'])
  expect(await slugsAt('items?flavor=design_library')).toEqual(['ants'])
  // A project is a library too where its settings say so, and stays what it is.
  const bears = decodeId('prj', projects[0]?.id ?? '')
  await sql(stack, 'update public.projects set is_design_library = true where id = $1', [bears])
  expect(await slugsAt('items?flavor=design_library')).toEqual(['ants', 'bears'])
  expect(await slugsAt('items?flavor=design')).toEqual(['bears'])
  const guest = await aMember(stack, workspace, 'guest')
  expect(await slugsAt('items', guest.token)).toEqual([])
  expect((await call(stack, `/workspaces/${workspace.id}/items`)).status).toBe(401)
})

it('drafts are the branches that are not listed, of pinned projects where that is asked for', async () => {
  expect((await slugsAt('drafts')).sort()).toEqual(['ants/next', 'bears/next'])
  await call(stack, `/projects/${projects[0]?.id}/pin`, { method: 'POST', token: workspace.owner.token })
  expect(await slugsAt('drafts?pinned=true')).toEqual(['bears/next'])
  const guest = await aMember(stack, workspace, 'guest')
  expect(await slugsAt('drafts', guest.token)).toEqual([])
  expect((await call(stack, `/workspaces/${workspace.id}/drafts`)).status).toBe(401)
})
