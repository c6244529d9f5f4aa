// A project's ruleset for linters outside: by its Spectral token, and by nothing else.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aMember, aWorkspace, unique, type Workspace } from '../support/people.ts'
import { aProject, finished } from '../support/projects.ts'

const stack = sharedStack()
const rule = '{given: $.info, then: {field: contact, function: truthy}}'
const guideFiles = {
  '.spectral.yaml': `functions: [mine]
extends: ["spectral:oas", [./rules/base.yaml, all], ../out.yaml]
rules: {must-have-contact: ${rule}, operation-tags: off}
overrides: [{files: ["*.yaml"], extends: ./rules/base.yaml}]
`,
  'rules/base.yaml': `rules: {based: ${rule}}\n`,
  'secret.yaml': 'password: hunter2\n',
}

let workspace: Workspace
let token: string
let guide: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  token = workspace.owner.token
  guide = await aProjectOf(guideFiles, { flavor: 'style_guide' })
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

interface Made {
  spectral_access_token: string
  ruleset_url: string
}

const make = (id: string, as = token) =>
  call(stack, `/projects/${id}/spectral-access-token`, { method: 'PUT', token: as })
const made = async (id: string) => (await make(id)).json<Made>()
// What Spectral does: it fetches an address, and sends nothing with it.
const read = (address: string) => {
  const { pathname, search } = new URL(address)
  return call(stack, `${pathname.replace('/api/v1', '')}${search}`)
}
const extendsOf = (answer: { json<T>(): T }) => answer.json<{ extends: (string | string[])[] }>().extends

describe('a ruleset', () => {
  it('is read with its token, and what it extends of the branch by addresses that work', async () => {
    const { ruleset_url, spectral_access_token } = await made(guide)
    expect(spectral_access_token).toMatch(/^wmsp_[\w-]{43}$/)
    const answer = await read(ruleset_url)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const ruleset = answer.json<Record<string, unknown>>()
    expect(Object.keys(ruleset)).toEqual(['extends', 'rules', 'overrides'])
    expect(ruleset.rules).toMatchObject({ 'must-have-contact': { given: '$.info' }, 'operation-tags': 'off' })
    const [oas, base, ...others] = extendsOf(answer)
    expect([oas, others]).toEqual(['spectral:oas', []])
    const [address, which] = base as [string, string]
    expect([which, ruleset.overrides]).toEqual(['all', [{ files: ['*.yaml'], extends: [address] }]])
    expect((await read(address)).json()).toMatchObject({ rules: { based: { given: '$.info' } } })
  })

  it('comes after those of the style guides that the project extends', async () => {
    const project = await aProjectOf({
      'spectral.json': '{"extends": "spectral:oas", "rules": {"based": "off"}}',
    })
    const put = { method: 'PUT', token, json: { extended_ssg_ids: [guide] } } as const
    expect((await call(stack, `/projects/${project}/extended-ssgs`, put)).status).toBe(200)
    const ruleset = await read((await made(project)).ruleset_url)
    const [first, second] = extendsOf(ruleset)
    expect([second, ruleset.json<{ rules: object }>().rules]).toEqual(['spectral:oas', { based: 'off' }])
    const extended = await read(first as string)
    expect(extended.json()).toMatchObject({ rules: { 'operation-tags': 'off' } })
    const [, base] = extendsOf(extended)
    expect((await read((base as string[])[0] as string)).json()).toMatchObject({ rules: { based: {} } })
  })

  it('is not there where a project has none, or one that cannot be read', async () => {
    const { id } = await aProject(stack, workspace, { name: unique('None') })
    expect((await read((await made(id)).ruleset_url)).status).toBe(404)
    const broken = await aProjectOf({ '.spectral.yaml': 'rules: [', 'spectral.yaml': 'rules: {}' })
    expect((await read((await made(broken)).ruleset_url)).json()).toEqual({ rules: {} })
  })
})

describe('a Spectral token', () => {
  it('opens nothing else: no other file, project or route', async () => {
    const { ruleset_url, spectral_access_token: secret } = await made(guide)
    const other = await aProjectOf({ '.spectral.yaml': 'rules: {hidden: off}' }, { visibility: 'private' })
    for (const path of ['secret.yaml', 'rules/../secret.yaml', 'toc.json', '/.spectral.yaml', '%'])
      expect([path, (await read(`${ruleset_url}&path=${encodeURIComponent(path)}`)).status]).toEqual([
        path,
        404,
      ])
    expect((await read(`${ruleset_url}&guide=${other}`)).status).toBe(404)
    expect((await read(ruleset_url.replace(guide, other))).status).toBe(401)
    for (const path of [`/projects/${guide}`, '/users/me', `/projects/${guide}/branches/main/export`])
      expect([path, (await call(stack, path, { token: secret })).status]).toEqual([path, 401])
  })

  it('is the only way, and ends when the next one is made', async () => {
    const { ruleset_url } = await made(guide)
    const { pathname } = new URL(ruleset_url)
    const bare = pathname.replace('/api/v1', '')
    for (const query of ['', '?token=', `?token=${token}`, `?token=wmsp_${'a'.repeat(43)}`])
      expect((await call(stack, `${bare}${query}`, { token })).status).toBe(401)
    const next = await made(guide)
    expect((await read(ruleset_url)).status).toBe(401)
    expect((await read(next.ruleset_url)).status).toBe(200)
  })

  it('is made by who may change the project alone', async () => {
    const { ruleset_url } = await made(guide)
    const stranger = await aWorkspace(stack)
    expect((await make(guide, stranger.owner.token)).status).toBe(404)
    for (const role of ['maker', 'viewer'] as const)
      expect((await make(guide, (await aMember(stack, workspace, role)).token)).status).toBe(403)
    expect((await call(stack, `/projects/${guide}/spectral-access-token`, { method: 'PUT' })).status).toBe(
      401,
    )
    expect((await read(ruleset_url)).status).toBe(200)
  })
})
