// Releases of a style guide: what a project takes over stays as it was released, and leaves with the project.
import { unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql, unique, type Workspace } from '../support/people.ts'
import { finished } from '../support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
let token: string

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  token = workspace.owner.token
})

async function aProjectOf(files: Record<string, string>, fields: Record<string, string> = {}) {
  const answer = await call(stack, `/workspaces/${workspace.id}/projects`, {
    token,
    form: {
      name: unique('Rules'),
      ...fields,
      paths: JSON.stringify(Object.keys(files)),
      file: Object.entries(files).map(([name, content]) => ({ name, content })),
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  const { project, job_id } = answer.json<{ project: { id: string }; job_id: string }>()
  await finished(stack, token, job_id)
  return project.id
}

async function imported(id: string, files: Record<string, string>) {
  const answer = await call(stack, `/projects/${id}/branches/main/import`, {
    token,
    form: {
      paths: JSON.stringify(Object.keys(files)),
      file: Object.entries(files).map(([name, content]) => ({ name, content })),
    },
  })
  if (answer.status >= 300) throw new Error(answer.text)
  await finished(stack, token, answer.json<{ job_id: string }>().job_id)
}

const rule = (severity: string) =>
  `extends: ./base.yaml\nrules: {must-have-contact: {given: $.info, then: {field: contact, function: truthy}, severity: ${severity}}}\n`
const base = 'rules: {based: {given: $.info, then: {field: title, function: truthy}}}\n'
const release = (id: string, version: string) =>
  call(stack, `/projects/${id}/releases`, {
    method: 'POST',
    token,
    json: { version, notes: `Notes of ${version}` },
  })
const severityAt = async (address: string): Promise<string> => {
  const read = async (at: string) => {
    const { pathname, search } = new URL(at)
    return call(stack, `${pathname.replace('/api/v1', '')}${search}`)
  }
  const [first] = (await read(address)).json<{ extends: string[] }>().extends
  const guide = (await read(String(first))).json<{
    extends: string[]
    rules: { 'must-have-contact': { severity: string } }
  }>()
  // What it extends is of the same release.
  expect((await read(String(guide.extends[0]))).text).toContain('based')
  return guide.rules['must-have-contact'].severity
}

it('holds for projects as it was released: at a version, or the newest', async () => {
  const guide = await aProjectOf(
    { '.spectral.yaml': rule('hint'), 'base.yaml': base },
    { flavor: 'style_guide' },
  )
  const api = await aProjectOf({ 'api.yaml': 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n' })
  const extended = `/projects/${api}/extended-ssgs`
  await call(stack, extended, { method: 'PUT', token, json: { extended_ssg_ids: [guide] } })
  const { ruleset_url } = (
    await call(stack, `/projects/${api}/spectral-access-token`, { method: 'PUT', token })
  ).json<{ ruleset_url: string }>()
  const pin = (version: string | null, as = token) =>
    call(stack, `${extended}/${guide}/version`, { method: 'PUT', token: as, json: { version } })
  // Never released, it holds as it stands.
  expect(await severityAt(ruleset_url)).toBe('hint')
  expect((await call(stack, `${extended}/versions`, { token })).json()).toEqual([])
  expect((await release(guide, '1.0.0')).status).toBe(201)
  await imported(guide, { '.spectral.yaml': rule('error'), 'base.yaml': base })
  expect(await severityAt(ruleset_url)).toBe('hint')
  expect((await release(guide, '2.0.0')).status).toBe(201)
  expect(await severityAt(ruleset_url)).toBe('error')

  expect((await pin('1.0.0')).status).toBe(204)
  expect(await severityAt(ruleset_url)).toBe('hint')
  expect((await call(stack, `${extended}/versions`, { token })).json()).toMatchObject([
    { ssg_id: guide, version: '2.0.0', notes: 'Notes of 2.0.0', is_pinned: false, is_applied: false },
    { ssg_id: guide, version: '1.0.0', is_pinned: true, is_applied: true },
  ])
  // The order of guides is another thing.
  await call(stack, extended, { method: 'PUT', token, json: { extended_ssg_ids: [guide] } })
  expect(await severityAt(ruleset_url)).toBe('hint')
  expect(refusalIn(await pin('3.0.0'))).toMatchObject({ status: 404 })
  const viewer = await aMember(stack, workspace, 'viewer')
  expect((await pin(null, viewer.token)).status).toBe(403)
  expect((await pin(null)).status).toBe(204)
  expect(await severityAt(ruleset_url)).toBe('error')
})

it('leaves as files that need no server', async () => {
  const guide = await aProjectOf(
    { '.spectral.yaml': rule('hint'), 'base.yaml': base },
    { flavor: 'style_guide', name: 'House / Style' },
  )
  const api = await aProjectOf({ '.spectral.yaml': 'rules: {must-have-contact: off}\n' })
  const get = (id: string, as = token) => call(stack, `/projects/${id}/ruleset`, { token: as })
  await call(stack, `/projects/${api}/extended-ssgs`, {
    method: 'PUT',
    token,
    json: { extended_ssg_ids: [guide] },
  })
  const answer = await get(api)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(answer.bytes))
  expect(Object.keys(files)).toEqual([
    '.spectral.json',
    'guides/1-house-style/base.yaml',
    'guides/1-house-style/.spectral.json',
  ])
  expect(JSON.parse(new TextDecoder().decode(files['.spectral.json']))).toEqual({
    rules: { 'must-have-contact': 'off' },
    extends: ['./guides/1-house-style/.spectral.json'],
  })
  const stranger = await aWorkspace(stack)
  expect((await get(api, stranger.owner.token)).status).toBe(404)
  expect((await get(await aProjectOf({ 'a.md': '# A' }))).status).toBe(404)
})

it('is what an editor lints by while it is typed: texts, of the guides that they read', async () => {
  const guide = await aProjectOf(
    { '.spectral.yaml': rule('hint'), 'base.yaml': base },
    { flavor: 'style_guide', name: 'Typed' },
  )
  const api = await aProjectOf({ '.spectral.yaml': 'rules: {}\n' })
  await call(stack, `/projects/${api}/extended-ssgs`, {
    method: 'PUT',
    token,
    json: { extended_ssg_ids: [guide] },
  })
  const get = (as: string) => call(stack, `/projects/${api}/extended-ssgs/rulesets`, { token: as })
  expect((await get(token)).json()).toEqual({
    guides: [
      {
        ssg_id: guide,
        name: 'Typed',
        version: null,
        path: '.spectral.yaml',
        files: { '.spectral.yaml': rule('hint'), 'base.yaml': base },
      },
    ],
    left_out: 0,
  })
  const viewer = await aMember(stack, workspace, 'viewer')
  expect((await get(viewer.token)).status).toBe(403)
  // Who may not read a guide hears that there is one more, and nothing of it.
  await sql(stack, `update public.projects set visibility = 'private' where id = $1`, [
    decodeId('prj', guide),
  ])
  const maker = await aMember(stack, workspace, 'maker')
  expect((await get(maker.token)).json()).toEqual({ guides: [], left_out: 1 })
})

it('is tried on a node before it is switched on: what stands there, and nothing that never ends', async () => {
  const api = await aProjectOf({
    'reference/api.yaml': `openapi: 3.1.0
info: {title: A, version: "1"}
paths:
  /a: {get: {summary: a}, put: {summary: b}}
`,
  })
  const attempt = (text: string, node_uri?: string, as = token) =>
    call(stack, `/projects/${api}/rulesets/try`, {
      token: as,
      json: { ruleset: '.spectral.yaml', files: { '.spectral.yaml': text }, node_uri },
    })
  const rules =
    'rules: {ids: {given: "$.paths[*][*]", then: {field: operationId, function: truthy}, severity: error}}'
  expect((await attempt(rules, '/reference/api.yaml')).json()).toMatchObject({ total: 2, faults: [] })
  expect((await attempt(rules, '/reference/api.yaml/paths/~1a/put')).json()).toMatchObject({
    total: 1,
    findings: [{ code: 'ids', severity: 'error', path: ['paths', '/a', 'put'], line: 4 }],
  })
  expect((await attempt('rules: {a: {given: $}}', '/reference/api.yaml')).json()).toMatchObject({
    total: 0,
    faults: [{ file: '.spectral.yaml', line: 1, rule: 'a' }],
  })
  expect((await attempt(rules, '/nothing.yaml')).status).toBe(404)
  const examples = `${rules.slice(0, -2)}, extensions: {examples: {pass: [{paths: {/a: {get: {}}}}], fail: [{paths: {/a: {get: {}}}}]}}}}`
  for (const at of ['/reference/api.yaml', undefined]) {
    const answer = (await attempt(examples, at)).json<{ examples: { failed: object[] } }>()
    expect(answer).toMatchObject({ total: at ? 2 : 0, examples: { tried: 2 } })
    expect(answer.examples.failed).toEqual([
      expect.objectContaining({ rule: 'ids', message: expect.stringMatching(/^Example 1 must pass/) }),
    ])
  }
  const stranger = await aWorkspace(stack)
  expect((await attempt(rules, '/reference/api.yaml', stranger.owner.token)).status).toBe(404)
  // A regular expression that would take for ever ends with its worker, and others are served.
  const evil = `rules: {slow: {given: $.paths, then: {function: schema, functionOptions: {schema: {type: object, propertyNames: {pattern: "${'(a?)'.repeat(30)}${'a'.repeat(30)}$"}}}}}, evil: {given: $.info.title, then: {function: pattern, functionOptions: {match: "^(([A-Z]+)+)+$"}}}}`
  expect((await attempt(evil, '/reference/api.yaml')).status).toBeLessThan(500)
  expect((await attempt(rules, '/reference/api.yaml')).json()).toMatchObject({ total: 2 })
})

it('is tried with the memory that there is for it: rules that ask for more end, and the function goes on', async () => {
  const api = await aProjectOf({
    'reference/api.yaml': 'openapi: 3.0.0\ninfo: {title: A, version: "1"}\npaths: {}\n',
  })
  const attempt = (rule: string) =>
    call(stack, `/projects/${api}/rulesets/try`, {
      token,
      json: {
        ruleset: '.spectral.yaml',
        files: { '.spectral.yaml': `rules: {rule: {${rule}}}` },
        node_uri: '/reference/api.yaml/info',
      },
    })
  const title = (message: string, more = '') =>
    attempt(`given: $.info.title, then: {function: falsy}, message: '${message}'${more}`)
  // One message that would have 300 MB, of which the heap of the function has less.
  const huge = await title('{{description}}'.repeat(8_000), `, description: ${'d'.repeat(40_000)}`)
  expect(huge.json()).toMatchObject({ findings: [{ message: 'd'.repeat(2000) }] })
  // What an expression doubles is not made either.
  expect((await title(`#{{a=concat(value,value);${'a=a||a;'.repeat(22)} a}}`)).json()).toMatchObject({
    total: 1,
  })
  expect((await title('#{{print("property")}}is {{value}}')).json()).toMatchObject({
    findings: [{ message: '"title" property is A' }],
  })
  expect((await title('again')).json()).toMatchObject({ total: 1 })
})
