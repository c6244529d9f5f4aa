// Commits: what a script announces and what is analysed, as people and CI tokens read it.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aDocumentedProject, aProject } from '../support/projects.ts'

const stack = sharedStack()
const sha = (letter: string) => letter.repeat(40)
const announcement = {
  sha: sha('c'),
  parent_commit_sha: sha('b'),
  msg: 'Describe pets\u0000\n\nAll of them.\ud800',
  vcs_author_email: 'ada@example.com',
  committed_at: '2026-03-01T10:00:00+02:00',
  // What the client of another product sends along.
  y_update: 'AAAA',
  ancestry: [sha('c'), sha('b')],
  data_hash: 'x',
}

let workspace: Workspace
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

/** A project that scripts push to, and its token. */
async function aPushedProject() {
  const { id } = await aProject(stack, workspace, { name: `Commits ${Math.random()}`, type: 'cli' })
  const made = await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token: workspace.owner.token })
  const token = made.json<{ ci_token: string }>().ci_token
  const announce = (json: object = announcement, branch = 'main') =>
    call(stack, `/projects/${id}/branches/${branch}/commits`, { method: 'POST', token, json })
  return { id, token, announce }
}

const itemsOf = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.json<{ items: Record<string, unknown>[] }>().items

describe('a script', () => {
  it('announces a commit and finds it again', async () => {
    const { id, token, announce } = await aPushedProject()
    const made = await announce()
    expect([made.status, made.json()]).toMatchObject([
      201,
      {
        sha: sha('c'),
        parent_commit_sha: sha('b'),
        branch: 'main',
        message: 'Describe pets\n\nAll of them.\ufffd',
        author_email: 'ada@example.com',
        analyzed_at: null,
      },
    ])
    expect(new Date(made.json<{ committed_at: string }>().committed_at).toISOString()).toBe(
      '2026-03-01T08:00:00.000Z',
    )
    expect(itemsOf(await call(stack, `/projects/${id}/commits`, { token }))).toMatchObject([
      { sha: sha('c') },
    ])
    const one = await call(stack, `/projects/${id}/commits/${sha('c')}`, { token })
    expect(one.json()).toMatchObject({ sha: sha('c'), branch: 'main' })
  })

  it('is told that the document of a commit is not kept', async () => {
    const { id, token, announce } = await aPushedProject()
    await announce()
    const answer = await call(stack, `/projects/${id}/commits/${sha('c')}`, {
      token,
      headers: { accept: 'application/octet-stream' },
    })
    expect(refusalIn(answer)).toMatchObject({ status: 404, type: 'NOT_FOUND' })
  })

  it('sends a document of some megabytes along', async () => {
    const { announce } = await aPushedProject()
    expect((await announce({ ...announcement, y_update: 'A'.repeat(3_000_000) })).status).toBe(201)
  })

  it('is answered, and so are others, whatever is in its body', async () => {
    const { announce } = await aPushedProject()
    const long = await announce({ ...announcement, msg: 'A'.repeat(40_000_000) })
    expect([long.status, String(long.json<{ message: string }>().message).length]).toEqual([201, 5_000])
    expect(
      (await announce({ ...announcement, x: Array.from({ length: 1_000_000 }, () => ({})) })).status,
    ).toBe(400)
  })

  it('does not rewrite what was analysed', async () => {
    const { id, announce } = await aPushedProject()
    await announce()
    await sql(stack, 'update public.commits set analyzed_at = now() where project_id = $1', [
      decodeId('prj', id),
    ])
    expect((await announce({ ...announcement, msg: 'Something else' })).json()).toMatchObject({
      message: 'Describe pets\n\nAll of them.\ufffd',
    })
  })

  it('reaches no other project, no branch that is not there and nothing that is no commit', async () => {
    const mine = await aPushedProject()
    const other = await aPushedProject()
    await other.announce()
    for (const path of [`/projects/${other.id}/commits`, `/projects/${other.id}/commits/${sha('c')}`])
      expect((await call(stack, path, { token: mine.token })).status).toBe(404)
    const path = `/projects/${other.id}/branches/main/commits`
    expect((await call(stack, path, { method: 'POST', token: mine.token, json: announcement })).status).toBe(
      404,
    )
    expect((await mine.announce(announcement, 'nowhere')).status).toBe(404)
    for (const wrong of [
      { sha: 'main' },
      { sha: sha('c'), committed_at: 'yesterday' },
      { sha: sha('c'), msg: 7 },
      [],
    ])
      expect(refusalIn(await mine.announce(wrong))).toMatchObject({ status: 400, type: 'VALIDATION_ERROR' })
  })

  it('keeps of announcements that came to nothing the newest', async () => {
    const { id, token, announce } = await aPushedProject()
    await sql(
      stack,
      `insert into public.commits (branch_id, sha, project_id, workspace_id, analyzed_at, created_at)
       select b.id, lpad(n::text, 40, '0'), p.id, p.workspace_id, case when n = 1 then now() end, now() - n * interval '1 minute'
       from public.projects p join public.branches b on b.project_id = p.id, generate_series(1, 250) n where p.id = $1`,
      [decodeId('prj', id)],
    )
    await announce()
    const kept = itemsOf(await call(stack, `/projects/${id}/commits?limit=1000`, { token }))
    expect([kept.length, kept[0]?.sha, kept[1]?.analyzed_at]).toEqual([201, sha('c'), expect.any(String)])
  })
})

describe('what was imported', () => {
  it('is a commit of who imported it, read by the team and not by guests and the public', async () => {
    const { id } = await aDocumentedProject(stack, workspace, { visibility: 'public' })
    const [commit] = itemsOf(await call(stack, `/projects/${id}/commits`, { token: workspace.owner.token }))
    const branch = await call(stack, `/projects/${id}/branches/main`, { token: workspace.owner.token })
    expect(commit).toMatchObject({
      sha: branch.json<{ commit_hash: string }>().commit_hash,
      author_id: expect.any(String),
      analyzed_at: expect.any(String),
    })
    const guest = await aMember(stack, workspace, 'guest')
    expect(itemsOf(await call(stack, `/projects/${id}/commits`, { token: guest.token }))).toEqual([])
    expect((await call(stack, `/projects/${id}/commits`)).status).toBe(401)
  })
})
