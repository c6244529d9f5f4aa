// A branch as rows hold it and as the API shows it.
import { z } from '@hono/zod-openapi'
import { asCaller, rowsOf, rpc } from '../../_shared/db/rest.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { readProject } from './project.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    shared_branch: SharedBranch[]
  }
}

type SharedBranch = RowOf<'shared_branch', 'last_analyzed_at' | 'expires_at'>

export interface BranchRow {
  id: number
  project_id: number
  name: string
  slug: string
  is_default: boolean
  is_published: boolean
  commit_hash: string | null
  last_analyzed_at: string | null
  share_enabled: boolean
  article_count: number
  schema_count: number
  api_count: number
  operation_count: number
  created_at: string
  updated_at: string
}

export const branchColumns = `
  id, project_id, name, slug, is_default, is_published, commit_hash, last_analyzed_at, share_enabled, article_count, schema_count,
  api_count, operation_count, created_at, updated_at`

/** How many nodes of each kind a branch has. */
export const countsSchema = z
  .object({
    article_count: z.int().meta({ example: 3 }),
    schema_count: z.int().meta({ example: 12 }),
    api_count: z.int().meta({ example: 1 }),
    operation_count: z.int().meta({ example: 27 }),
  })
  .meta({ id: 'NodeCounts' })

export const branchSchema = z
  .object({
    id: idSchema('br'),
    project_id: idSchema('prj'),
    name: z.string().meta({ example: 'main' }),
    slug: z.string().meta({ example: 'main' }),
    is_default: z.boolean(),
    is_published: z.boolean().meta({ description: 'Guests and the public read published branches only.' }),
    commit_hash: z.string().nullable(),
    last_analyzed_at: timestamp.nullable().meta({ description: 'Null until the first import was analysed.' }),
    share_enabled: z.boolean().meta({ description: 'Whether a link lets anybody read it.' }),
    node_counts: countsSchema,
    ...countsSchema.shape,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Branch' })

export type BranchView = z.infer<typeof branchSchema>

export const branchQuery = z.object({
  branch: z.string().min(1).max(255).optional().meta({
    description: 'Slug of the branch; the default branch when absent.',
    example: 'main',
  }),
})

/** A row as the API shows it. */
export function branchView(row: BranchRow): BranchView {
  return {
    ...row,
    id: encodeId('br', row.id),
    project_id: encodeId('prj', row.project_id),
    node_counts: countsSchema.parse(row),
  }
}

/** The path of a branch. Slugs are the names of branches: in an address a slash of theirs is written `%2F`. */
export const branchParam = z.object({
  id: idSchema('prj'),
  slug: z.string().min(1).max(255).meta({ example: 'main' }),
})

/** A branch of a project by slug, the default one without; 404 for project or branch. */
export async function readBranch(c: AppContext, projectId: number, slug?: string): Promise<BranchRow> {
  const query = asCaller(c).from('branches').select(branchColumns).eq('project_id', projectId)
  const chosen = slug === undefined ? query.eq('is_default', true) : query.eq('slug', slug)
  const answer = await chosen.maybeSingle()
  const row = rowsOf(answer)
  if (row) return row
  await readProject(c, projectId)
  throw refusalFor('branch_not_found')
}

/** A branch that is read, and the link by which, where it is no right. */
export interface OpenedBranch {
  id: number
  project_id: number
  slug: string
  link: SharedBranch | null
}

/** A branch of a project, by a right or by the link that the caller shows; without a slug that of the link. */
export async function openBranch(c: AppContext, projectId: number, slug?: string): Promise<OpenedBranch> {
  const [link] = c.req.header('x-waymark-share') ? await rpc(c, 'shared_branch', {}) : []
  if (link?.project_id === projectId && (slug === undefined || link.branch_slug === slug))
    return { id: link.branch_id, project_id: projectId, slug: link.branch_slug, link }
  return { ...(await readBranch(c, projectId, slug)), link: null }
}

/** The number of such a branch. */
export async function branchIdFor(c: AppContext, projectId: number, slug?: string): Promise<number> {
  return (await openBranch(c, projectId, slug)).id
}
