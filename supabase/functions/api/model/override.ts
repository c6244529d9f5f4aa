// Overrides: what editors lay over nodes of a project, as rows hold it and as the API shows it.
import { z } from '@hono/zod-openapi'
import { asCaller, pageOf, rowsOf, rpc } from '../../_shared/db/rest.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { fieldRefusal, refusalFor } from '../../_shared/http/problem.ts'

interface OverrideRow {
  id: number
  project_id: number
  branch_id: number | null
  node_uri: string
  title: string | null
  summary: string | null
  is_hidden: boolean | null
  created_at: string
  updated_at: string
}

const columns = 'id, project_id, branch_id, node_uri, title, summary, is_hidden, created_at, updated_at'
const inForce = 'title.not.is.null,summary.not.is.null,is_hidden.not.is.null'

const laid = {
  title: z.string().trim().min(1).max(500).nullable().optional().meta({ example: 'List all to-dos' }),
  summary: z.string().trim().min(1).max(2000).nullable().optional(),
  is_hidden: z
    .boolean()
    .nullable()
    .optional()
    .meta({
      description:
        'Whether readers who may not change the content do not see the node: not in the contents, not in the search, and ' +
        'no page of it.',
    }),
}

/** What may be changed: what is absent stays, null takes it back. */
export const overrideChanges = z
  .strictObject(laid)
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'Nothing is named.')
  .meta({ id: 'OverrideChanges' })

export const newOverride = z
  .strictObject({
    project_id: idSchema('prj'),
    branch_id: idSchema('br')
      .nullable()
      .optional()
      .meta({ description: 'Null for all branches of the project.' }),
    node_uri: z.string().min(1).max(2000).meta({ example: '/reference/todos.yaml/paths/~1todos/get' }),
    ...laid,
  })
  .meta({ id: 'NewOverride' })

export const overrideSchema = z
  .object({
    id: idSchema('ovr'),
    project_id: idSchema('prj'),
    branch_id: idSchema('br').nullable().meta({ description: 'Null for all branches of the project.' }),
    node_uri: z.string().meta({ example: '/reference/todos.yaml/paths/~1todos/get' }),
    title: z.string().nullable().meta({ description: 'In place of the title; null where the source holds.' }),
    summary: z.string().nullable(),
    is_hidden: z.boolean().nullable(),
    is_removed: z.boolean().meta({ description: 'All of it was taken back.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Override' })

/** A row as the API shows it. */
export function overrideView(row: OverrideRow): z.infer<typeof overrideSchema> {
  return {
    ...row,
    id: encodeId('ovr', row.id),
    project_id: encodeId('prj', row.project_id),
    branch_id: row.branch_id === null ? null : encodeId('br', row.branch_id),
    is_removed: row.title === null && row.summary === null && row.is_hidden === null,
  }
}

/** Refuses who may not change the content of a project: overrides name what is hidden. */
export async function requireEditor(c: AppContext, projectId: number): Promise<void> {
  await rpc(c, 'check_project_permission', {
    p_project_id: projectId,
    p_permission: 'project_contents_update',
  })
}

/** One that the caller may change. */
export async function readOverride(c: AppContext, id: number): Promise<OverrideRow> {
  const [row] = rowsOf<OverrideRow[]>(await asCaller(c).from('overrides').select(columns).eq('id', id))
  if (!row) throw refusalFor('override_not_found')
  return row
}

/** Those in force in a project, or on a branch of it: its own and those of all branches. */
export async function listOverrides(
  c: AppContext,
  projectId: number,
  { limit, offset }: { limit: number; offset: number },
  branchId?: number,
): Promise<{ items: OverrideRow[]; total: number }> {
  const all = asCaller(c)
    .from('overrides')
    .select(columns, { count: 'exact' })
    .eq('project_id', projectId)
    .or(inForce)
  const answer = await (branchId === undefined ? all : all.or(`branch_id.is.null,branch_id.eq.${branchId}`))
    .order('node_uri')
    .order('id')
    .range(offset, offset + limit - 1)
  const { rows: items, total } = pageOf<OverrideRow>(answer)
  return { items, total }
}

/** Where somebody who follows the changes of a project is: behind which of them. */
interface Place {
  at: string
  id: number
}

/** The overrides of a project that were changed behind a place, those taken back too, the oldest change first. */
export async function changedOverrides(
  c: AppContext,
  projectId: number,
  { at, id }: Place,
  limit: number,
): Promise<OverrideRow[]> {
  return rowsOf<OverrideRow[]>(
    await asCaller(c)
      .from('overrides')
      .select(columns)
      .eq('project_id', projectId)
      .or(`updated_at.gt."${at}",and(updated_at.eq."${at}",id.gt.${id})`)
      .order('updated_at')
      .order('id')
      .limit(limit),
  )
}

/** The place behind an override, as a text to come back with. */
export function cursorBehind({ updated_at, id }: OverrideRow): string {
  return btoa(`${updated_at} ${id}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The place that a cursor names. */
export function placeOf(cursor: string): Place {
  const [, at, id] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+\+00:00) (\d{1,15})$/.exec(decoded(cursor)) ?? []
  if (at === undefined || Number.isNaN(Date.parse(at)))
    throw fieldRefusal('cursor', 'Send the cursor of an answer.')
  return { at, id: Number(id) }
}

function decoded(cursor: string): string {
  try {
    return atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
