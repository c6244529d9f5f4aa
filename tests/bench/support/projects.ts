import pg from 'pg'
import type { StackInfo } from '../../support/stack.ts'
import { aWorkspace } from './workspace.ts'

/** A workspace with 10,000 projects, a tenth of them private, as a viewer of it meets them. */
export interface ManyProjects {
  workspaceId: number
  projectIds: number[]
  viewer: { authId: string; token: string }
}

const made = new WeakMap<StackInfo, Promise<ManyProjects>>()

/** Makes it once for each instance. */
export function manyProjects(stack: StackInfo): Promise<ManyProjects> {
  const known = made.get(stack) ?? make(stack)
  made.set(stack, known)
  return known
}

async function make(stack: StackInfo): Promise<ManyProjects> {
  const { id: workspaceId } = await aWorkspace(stack)
  const viewer = await aWorkspace(stack)
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    const { rows } = await db.query<{ id: string; visibility: string }>(
      `insert into public.projects (workspace_id, name, slug, visibility)
       select $1, 'Project ' || n, 'project-' || n, case when n % 10 = 0 then 'private' else 'internal' end
       from generate_series(1, 10000) n returning id, visibility`,
      [workspaceId],
    )
    const people = await db.query<{ auth_id: string }>(
      `with it as (
         insert into public.workspace_members (workspace_id, user_id, role)
         select $1, user_id, 'viewer' from public.emails where email = $2 returning user_id)
       select u.auth_id from public.users u join it on it.user_id = u.id`,
      [workspaceId, viewer.email],
    )
    await db.query('vacuum analyze public.projects')
    return {
      workspaceId,
      projectIds: rows.filter((row) => row.visibility === 'internal').map((row) => Number(row.id)),
      viewer: { authId: people.rows[0]?.auth_id ?? '', token: viewer.token },
    }
  } finally {
    await db.end()
  }
}
