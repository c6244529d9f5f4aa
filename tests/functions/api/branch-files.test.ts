// What is in a branch as it came: images in articles, and exports.
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { type Call, call } from '../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const yaml = 'openapi: 3.1.0\n'

let workspace: Workspace
let token: string
let id: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  token = workspace.owner.token
  id = (await aProject(stack, workspace, { name: 'With files' })).id
  await aFile('assets/two words/logo.svg', svg)
  await aFile('reference/api.yaml', yaml)
})

/** Puts a file where an analysis would. */
async function aFile(path: string, content: string): Promise<void> {
  const workspaceId = decodeId('wk', workspace.id)
  const object = randomUUID()
  const hash = createHash('sha256').update(content).digest()
  await sql(
    stack,
    `with file as (
       insert into public.files (workspace_id, hash, size, object_id) values ($1, $2, $3, $4) returning workspace_id, hash)
     insert into public.branch_files (branch_id, path, workspace_id, hash)
     select b.id, $5, file.workspace_id, file.hash from file, public.branches b where b.project_id = $6`,
    [workspaceId, hash, content.length, object, path, decodeId('prj', id)],
  )
  const stored = await fetch(`${stack.apiUrl}/storage/v1/object/files/${workspaceId}/${object}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.serviceRoleKey}`, 'content-type': 'application/octet-stream' },
    body: content,
  })
  if (!stored.ok) throw new Error(await stored.text())
}

const image = (request: Call = {}, path = 'assets/two%20words/logo.svg') =>
  call(stack, `/projects/${id}/branches/main/images/${path}`, request)
const exported = (query: string, request: Call) =>
  call(stack, `/projects/${id}/branches/main/export${query}`, request)

describe('an image', () => {
  it('is shown to who reads the branch, and nothing in it runs', async () => {
    const answer = await image({ token })
    expect([answer.status, answer.text]).toEqual([200, svg])
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const viewer = await aMember(stack, workspace, 'viewer')
    expect((await image({ token: viewer.token })).status).toBe(200)
    const headers = { 'if-none-match': String(answer.headers.etag) }
    expect((await image({ token, headers })).status).toBe(304)
  })

  it('is not there for others, but for who has the link of the branch', async () => {
    expect((await image()).status).toBe(404)
    const stranger = await aWorkspace(stack)
    expect((await image({ token: stranger.owner.token })).status).toBe(404)
    const path = `/projects/${id}/branches/main/share`
    const shared = await call(stack, path, { method: 'PUT', token, json: {} })
    const headers = { 'x-waymark-share': shared.json<{ token: string }>().token }
    expect((await image({ headers })).status).toBe(200)
    await call(stack, path, { method: 'DELETE', token })
    expect((await image({ headers })).status).toBe(404)
  })

  it('is an image by its name, and in the branch', async () => {
    expect((await image({ token }, 'reference/api.yaml')).status).toBe(404)
    expect((await image({ token }, 'assets/other.png')).status).toBe(404)
  })
})

describe('an image by other ways', () => {
  const hash = createHash('sha256').update(svg).digest('hex')
  const json = { accept: 'application/json' }

  it('comes as JSON when asked so, by its path and by its hash', async () => {
    for (const answer of [
      await image({ token, headers: json }),
      await call(stack, `/images/${hash}`, { token, headers: json }),
    ])
      expect([answer.status, answer.json()]).toEqual([
        200,
        { filepath: 'assets/two words/logo.svg', file: Buffer.from(svg).toString('base64') },
      ])
    const bytes = await call(stack, `/images/${hash}`, { token })
    expect([bytes.status, bytes.text, bytes.headers['content-type']]).toEqual([200, svg, 'image/svg+xml'])
    expect(bytes.headers['content-security-policy']).toContain('sandbox')
  })

  it('is not there by its hash for others, and nothing else is', async () => {
    const stranger = await aWorkspace(stack)
    for (const other of [{}, { token: stranger.owner.token }])
      expect((await call(stack, `/images/${hash}`, other)).status).toBe(404)
    const ofText = createHash('sha256').update(yaml).digest('hex')
    for (const wrong of [ofText, hash.slice(1), 'logo'])
      expect((await call(stack, `/images/${wrong}`, { token })).status).toBe(404)
  })
})

describe('an export', () => {
  it('is one file as it came, or all of them in an archive', async () => {
    const file = await exported('?path=reference/api.yaml', { token })
    expect([file.status, file.text]).toEqual([200, yaml])
    expect(file.headers['content-disposition']).toContain('api.yaml')
    const archive = await exported('', { token })
    expect([archive.status, archive.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(archive.text.startsWith('PK')).toBe(true)
    for (const part of ['assets/two words/logo.svg', 'reference/api.yaml', svg, yaml])
      expect(archive.text).toContain(part)
  })

  it('is for full members, who see what is internal', async () => {
    const guest = await aMember(stack, workspace, 'guest')
    const member = { method: 'POST', token, json: { email: guest.email, role: 'viewer' } }
    expect((await call(stack, `/projects/${id}/members`, member)).status).toBeLessThan(300)
    expect((await call(stack, `/projects/${id}`, { token: guest.token })).status).toBe(200)
    expect((await exported('', { token: guest.token })).status).toBe(404)
    expect((await exported('?path=nowhere.yaml', { token })).status).toBe(404)
  })
})

describe('all images of a project', () => {
  it('are deleted by who may delete it, and other files stay', async () => {
    const path = `/projects/${id}/images`
    const editor = await aMember(stack, workspace, 'maker')
    expect((await call(stack, path, { method: 'DELETE', token: editor.token })).status).toBe(403)
    expect((await image({ token })).status).toBe(200)
    expect((await call(stack, path, { method: 'DELETE', token })).status).toBe(204)
    expect((await image({ token })).status).toBe(404)
    expect((await exported('?path=reference/api.yaml', { token })).status).toBe(200)
  })
})
