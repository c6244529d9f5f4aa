// The trail of a workspace over HTTP, page by page and as a table.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { idOf } from '../support/ids.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aProject, type Project } from '../support/projects.ts'
import { expectRefused } from '../support/refused.ts'

const stack = sharedStack()

interface Event {
  id: string
  type: string
  actor: { user_id: string; name: string; email: string }
  metadata: Record<string, unknown>
}

let workspace: Workspace
let projects: Project[]
const path = () => `/workspaces/${workspace.id}/activity`
const read = (query = '', headers = {}) =>
  call(stack, `${path()}${query}`, { token: workspace.owner.token, headers })
const slugsIn = (events: Event[]) => events.map(({ metadata }) => metadata.slug)

/** Where a Link header leads. */
function linkTo(header: unknown, rel: string): string | undefined {
  return new RegExp(`</api/v1([^>]+)>; rel="${rel}"`).exec(String(header))?.[1]
}

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  projects = []
  for (const name of ['One', 'Two', 'Three', 'Four', '=1+1'])
    projects.push(await aProject(stack, workspace, { name }))
})

describe('activity', () => {
  it('tells who did what, with public identifiers', async () => {
    const [first] = (await read('?types=project.created&limit=1')).json<{ items: Event[] }>().items
    expect(first).toMatchObject({
      type: 'project.created',
      actor: { user_id: await idOf(stack, workspace.owner.token), email: workspace.owner.email },
      metadata: { project: '=1+1', project_id: projects[4]?.id },
    })
  })

  it('is walked back and forth by its links', async () => {
    const slugs = projects.map(({ slug }) => slug)
    const follow = async (at: string) => {
      const answer = await call(stack, at, { token: workspace.owner.token })
      return { slugs: slugsIn(answer.json<{ items: Event[] }>().items), link: answer.headers.link }
    }
    const first = await follow(`${path()}?types=project.created&limit=2`)
    expect(first.slugs).toEqual([slugs[4], slugs[3]])
    expect(linkTo(first.link, 'prev')).toBeUndefined()
    const second = await follow(linkTo(first.link, 'next') ?? '')
    expect(second.slugs).toEqual([slugs[2], slugs[1]])
    const third = await follow(linkTo(second.link, 'next') ?? '')
    expect(third.slugs).toEqual([slugs[0]])
    expect(linkTo(third.link, 'next')).toBeUndefined()
    const back = await follow(linkTo(third.link, 'prev') ?? '')
    expect(back.slugs).toEqual([slugs[2], slugs[1]])
    const front = await follow(linkTo(back.link, 'prev') ?? '')
    expect(front.slugs).toEqual([slugs[4], slugs[3]])
    expect(linkTo(front.link, 'prev')).toBeUndefined()
  })

  it('is filtered by whole groups of types', async () => {
    const { items } = (await read('?types=team,group')).json<{ items: Event[] }>()
    expect(items).toEqual([])
    const some = (await read('?types=project,workspace')).json<{ items: Event[] }>().items
    expect(some.length).toBeGreaterThanOrEqual(5)
    const typed = (await read('?type=project.created')).json<{ items: Event[] }>().items
    expect(typed.map(({ type }) => type)).toEqual(Array(5).fill('project.created'))
    const both = (await read('?type=team&types=project.created')).json<{ items: Event[] }>().items
    expect(both).toEqual(typed)
  })

  it('comes as a table that no spreadsheet runs', async () => {
    const answer = await read('?types=project.created', { accept: 'text/csv' })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('"id","created_at","type","actor_name","actor_email","ip_address","metadata"')
    expect(lines).toHaveLength(6)
    expect(lines[1]).toContain('project.created')
    await sql(
      stack,
      `update public.users set first_name = '=cmd()', last_name = ''
       where id = (select user_id from public.emails where email = $1)`,
      [workspace.owner.email],
    )
    await aProject(stack, workspace, { name: 'Six' })
    const harmless = await read('?types=project.created&format=csv&limit=1')
    expect(harmless.text).toContain(`"'=cmd()"`)
    expect(harmless.text.trimEnd().split('\r\n')).toHaveLength(2)
  })

  it('comes whole as a table, however long it is', async () => {
    const long = await aWorkspace(stack)
    await sql(
      stack,
      `insert into public.activity_events (workspace_id, type, metadata)
       select $1, 'project.updated', jsonb_build_object('n', n) from generate_series(1, 1203) n`,
      [decodeId('wk', long.id)],
    )
    const answer = await call(stack, `/workspaces/${long.id}/activity?format=csv&types=project.updated`, {
      token: long.owner.token,
    })
    const numbers = [...answer.text.matchAll(/""n"": ?(\d+)/g)].map(([, n]) => Number(n))
    expect(numbers).toEqual(Array.from({ length: 1203 }, (_, i) => 1203 - i))
  })

  it.each([
    ['a limit that is too high', '?limit=500'],
    ['types that are none', '?types=project;drop'],
    ['both directions', '?before=d2thY3Q6MQ&after=d2thY3Q6MQ'],
    ['the identifier of something else', '?before=cHJqOjc'],
    ['a table that goes forward', '?format=csv&after=d2thY3Q6MQ'],
  ])('is refused for %s', async (_what, query) => {
    expect(refusalIn(await read(query)).status).toBe(400)
  })

  it('is for owners and admins only', async () => {
    const attempts: [string, string][] = [
      ['GET', path()],
      ['GET', `${path()}?format=csv`],
    ]
    const [maker, billing] = await Promise.all(
      ['maker', 'billing'].map((role) => aMember(stack, workspace, role)),
    )
    const stranger = await aWorkspace(stack)
    await expectRefused(stack, maker?.token, 403, attempts)
    await expectRefused(stack, billing?.token, 403, attempts)
    await expectRefused(stack, stranger.owner.token, 404, attempts)
    await expectRefused(stack, undefined, 401, attempts)
  })
})
