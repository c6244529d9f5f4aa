// Files in another form: bundled, dereferenced, in the other notation; made by the worker.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { finished } from '../support/projects.ts'

const stack = sharedStack()
const files = {
  'reference/api.yaml': `openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      responses: {"200": {description: OK, content: {application/json: {schema: {$ref: ../models/pet.json}}}}}
x-most: 9223372036854775807
`,
  'models/pet.json': '{"type":"object","title":"Pet","properties":{"parent":{"$ref":"pet.json"}}}',
  'docs/welcome.md': '# Welcome\n',
  'toc.json': '{"items": [{"type": "item", "title": "Pets", "uri": "/reference/api.yaml"}]}',
}

let workspace: Workspace
let token: string
let id: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  token = workspace.owner.token
  id = await made('Exported', files)
})

async function made(name: string, content: Record<string, string>): Promise<string> {
  const answer = await call(stack, `/workspaces/${workspace.id}/projects`, {
    token,
    form: {
      name,
      // Before the files, as they are read while they come.
      paths: JSON.stringify(Object.keys(content)),
      file: Object.entries(content).map(([path, text]) => ({ name: path, content: text })),
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  const { project, job_id } = answer.json<{ project: { id: string }; job_id: string }>()
  await finished(stack, token, job_id)
  return project.id
}

const exported = (query: string, as = token, branch = 'main') =>
  call(stack, `/projects/${id}/branches/${branch}/export?${query}`, { token: as })

describe('a branch of more files than an archive holds', () => {
  it('is refused rather than cut, and each of its files is there', async () => {
    const large = await made('Large', { 'docs/welcome.md': '# Welcome\n' })
    await sql(
      stack,
      `insert into public.branch_files (branch_id, workspace_id, path, hash)
       select f.branch_id, f.workspace_id, 'docs/' || n || '.md', f.hash
       from public.branch_files f join public.branches b on b.id = f.branch_id, generate_series(1, 5000) n where b.project_id = $1`,
      [decodeId('prj', large)],
    )
    const whole = await call(stack, `/projects/${large}/branches/main/export`, { token })
    expect(refusalIn(whole)).toMatchObject({ status: 413, type: 'PAYLOAD_TOO_LARGE' })
    const one = await call(stack, `/projects/${large}/branches/main/export?path=docs/5000.md`, { token })
    expect([one.status, one.text]).toEqual([200, '# Welcome\n'])
  })
})

describe('a file is exported', () => {
  it('with what it refers to, in its own notation or the other', async () => {
    const json = await exported('path=reference/api.yaml&kind=bundled&format=json')
    expect([json.status, json.headers['content-disposition']]).toEqual([
      200,
      "attachment; filename*=UTF-8''api.bundled.json",
    ])
    expect(json.text).toContain('"$ref": "#/components/schemas/pet"')
    expect(json.text).toContain('"x-most": 9223372036854775807')
    const yaml = await exported('path=reference/api.yaml&kind=bundled')
    expect(yaml.text).toContain("$ref: '#/components/schemas/pet'")
    expect((await exported('path=models/pet.json&format=yaml')).text).toContain('title: Pet')
    expect((await exported('path=models/pet.json&format=json')).text).toBe(files['models/pet.json'])
  })

  it('without references, but those of what contains itself', async () => {
    const { text } = await exported('path=reference/api.yaml&kind=dereferenced&format=json')
    const schema = JSON.parse(text).paths['/pets'].get.responses['200'].content['application/json'].schema
    expect(schema).toEqual({
      type: 'object',
      title: 'Pet',
      properties: { parent: { $ref: '#/components/schemas/pet' } },
    })
  })

  it('once: what was made is kept', async () => {
    const made = () =>
      sql<{ id: string }>(
        stack,
        'select e.id from private.exports e join public.branches b on b.id = e.branch_id where b.project_id = $1 order by 1',
        [decodeId('prj', id)],
      )
    await exported('path=reference/api.yaml&kind=bundled')
    const before = await made()
    await exported('path=reference/api.yaml&kind=bundled')
    expect(await made()).toEqual(before)
  })

  it('with all others of its branch in one archive, and says what came as it was', async () => {
    const answer = await exported('kind=dereferenced')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    // Entries of the archive are stored, not packed.
    for (const part of [
      'reference/api.yaml',
      'models/pet.json',
      'docs/welcome.md',
      '# Welcome',
      'title: Pet',
    ])
      expect(answer.text).toContain(part)
    expect(answer.text).not.toContain('../models/pet.json')
    expect(answer.text).not.toContain('not-dereferenced.txt')
    expect((await exported('')).text).toContain('../models/pet.json')
  })

  it('with all others of a branch that has more files than a request could ask for one by one', async () => {
    const most = 120
    const models = Object.fromEntries(
      Array.from({ length: most }, (_, n) => [
        `models/m${n}.json`,
        JSON.stringify({ title: `Model ${n}`, properties: { next: { $ref: `m${(n + 1) % most}.json` } } }),
      ]),
    )
    const many = await made('Many', { ...models, 'models/broken.json': '{"title": ' })
    const answer = await call(stack, `/projects/${many}/branches/main/export?kind=bundled`, { token })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    for (let n = 0; n < most; n++) expect(answer.text).toContain(`models/m${n}.json`)
    expect(answer.text).not.toContain('"m1.json"')
    expect(answer.text).toContain('not-bundled.txt')
    expect(answer.text).toContain('models/broken.json: ')
  })

  it('in no form that it cannot have', async () => {
    const article = await exported('path=docs/welcome.md&kind=bundled')
    expect(refusalIn(article)).toMatchObject({ status: 400, detail: 'This file is neither JSON nor YAML.' })
    for (const query of ['kind=bundled&format=json', 'format=json', 'path=reference/api.yaml&kind=other'])
      expect(refusalIn(await exported(query))).toMatchObject({ status: 400, type: 'VALIDATION_ERROR' })
    expect((await exported('path=nowhere.yaml&kind=bundled')).status).toBe(404)
  })

  it('to who may list the files alone', async () => {
    const query = 'path=reference/api.yaml&kind=bundled'
    const guest = await aMember(stack, workspace, 'guest')
    const stranger = await aWorkspace(stack)
    for (const other of [guest.token, stranger.owner.token])
      expect((await exported(query, other)).status).toBe(404)
    expect((await call(stack, `/projects/${id}/branches/main/export?${query}`)).status).toBe(404)
  })

  it('within a bound for each workspace and day', async () => {
    const small = await aWorkspace(stack)
    const made = await call(stack, `/workspaces/${small.id}/projects`, {
      token: small.owner.token,
      form: { name: 'Small', file: { name: 'pet.json', content: files['models/pet.json'] } },
    })
    const { project, job_id } = made.json<{ project: { id: string }; job_id: string }>()
    await finished(stack, small.owner.token, job_id)
    await sql(
      stack,
      `with huge as (
         insert into public.files (workspace_id, hash, size) values ($1, sha256('huge'), 1073741825) returning workspace_id, hash)
       insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id, hash)
       select b.id, '2020-01-01', 'old.json', 'bundled', 'json', huge.workspace_id, huge.hash
       from huge, public.branches b where b.project_id = $2`,
      [decodeId('wk', small.id), decodeId('prj', project.id)],
    )
    const answer = await call(
      stack,
      `/projects/${project.id}/branches/main/export?path=reference/pet.json&format=yaml`,
      {
        token: small.owner.token,
      },
    )
    expect(refusalIn(answer)).toMatchObject({ status: 429, type: 'TOO_MANY_REQUESTS' })
  })
})

it('a node says where its file is exported, to who may', async () => {
  const toc = await call(stack, `/projects/${id}/table-of-contents`, { token })
  const slug = /"slug":"([^"]*get-pets[^"]*|[^"]*-pets[^"]*)"/.exec(toc.text)?.[1] ?? ''
  const read = async (as: string) =>
    (await call(stack, `/projects/${id}/nodes/${slug}`, { token: as })).json<{
      links: Record<string, string>
    }>().links
  const links = await read(token)
  const { pathname, search } = new URL(links.export_bundled_file_url ?? '')
  expect(links.export_original_file_url).toContain('path=reference%2Fapi.yaml')
  const answer = await call(stack, `${pathname.replace('/api/v1', '')}${search}`, { token })
  expect(answer.text).toContain("$ref: '#/components/schemas/pet'")
  expect(links.export_url).toBe(links.export_bundled_file_url)

  const legacy = { method: 'PATCH', token, json: { use_legacy_exporter: true } }
  expect((await call(stack, `/projects/${id}`, legacy)).status).toBe(200)
  const { export_url, export_bundled_file_url, export_original_file_url } = await read(token)
  expect(export_bundled_file_url).toBe(export_url)
  expect(export_original_file_url).toBe(links.export_original_file_url)
  const url = new URL(export_url ?? '')
  const whole = await call(stack, `${url.pathname.replace('/api/v1', '')}${url.search}`, { token })
  expect(whole.text).toContain('title: Pet')
  expect(whole.text).not.toContain('../models/pet.json')
  expect(whole.headers['content-disposition']).toContain('api.dereferenced.yaml')
})
