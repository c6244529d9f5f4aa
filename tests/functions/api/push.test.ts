// Pushes of scripts with a CI token: what is missing, what is sent, and what comes of it.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { type Call, call, refusalIn } from '../support/call.ts'
import { aGitProject } from '../support/git-projects.ts'
import { aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aProject, finished, petStore } from '../support/projects.ts'

const stack = sharedStack()

let workspace: Workspace
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

type Files = Record<string, string>

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const manifestFor = (files: Files, branch = 'main') => ({
  branch,
  commit: '9fceb02d0ae598e95dc970b74767f19372d61af8',
  files: Object.entries(files).map(([path, text]) => ({
    path,
    sha256: sha256(text),
    size: Buffer.byteLength(text),
  })),
})

/** A project that scripts push to, and its token. */
async function aPushedProject() {
  const { id } = await aProject(stack, workspace, { name: `Pushed ${Math.random()}`, type: 'cli' })
  const made = await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token: workspace.owner.token })
  const token = made.json<{ ci_token: string }>().ci_token
  const ask = (files: Files, branch?: string) =>
    call(stack, '/push/manifest', { token, json: manifestFor(files, branch) })
  const missing = async (files: Files, branch?: string) =>
    (await ask(files, branch)).json<{ missing: string[] }>().missing
  const push = (files: Files, sent: Files, branch?: string) =>
    pushWith(token, manifestFor(files, branch), sent)
  return { id, token, ask, missing, push }
}

/** How many files of a project's pushes wait for the worker. */
async function waiting(id: string): Promise<number | undefined> {
  const [row] = await sql<{ n: number }>(
    stack,
    `select count(*)::int as n from storage.objects o where o.bucket_id = 'uploads' and o.name like $1`,
    [`%/ci-${decodeId('prj', id)}/%`],
  )
  return row?.n
}

async function pushWith(token: string, manifest: object, sent: Files, named = sha256) {
  const form = new FormData()
  form.append('manifest', JSON.stringify(manifest))
  for (const content of Object.values(sent)) form.append('file', new Blob([content]), named(content))
  return postForm(token, form)
}

async function postForm(token: string, form: FormData) {
  const body = new Request('http://unused.invalid', { method: 'POST', body: form })
  const answer = await fetch(`${stack.apiUrl}/api/v1/push`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': body.headers.get('content-type') ?? '' },
    body: await body.arrayBuffer(),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const article = '# Welcome\n\nHow to keep pets.\n'
const files: Files = { 'reference/pets.yaml': petStore, 'docs/welcome.md': article }

describe('a push', () => {
  it('sends what is missing, becomes the content of its branch, and can be followed with its token', async () => {
    const { id, token, missing, push, ask } = await aPushedProject()
    expect((await ask(files)).json()).toMatchObject({
      project: { name: expect.stringContaining('Pushed') },
      workspace: { slug: workspace.slug },
      job_id: null,
    })
    expect((await missing(files)).sort()).toEqual(Object.values(files).map(sha256).sort())
    const pushed = await push(files, files)
    expect([pushed.status, pushed.body.branch]).toEqual([202, 'main'])
    await finished(stack, token, pushed.body.job_id ?? '')
    const task = (await call(stack, `/tasks/${pushed.body.job_id}`, { token })).json<
      Record<string, unknown>
    >()
    expect(task).toMatchObject({ event: 'push', commit_hash: '9fceb02d0ae598e95dc970b74767f19372d61af8' })
    expect(task).not.toHaveProperty('workspace_id')
    const toc = await call(stack, `/projects/${id}/table-of-contents`, { token: workspace.owner.token })
    expect(toc.text).toContain('List pets')
    expect(toc.text).toContain('Welcome')
  })

  it('sends a changed file alone the next time', async () => {
    const { token, missing, push } = await aPushedProject()
    await finished(stack, token, (await push(files, files)).body.job_id ?? '')
    const changed = { ...files, 'docs/welcome.md': '# Welcome back\n' }
    expect(await missing(changed)).toEqual([sha256('# Welcome back\n')])
    expect(await missing(changed, 'other')).toEqual([sha256('# Welcome back\n')])
  })

  it('is queued once however often it is sent, and again after something else came', async () => {
    const { token, push, ask } = await aPushedProject()
    const [first, again] = [await push(files, files), await push(files, files)]
    expect(again).toEqual(first)
    expect((await ask(files)).json()).toMatchObject({ missing: [], job_id: first.body.job_id })
    await finished(stack, token, first.body.job_id ?? '')
    expect((await push(files, {})).body.job_id).toBe(first.body.job_id)
    const other = { 'docs/welcome.md': '# Only this\n' }
    await finished(stack, token, (await push(other, other)).body.job_id ?? '')
    const back = await push(files, files)
    expect([back.status, back.body.job_id === first.body.job_id]).toEqual([202, false])
  })

  it('goes on where it broke off', async () => {
    const { missing, push } = await aPushedProject()
    const half = await push(files, { 'docs/welcome.md': article })
    expect([half.status, half.body.detail]).toEqual([
      400,
      'The uploaded file was not found. Please upload it again.',
    ])
    expect(await missing(files)).toEqual([sha256(petStore)])
    expect((await push(files, { 'reference/pets.yaml': petStore })).status).toBe(202)
  })

  it('takes no file whose content is not what its name says, and keeps nothing of it', async () => {
    const { id, token, missing } = await aPushedProject()
    const before = await waiting(id)
    const lied = await pushWith(token, manifestFor(files), { a: 'something else' }, () => sha256(article))
    expect([lied.status, lied.body.type]).toEqual([400, 'VALIDATION_ERROR'])
    expect(await waiting(id)).toBe(before)
    const unasked = await pushWith(token, manifestFor(files), { a: 'nobody asked' })
    expect([unasked.status, await waiting(id)]).toEqual([400, before])
    expect(await missing(files)).toHaveLength(2)
  })

  it('names files within the project, each once, and no more than an import may bring', async () => {
    const { token } = await aPushedProject()
    const refused = async (manifest: object) => (await pushWith(token, manifest, { a: article })).status
    const file = { path: 'docs/a.md', sha256: sha256(article), size: 1 }
    expect(await refused({ branch: 'main', files: [{ ...file, path: '../a.md' }] })).toBe(400)
    for (const path of ['a\0.md', 'a\ud800.md', 'a\u202e.md']) {
      const manifest = { branch: 'main', files: [{ ...file, path }] }
      const answer = await pushWith(token, manifest, { a: article })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'files.0.path' }] } })
    }
    expect(await refused({ branch: 'main', files: [file, file] })).toBe(400)
    expect(await refused({ branch: 'main', files: [{ ...file, size: 60_000_000 }] })).toBe(413)
    expect(await refused({ branch: 'a..b', files: [file] })).toBe(400)
    for (const branch of ['a\0b', 'a\ud800b']) {
      const answer = await pushWith(token, { branch, files: [file] }, { a: article })
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'branch', message: 'No branch can have this name.' }] },
      })
    }
    expect(await refused({ branch: 'main', files: [] })).toBe(400)
    const form = new FormData()
    form.append('file', new Blob([article]), sha256(article))
    form.append('manifest', JSON.stringify({ branch: 'main', files: [file] }))
    expect((await postForm(token, form)).body.detail).toBe('Send the manifest first.')
    const longest = Array.from({ length: 5000 }, (_, n) => ({
      ...file,
      path: `docs/${'x'.repeat(60)}-${n}.md`,
    }))
    const ask = (list: object[]) =>
      call(stack, '/push/manifest', { token, json: { branch: 'main', files: list } })
    expect((await ask(longest)).status).toBe(200)
    expect((await ask([...longest, { ...file, path: 'one.md' }])).status).toBe(400)
  })

  it('is for projects whose content comes by pushes', async () => {
    const { id } = await aGitProject(stack, workspace)
    const made = await call(stack, `/projects/${id}/ci-token`, {
      method: 'POST',
      token: workspace.owner.token,
    })
    const token = made.json<{ ci_token: string }>().ci_token
    const answer = await call(stack, '/push/manifest', { token, json: manifestFor(files) })
    expect(refusalIn(answer)).toMatchObject({ status: 409, type: 'CONFLICT' })
  })
})

describe('a CI token', () => {
  it('that cannot be read any more is shown as none, so that a new one is made', async () => {
    const { id, token } = await aPushedProject()
    const shown = async () =>
      (await call(stack, `/projects/${id}/ci-token`, { token: workspace.owner.token })).json<{
        ci_token: string | null
      }>().ci_token
    expect(await shown()).toBe(token)
    const kept = { ciphertext: 'Z2FyYmFnZQ==', key_id: 'nobodys' }
    await sql(stack, 'update private.ci_tokens set ciphertext = $2, key_id = $3 where project_id = $1', [
      decodeId('prj', id),
      kept.ciphertext,
      kept.key_id,
    ])
    expect(await shown()).toBe(null)
  })

  it('imports one file too, once however often it is sent', async () => {
    const { id, token } = await aPushedProject()
    const send = (): Promise<Record<'job_id', string>> =>
      call(stack, `/projects/${id}/branches/main/import`, {
        token,
        form: { file: { name: 'pets.yaml', content: petStore } },
      }).then((answer) => answer.json())
    const before = await waiting(id)
    const { job_id } = await send()
    await finished(stack, token, job_id)
    expect(await send()).toEqual({ job_id })
    // The worker takes what it has kept out of the uploads behind the end of its task.
    await expect.poll(() => waiting(id)).toBe(before)
  })

  it('opens its own project, and of it no more than pushing needs', async () => {
    const [mine, other] = [await aPushedProject(), await aPushedProject()]
    const { token } = mine
    const refused: [string, Call, number][] = [
      [
        `/projects/${other.id}/branches/main/import`,
        { form: { file: { name: 'a.yaml', content: petStore } } },
        404,
      ],
      [`/projects/${mine.id}/ci-token`, {}, 403],
      [`/projects/${mine.id}`, {}, 404],
      [`/projects/${mine.id}`, { method: 'PATCH', json: { name: 'Renamed' } }, 403],
      [`/projects/${mine.id}/tasks`, {}, 403],
      ['/users/me', {}, 403],
    ]
    for (const [path, request, status] of refused)
      expect([path, (await call(stack, path, { ...request, token })).status]).toEqual([path, status])
    const pushed = await other.push(files, files)
    expect((await call(stack, `/tasks/${pushed.body.job_id}`, { token })).status).toBe(404)
    expect((await call(stack, '/push/manifest', { json: manifestFor(files) })).status).toBe(401)
    const person = await call(stack, '/push/manifest', {
      token: workspace.owner.token,
      json: manifestFor(files),
    })
    expect(person.status).toBe(401)
  })

  it('ends when another takes its place, and with the lock of its workspace', async () => {
    const { id, token, missing } = await aPushedProject()
    expect(await missing(files)).toHaveLength(2)
    await sql(stack, 'update public.workspaces set locked = true where slug = $1', [workspace.slug])
    const locked = await call(stack, '/push/manifest', { token, json: manifestFor(files) })
    await sql(stack, 'update public.workspaces set locked = false where slug = $1', [workspace.slug])
    expect(locked.status).toBe(401)
    await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token: workspace.owner.token })
    expect((await call(stack, '/push/manifest', { token, json: manifestFor(files) })).status).toBe(401)
  })
})
