import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aProject, endedTask, petStore, uploadsOf } from '../support/projects.ts'

const stack = sharedStack()

describe('an import is refused, and leaves neither project nor file', () => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
  })
  const send = (name: string, content: string | Buffer, fields: Record<string, string> = {}) =>
    call(stack, `/workspaces/${workspace.id}/projects`, {
      token: workspace.owner.token,
      form: { name: 'Import', ...fields, file: { name, content } },
    })
  const leftBehind = async () => {
    const list = await call(stack, `/workspaces/${workspace.id}/projects`, { token: workspace.owner.token })
    return { projects: list.json<{ total: number }>().total, files: await uploadsOf(stack, workspace) }
  }

  it.each([
    ['JSON', 'a.json', '{\n  "openapi": "3.1.0",\n  "info": {"title": "x" "version": "1"}\n}', 3],
    ['YAML', 'a.yaml', 'openapi: 3.1.0\ninfo: {title: x\npaths: {}\n', 3],
  ])('when its %s is broken, with line and column', async (_kind, name, content, line) => {
    const answer = await send(name, content)
    expect(answer.status).toBe(400)
    const { type, errors } = answer.json<ProblemBody>()
    expect(type).toBe('VALIDATION_ERROR')
    expect(errors).toEqual([{ field: 'file', message: expect.any(String), line, column: expect.any(Number) }])
    expect(await leftBehind()).toEqual({ projects: 0, files: 0 })
  })

  it('when it is no API description', async () => {
    const answer = await send('list.json', '[1, 2, 3]')
    expect(refusalIn(answer)).toMatchObject({
      status: 400,
      detail: 'This is a list, not an OpenAPI document.',
    })
    expect(await leftBehind()).toEqual({ projects: 0, files: 0 })
  })

  it('when it is a file we do not read', async () => {
    const answer = await send('photo.exe', 'MZ')
    expect(answer.json<ProblemBody>().errors).toEqual([
      { field: 'file', message: 'Please choose an OpenAPI file: .json, .yaml or .yml.' },
    ])
    expect(await leftBehind()).toEqual({ projects: 0, files: 0 })
  })

  it('when the project’s other fields are wrong', async () => {
    const answer = await send('pets.yaml', petStore, { visibility: 'secret' })
    expect(answer.json<ProblemBody>().errors?.[0]?.field).toBe('visibility')
    expect(await leftBehind()).toEqual({ projects: 0, files: 0 })
  })

  it('when too many files of theirs wait to be imported, and it says so', async () => {
    const crowded = await aWorkspace(stack)
    await sql(
      stack,
      `insert into storage.objects (bucket_id, name)
       select 'uploads', w.id || '/' || u.auth_id || '/' || n
       from public.workspaces w join public.workspace_members m on m.workspace_id = w.id and m.role = 'owner'
       join public.users u on u.id = m.user_id, generate_series(1, 2000) n where w.slug = $1`,
      [crowded.slug],
    )
    const answer = await call(stack, `/workspaces/${crowded.id}/projects`, {
      token: crowded.owner.token,
      form: { name: 'Import', file: { name: 'pets.yaml', content: petStore } },
    })
    expect(refusalIn(answer)).toMatchObject({
      status: 403,
      detail: 'Too many of your files wait to be imported. Try again when they are.',
    })
    expect(await uploadsOf(stack, crowded)).toBe(2000)
  })

  it('when it is larger than 50 MB', async () => {
    const answer = await send('big.json', Buffer.alloc(50 * 1024 * 1024 + 1, ' '))
    expect(refusalIn(answer)).toMatchObject({
      status: 413,
      type: 'PAYLOAD_TOO_LARGE',
      detail: 'The file is larger than 50 MB, which is the most that can be imported.',
    })
    expect(await leftBehind()).toEqual({ projects: 0, files: 0 })
  })

  it('when the form is cut off', async () => {
    const answer = await fetch(`${stack.apiUrl}/api/v1/workspaces/${workspace.id}/projects`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${workspace.owner.token}`,
        'content-type': 'multipart/form-data; boundary=cut',
      },
      body: '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.json"\r\n\r\n{"openapi"',
    })
    expect(answer.status).toBe(400)
    expect(await leftBehind()).toEqual({ projects: 0, files: 0 })
  })

  it('into a branch that does not exist, or without a file', async () => {
    const other = await aWorkspace(stack)
    const { token } = other.owner
    const { id } = await aProject(stack, other)
    const into = (branch: string, form: Record<string, string>) =>
      call(stack, `/projects/${id}/branches/${branch}/import`, { token, form })
    expect(refusalIn(await into('nope', { a: 'b' }))).toMatchObject({ status: 404, type: 'BRANCH_NOT_FOUND' })
    expect(refusalIn(await into('main', { a: 'b' }))).toMatchObject({
      status: 400,
      detail: 'Choose a file to import.',
    })
  })
})

it('a broken file too large for the call to read fails in its task, which says the sentence, line and column', async () => {
  const workspace = await aWorkspace(stack)
  const { token } = workspace.owner
  const { id } = await aProject(stack, workspace)
  const filler = `"${'x'.repeat(1022)}",\n`.repeat(3 * 1024)
  const content = `{"openapi": "3.1.0",\n"x-filler": [\n${filler}""],\n"info": {"title": "x" "version": "1"}}`
  const form = { name: 'Large', file: { name: 'large.json', content } }
  const wrong = expect.stringContaining("Expected ',' or '}' after property value")
  for (const path of [`/workspaces/${workspace.id}/projects`, `/projects/${id}/branches/main/import`]) {
    const { job_id } = (await call(stack, path, { token, form })).json<{ job_id: string }>()
    const { payload, lines } = await endedTask(stack, token, job_id, 'failed')
    const place = { file: 'reference/large.json', line: 3076, column: 23 }
    expect(payload).toEqual({ error: { message: wrong, ...place } })
    const sentence = payload.error?.message
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      message: `reference/large.json, line 3076, column 23: ${sentence}`,
    })
  }
})
