// A commit as rows hold it and as the API shows it.
import { z } from '@hono/zod-openapi'
import { signedIn } from '../../_shared/auth/caller.ts'
import { asCaller, pageOf } from '../../_shared/db/rest.ts'
import { commitsOfPush } from '../../_shared/db/service-git.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'
import { type Page, rangeOf } from '../../_shared/http/paging.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { readProject } from './project.ts'

export interface CommitRow {
  branch_id: number
  sha: string
  project_id: number
  parent_sha: string | null
  message: string
  author_name: string | null
  author_email: string | null
  author_id: number | null
  committed_at: string | null
  analyzed_at: string | null
  created_at: string
  branches: { slug: string } | null
}

const columns = `
  branch_id, sha, project_id, parent_sha, message, author_name, author_email, author_id, committed_at, analyzed_at,
  created_at, branches(slug)`

export const shaParam = z
  .string()
  .regex(/^[0-9a-f]{7,64}$/, 'Must be a commit hash.')
  .meta({ example: '9fceb02d0ae598e95dc970b74767f19372d61af8' })

export const commitSchema = z
  .object({
    sha: z.string().meta({
      description: 'The hash in Git; of files that came without one the hash of them all.',
      example: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    }),
    project_id: idSchema('prj'),
    branch_id: idSchema('br'),
    branch: z.string().meta({ description: 'Slug of the branch.', example: 'main' }),
    parent_commit_sha: z.string().nullable(),
    message: z.string().meta({ example: 'Describe how to-dos are completed' }),
    author_name: z.string().nullable().meta({ description: 'As Git says.', example: 'Ada Lovelace' }),
    author_email: z.string().nullable().meta({ example: 'ada@example.com' }),
    author_id: idSchema('usr').nullable().meta({ description: 'Who imported the files, in the app.' }),
    committed_at: timestamp.nullable(),
    analyzed_at: timestamp.nullable().meta({
      description: 'When it became the content of the branch; null for one that was only announced.',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'Commit' })

/** A row as the API shows it. */
export function commitView({ parent_sha, branches, ...row }: CommitRow): z.infer<typeof commitSchema> {
  return {
    sha: row.sha,
    project_id: encodeId('prj', row.project_id),
    branch_id: encodeId('br', row.branch_id),
    branch: branches?.slug ?? '',
    parent_commit_sha: parent_sha,
    message: row.message,
    author_name: row.author_name,
    author_email: row.author_email,
    author_id: row.author_id === null ? null : encodeId('usr', row.author_id),
    committed_at: row.committed_at,
    analyzed_at: row.analyzed_at,
    created_at: row.created_at,
  }
}

/** Lets people through, and CI tokens. */
export function askedByTeam(c: AppContext): void {
  if (!c.get('caller').pushesTo) signedIn(c)
}

/** Commits of a project that the caller may read, the newest first: people by policy, a CI token those of its project. */
export async function readCommits(
  c: AppContext,
  projectId: number,
  page: Page,
  sha?: string,
): Promise<{ items: CommitRow[]; total: number }> {
  const { pushesTo } = c.get('caller')
  if (pushesTo) {
    if (pushesTo.project_id !== projectId) throw refusalFor('project_not_found')
    return commitsOfPush(projectId, page, sha)
  }
  await readProject(c, projectId)
  const query = asCaller(c)
    .from('commits')
    .select(columns, { count: 'exact' })
    .eq('project_id', projectId)
    .order('created_at', { ascending: false })
    .order('sha')
    .order('branch_id')
    .range(...rangeOf(page))
  const answer = await (sha === undefined ? query : query.eq('sha', sha))
  const { rows: items, total } = pageOf<CommitRow>(answer)
  return { items, total }
}
