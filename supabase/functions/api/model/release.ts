// A release as rows hold it and as the API shows it.
import { z } from '@hono/zod-openapi'
import { asCaller, declaredPageOf } from '../../_shared/db/rest.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { type Page, rangeOf } from '../../_shared/http/paging.ts'
import { readProject } from './project.ts'

interface ReleaseRow {
  id: number
  project_id: number
  branch_id: number
  version: string
  is_prerelease: boolean
  notes: string
  commit_hash: string | null
  analyzed_at: string
  author_id: number | null
  created_at: string
  branches: { slug: string } | null
}

const columns =
  'id, project_id, branch_id, version, is_prerelease, notes, commit_hash, analyzed_at, author_id, created_at, branches(slug)'

const version = z.string().max(100).meta({ example: '1.4.0' })

export const releaseSchema = z
  .object({
    version,
    is_prerelease: z.boolean(),
    project_id: idSchema('prj'),
    branch_id: idSchema('br'),
    branch: z.string().meta({ description: 'Slug of the branch.', example: 'main' }),
    notes: z.string().meta({ description: 'Markdown.', example: 'To-dos can be completed.' }),
    commit_hash: z.string().nullable().meta({ description: 'What the branch had as its content.' }),
    analyzed_at: timestamp,
    author_id: idSchema('usr').nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Release' })

export const newReleaseSchema = z
  .object({
    version,
    notes: z.string().max(10_000).optional().meta({ description: 'Markdown.' }),
    branch: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: 'Slug of the branch; the default branch when absent.', example: 'main' }),
  })
  .meta({ id: 'NewRelease' })

export const minReleaseQuery = z.object({
  min_release: version.optional().meta({ description: 'Leaves out what comes before this version.' }),
})

/** A row as the API shows it. */
export function releaseView({ id, branches, ...row }: ReleaseRow): z.infer<typeof releaseSchema> {
  return {
    version: row.version,
    is_prerelease: row.is_prerelease,
    project_id: encodeId('prj', row.project_id),
    branch_id: encodeId('br', row.branch_id),
    branch: branches?.slug ?? '',
    notes: row.notes,
    commit_hash: row.commit_hash,
    analyzed_at: row.analyzed_at,
    author_id: row.author_id === null ? null : encodeId('usr', row.author_id),
    created_at: row.created_at,
  }
}

/** The releases of a project that the caller reads, the newest version first; 404 for a project they do not. */
export async function readReleases(
  c: AppContext,
  projectId: number,
  page: Page,
  { minRelease, release }: { minRelease?: string | undefined; release?: string },
): Promise<{ items: ReleaseRow[]; total: number }> {
  await readProject(c, projectId)
  const args = { p_project_id: projectId, ...(minRelease === undefined ? {} : { p_min_release: minRelease }) }
  const query = asCaller(c)
    .rpc('project_releases', args, { count: 'exact' })
    .select(columns)
    .order('precedence', { ascending: false })
    .range(...rangeOf(page))
  const answer = await (release === undefined
    ? query
    : release === 'latest'
      ? query.eq('is_prerelease', false)
      : query.eq('version', release))
  const { rows: items, total } = declaredPageOf<ReleaseRow>(answer)
  return { items, total }
}
