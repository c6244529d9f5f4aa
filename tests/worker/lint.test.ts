// What style guides find in a branch after its analysis: by which guide, where it stands, and what is looked at anew.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld({ lints: true })
  await world.worker()
})
afterAll(() => world.end())

const api = (more: object = {}, operation: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { responses: { 200: { description: 'Fine.' } }, ...operation } } },
    ...more,
  })
const rule = (given: string, field: string, severity = 'error') =>
  `{given: "${given}", severity: ${severity}, then: {field: ${field}, function: truthy}}`
const NEEDS_SUMMARY = `rules: {needs-summary: ${rule('$.paths[*][get]', 'summary')}}\n`
const OPERATION = '/reference/api.json/paths/~1pets/get'

let number = 0
async function aProject(flavor = 'design'): Promise<Project> {
  const project = await world.aProject(`Lint ${++number}`)
  await world.db.query('update public.projects set flavor = $2 where id = $1', [project.id, flavor])
  return project
}

interface Lint {
  guide: string
  is_failed: boolean
  faults: { guide_id: string | null; file: string; rule: string | null; message: string }[]
  errors: number
  warnings: number
  units: number
}

/** Imports files, and waits until the branch is linted as it is then. */
async function linted(project: Project, files: Record<string, string>, branch?: string): Promise<Lint> {
  const task = await world.finished(await world.importFiles(project, files, branch))
  expect(task.status).toBe('success')
  return settled(project)
}

const settled = ({ branchId }: Project) =>
  world.untilRow<Lint>(
    `select l.* from public.branch_lints l
     where l.branch_id = $1 and private.lint_state(l.branch_id) in ('current', 'failed')`,
    [branchId],
  )

async function found({ branchId }: Project) {
  const { rows } = await world.db.query<Record<string, unknown>>(
    `select rule, severity, file, pointer, place, node_uri, start_line, id from public.findings where branch_id = $1 order by rule, pointer`,
    [branchId],
  )
  return rows
}
const rules = async (project: Project) => (await found(project)).map(({ rule }) => rule)

const extend = (project: Project, guides: Project[]) =>
  world.asOwner('select public.set_project_style_guides($1, $2)', [project.id, guides.map(({ id }) => id)])

test('without a guide it is what Spectral recommends, at its node', async () => {
  const project = await aProject()
  const lint = await linted(project, { 'reference/api.json': api() })
  expect(lint).toMatchObject({ guide: 'recommended', is_failed: false, faults: [], errors: 0, units: 1 })
  const all = await found(project)
  expect(lint.warnings).toBe(all.length)
  expect(all).toContainEqual(
    expect.objectContaining({
      rule: 'operation-description',
      severity: 'warn',
      file: 'reference/api.json',
      pointer: '/paths/~1pets/get',
      place: '',
      node_uri: OPERATION,
    }),
  )
  expect(all.find(({ rule: name }) => name === 'info-contact')).toMatchObject({
    node_uri: '/reference/api.json',
  })
})

test('the branch’s own ruleset holds, and comes after those that the project extends', async () => {
  const [guide, other, project] = [
    await aProject('style_guide'),
    await aProject('style_guide'),
    await aProject(),
  ]
  await linted(guide, {
    '.spectral.yaml': `extends: ./base.yaml\nrules: {b: ${rule('$.info', 'x-b')}}\n`,
    'base.yaml': NEEDS_SUMMARY,
  })
  await linted(other, {
    '.spectral.yaml': `rules: {c: ${rule('$.info', 'x-c')}}\noverrides: [{files: ["reference/api.json"], rules: {c: warn}}]\n`,
  })
  await linted(project, { 'reference/api.json': api() })
  await extend(project, [guide, other])
  expect(await settled(project)).toMatchObject({ guide: 'extended', errors: 2, warnings: 1 })
  expect(await rules(project)).toEqual(['b', 'c', 'needs-summary'])

  const own = await linted(project, {
    'reference/api.json': api(),
    '.spectral.yaml': `rules: {b: off, d: ${rule('$.info', 'x-d', 'hint')}}\n`,
  })
  expect(own).toMatchObject({ guide: 'own', errors: 1, warnings: 1 })
  expect(await rules(project)).toEqual(['c', 'd', 'needs-summary'])

  // A guide that changes is looked for everywhere.
  await linted(guide, {
    '.spectral.yaml': `rules: {b: ${rule('$.info', 'x-b')}, e: ${rule('$.info', 'x-e')}}\n`,
  })
  await world.untilRow('select 1 from public.findings where branch_id = $1 and rule = $2', [
    project.branchId,
    'e',
  ])
  expect(await rules(project)).toEqual(['c', 'd', 'e'])
})

test('a broken ruleset is said of the branch, and fails nothing', async () => {
  const [guide, project] = [await aProject('style_guide'), await aProject()]
  const broken = { '.spectral.yaml': `functions: [mine]\nrules: {a: ${rule('$.info', 'x-a')}}\n` }
  const lint = await linted(project, { 'reference/api.json': api(), ...broken })
  expect(lint).toMatchObject({ guide: 'own', errors: 0, warnings: 0 })
  expect(lint.faults).toEqual([
    expect.objectContaining({
      guide_id: null,
      file: '.spectral.yaml',
      line: 1,
      message: expect.stringMatching(/programs/),
    }),
  ])
  await linted(guide, { '.spectral.yaml': NEEDS_SUMMARY })
  await extend(project, [guide])
  expect(await settled(project)).toMatchObject({ guide: 'own', errors: 1, faults: [expect.anything()] })
})

test('what Postgres cannot hold, in files or rulesets, keeps nothing from being linted', async () => {
  const project = await aProject()
  const said = `rules: {a: {given: "$.info.x-said", severity: error, message: "{{value}}", then: {function: falsy}}}`
  const text = api().replace('"title"', '"x-said":"a\\u0000b\\ud800c","title"')
  const lint = await linted(project, { 'reference/api.json': text, '.spectral.yaml': said })
  expect(lint).toMatchObject({ guide: 'own', is_failed: false, errors: 1 })
  const broken = '{"rules":{"a":{"given":"$","then":{"function":"b\\u0000\\ud800"}}}}'
  const faulty = await linted(project, { 'reference/api.json': api(), '.spectral.json': broken })
  expect(faulty.faults).toEqual([expect.objectContaining({ file: '.spectral.json' })])
  // A template may repeat what it names without end.
  const long = said.replace('{{value}}', '{{value}}'.repeat(100))
  const repeated = api().replace('"title"', `"x-said":"${'v'.repeat(1000)}","title"`)
  await linted(project, { 'reference/api.json': repeated, '.spectral.yaml': long })
  const { rows } = await world.db.query<{ length: number }>(
    'select length(findings::text) from private.linted_files where branch_id = $1',
    [project.branchId],
  )
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThan(5000)
})

test('only files that changed, or read one that did, are linted anew', async () => {
  const project = await aProject()
  const refers = api({}, { parameters: [{ $ref: './parts.json#/limit' }] })
  const files = {
    'a.json': api(),
    'b.json': refers,
    'parts.json': '{"limit": {"name": "limit", "in": "query"}}',
  }
  const versions = async () => {
    const { rows } = await world.db.query<{ path: string; version: string }>(
      'select path, xmin::text as version from private.linted_files where branch_id = $1 order by path',
      [project.branchId],
    )
    return Object.fromEntries(rows.map(({ path, version }) => [path, version]))
  }
  await linted(project, files)
  const first = await versions()
  const kept = await found(project)
  await linted(project, {
    ...files,
    'parts.json': '{"limit": {"name": "limit", "in": "query", "description": "Most."}}',
  })
  const second = await versions()
  expect(second['a.json']).toBe(first['a.json'])
  expect(second['b.json']).not.toBe(first['b.json'])
  // What is still said keeps its row.
  const ofA = (rows: Record<string, unknown>[]) =>
    rows.filter(({ file }) => file === 'a.json').map(({ id }) => id)
  expect(ofA(await found(project))).toEqual(ofA(kept))
})

test('a branch differs from another one by what is new in it, wherever it moved', async () => {
  const project = await aProject()
  const ruleset = {
    '.spectral.yaml': `rules: {named: ${rule('$.paths[*][*].parameters[*]', 'description')}}\n`,
  }
  const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
  const one = api({}, { parameters: [parameter('old')] })
  await linted(project, { 'a.json': one, ...ruleset })
  // Nodes are known by what they are called, not by where they are kept.
  const next = await aProject()
  const delta = async (base: Project, head: Project) => {
    const { rows } = await world.db.query<Record<string, unknown>>(
      'select change, rule, pointer from private.findings_delta($1, $2)',
      [base.branchId, head.branchId],
    )
    return rows
  }
  await linted(next, { 'a.json': one, ...ruleset })
  expect(await delta(project, next)).toEqual([])
  await linted(next, {
    'a.json': api({ 'x-first': 1 }, { parameters: [parameter('new'), parameter('old')] }),
    ...ruleset,
  })
  expect(await delta(project, next)).toHaveLength(1)
  expect(await delta(project, next)).toEqual([
    {
      change: 'added',
      rule: 'named',
      pointer: expect.stringMatching(/^\/paths\/~1pets\/get\/parameters\/\d$/),
    },
  ])
  expect((await delta(next, project)).map(({ change }) => change)).toEqual(['removed'])
})

test('a waiver survives a renamed component, a renamed path whose operation keeps its id, and a renamed file', async () => {
  const project = await aProject()
  const ruleset = {
    '.spectral.yaml': `rules:\n  named: ${rule('$.components.schemas[*]', 'title')}\n  said: ${rule('$.paths[*][get]', 'summary')}\n`,
  }
  const wide = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
  const text = (schemas: object, path: string, more: object = {}) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { [path]: { get: { operationId: 'list', responses: {}, ...more } } },
      components: { schemas },
    })
  const waived = async () => {
    const rows = await world.db.query<{ rule: string; node_uri: string; waiver_id: string | null }>(
      'select rule, node_uri, waiver_id from public.findings where branch_id = $1 order by rule, node_uri',
      [project.branchId],
    )
    return rows.rows.map(({ rule: name, node_uri, waiver_id }) => [name, node_uri, waiver_id !== null])
  }
  await linted(project, { 'api.json': text({ Pet: wide, Twin: wide }, '/pets'), ...ruleset })
  for (const { id, node_uri } of await found(project)) {
    if (String(node_uri).endsWith('Twin')) continue
    await world.asOwner(
      `select public.waive_finding($1, 'Not ours.', (select id from public.users limit 1), (now() + interval '9 days')::date)`,
      [id],
    )
  }
  await linted(project, {
    'api.json': text({ Animal: wide, Twin: wide }, '/animals', { tags: ['new'] }),
    ...ruleset,
  })
  expect(await waived()).toEqual([
    ['named', '/api.json/components/schemas/Animal', true],
    // What says the same and was there before is another node.
    ['named', '/api.json/components/schemas/Twin', false],
    ['said', '/api.json/paths/~1animals/get', true],
  ])
  await linted(project, { 'animals.json': text({ Animal: wide, Twin: wide }, '/animals'), ...ruleset })
  expect((await waived()).map(([, , isWaived]) => isWaived)).toEqual([true, false, true])
  // What is gone is not found again in something else.
  const other = { ...wide, required: ['id'] }
  await linted(project, {
    'animals.json': text({ Other: other }, '/others', { operationId: 'others' }),
    ...ruleset,
  })
  expect((await waived()).map(([, , isWaived]) => isWaived)).toEqual([false, false])
})

test('a branch takes a waiver to no node that the default branch has', async () => {
  const project = await aProject()
  const ruleset = { '.spectral.yaml': `rules:\n  named: ${rule('$.components.schemas[*]', 'title')}\n` }
  const pet = { type: 'object', properties: { id: { type: 'integer' } } }
  const text = (schemas: object) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: {},
      components: { schemas },
    })
  await linted(project, { 'api.json': text({ Pet: pet, Other: { ...pet, title: 'Other' } }), ...ruleset })
  const [waived] = await found(project)
  await world.asOwner(
    `select public.waive_finding($1, 'Not ours.', (select id from public.users limit 1), (now() + interval '9 days')::date)`,
    [waived?.id],
  )
  const { rows } = await world.db.query<{ id: string }>(
    `insert into public.branches (project_id, name, slug) values ($1, 'next', 'next') returning id`,
    [project.id],
  )
  const next = { ...project, branchId: rows[0]?.id ?? '' }
  const standing = async () => {
    const all = await world.db.query<{ node_uri: string; is_waived: boolean }>(
      'select node_uri, waiver_id is not null as is_waived from public.findings where branch_id = $1',
      [next.branchId],
    )
    return all.rows
  }
  await linted(next, { 'api.json': text({ Other: pet }), ...ruleset }, 'next')
  expect(await standing()).toEqual([{ node_uri: '/api.json/components/schemas/Other', is_waived: false }])
  // What is new there may have it.
  await linted(next, { 'api.json': text({ Animal: pet }), ...ruleset }, 'next')
  expect(await standing()).toEqual([{ node_uri: '/api.json/components/schemas/Animal', is_waived: true }])
})
