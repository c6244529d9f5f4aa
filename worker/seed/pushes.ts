// The past of a project that lies in a repository: its commits, announced and pushed in turn as a pipeline does it.
import { createHash } from 'node:crypto'
import { encodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import type { Files } from './files.ts'
import { commitId } from './git.ts'
import { edited } from './past.ts'
import type { Place, Platform } from './platform.ts'
import type { DemoCommit } from './story.ts'
import { analysed } from './waiting.ts'

/** Pushes the commits that are missing, each on top of the one before it. */
export async function ensurePushes(
  { owner }: Place,
  platform: Platform,
  projectId: number,
  files: Files,
  commits: readonly DemoCommit[],
): Promise<void> {
  const held = await owner.select<{ sha: string }>(
    `commits?select=sha&project_id=eq.${projectId}&analyzed_at=not.is.null`,
  )
  const there = new Set(held.map(({ sha }) => sha))
  const project = `/projects/${encodeId('prj', projectId)}`
  let token: string | undefined
  let parent: string | null = null
  for (const { branch, message, author, at, edits } of commits) {
    const content = edited(files, edits)
    const commit = { message, author, at, parent, files: content }
    const sha = commitId(commit)
    if (!there.has(sha)) {
      token ??= (await owner.facade<{ ci_token: string }>('POST', `${project}/ci-token`)).ci_token
      await push(platform, token, project, { branch, sha, commit })
      await analysed(owner, `project_id=eq.${projectId}`)
    }
    parent = sha
  }
}

async function push(
  platform: Platform,
  token: string,
  project: string,
  { branch, sha, commit }: { branch: string; sha: string; commit: Parameters<typeof commitId>[0] },
): Promise<void> {
  const { slug } = await platform.facade<{ slug: string }>(token, 'PUT', `${project}/branches/${branch}`)
  await platform.facade(token, 'POST', `${project}/branches/${slug}/commits`, {
    sha,
    parent_commit_sha: commit.parent,
    msg: commit.message,
    vcs_author_name: commit.author.name,
    vcs_author_email: commit.author.email,
    committed_at: commit.at,
  })
  const named = [...commit.files].map(([path, content]) => {
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { path, content, sha256, size: content.length }
  })
  const form = new FormData()
  const listed = named.map(({ path, sha256, size }) => ({ path, sha256, size }))
  form.set('manifest', JSON.stringify({ branch, commit: sha, files: listed }))
  for (const { content, sha256 } of named) form.append('file', new Blob([new Uint8Array(content)]), sha256)
  await platform.facade(token, 'POST', '/push', form)
}
