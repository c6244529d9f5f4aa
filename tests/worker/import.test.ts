// What an import does to a branch, seen by who reads it meanwhile and after.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOf } from './support/content.ts'
import { anApi } from './support/descriptions.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.worker()
})
afterAll(() => world.end())

async function imported(project: Project, text: string) {
  const job = await world.importFiles(project, { 'reference/parts.json': text })
  return world.finished(job)
}

async function count(sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await world.db.query<{ count: string }>(`select count(*) from ${sql}`, values)
  return Number(rows[0]?.count)
}

describe('a first import', () => {
  test('fills the branch, says so in the log, keeps the file and clears the upload', async () => {
    const project = await world.aProject('First')
    const task = await imported(project, anApi('v1', 3))
    expect(task).toMatchObject({
      status: 'success',
      payload: {
        counts: { api: 1, operation: 3, schema: 3, article: 0 },
        snapshots_written: 7,
        errors: 0,
        warnings: 0,
      },
    })
    expect(task.lines).toEqual([
      'info: The import has started.',
      'info: Imported 1 API, 3 operations, 3 schemas, 0 articles; 7 of them new or changed.',
    ])
    expect(task.duration_ms).toBeGreaterThan(0)
    expect(await contentOf(world, project.branchId)).toEqual({
      versions: ['v1'],
      nodes: 7,
      edges: 9,
      operations: 3,
      toc: ['v1'],
    })
    const { rows } = await world.db.query(
      `select f.path, o.name is not null as kept from public.branch_files f join public.files k using (workspace_id, hash)
       left join storage.objects o on o.bucket_id = 'files' and o.name = k.workspace_id || '/' || k.object_id
       where f.branch_id = $1`,
      [project.branchId],
    )
    expect(rows).toEqual([{ path: 'reference/parts.json', kept: true }])
    await world.untilRow(
      `select 1 as gone where not exists (select from storage.objects where bucket_id = 'uploads')`,
    )
  })

  test('keeps the properties of a schema in their order', async () => {
    const project = await world.aProject('Order')
    await imported(project, anApi('v1', 1))
    const { rows } = await world.db.query<{ data: string }>(
      `select s.data::text as data from public.branch_nodes n
       join public.snapshots s on s.workspace_id = n.workspace_id and s.hash = n.snapshot_hash
       where n.branch_id = $1 and n.type = 'model'`,
      [project.branchId],
    )
    expect(rows[0]?.data).toMatch(/"zone".*"id".*"age"/)
  })

  test.each([
    ['getPart0', 'getPart0'],
    ['a part of an identifier', 'part0'],
    ['a path parameter, as it is written', 'partId'],
    ['a word of a path', 'parts 0'],
    ['a tag', 'Parts'],
    ['the beginning of a word', 'get pa'],
  ])('is found by %s', async (_what, search) => {
    const { rows: found } = await world.db.query(
      `select 1 from public.branch_nodes
       where type = 'http_operation' and name = 'Get part 0 v1' and search @@ to_tsquery('simple', (
         select string_agg(quote_literal(word) || ':*', ' & ')
         from regexp_split_to_table(lower(btrim($1)), '[^[:alnum:]_]+') word where word <> ''))`,
      [search],
    )
    expect(found.length).toBeGreaterThan(0)
  })
})

describe('a second import', () => {
  test('of the same file writes no snapshot and touches no node', async () => {
    const project = await world.aProject('Unchanged')
    await imported(project, anApi('v1', 5))
    const state = () =>
      world.db.query(
        'select id, updated_at, xmin::text from public.branch_nodes where branch_id = $1 order by id',
        [project.branchId],
      )
    const { rows: before } = await state()
    const task = await imported(project, anApi('v1', 5))
    expect(task.payload.snapshots_written).toBe(0)
    expect(task.lines.at(-1)).toMatch(/nothing had changed\.$/)
    expect((await state()).rows).toEqual(before)
  })

  test('with one operation changed writes that operation only', async () => {
    const project = await world.aProject('One change')
    await imported(project, anApi('v1', 5))
    const { rows: before } = await world.db.query<{ id: string; uri: string }>(
      'select id, uri, xmin::text from public.branch_nodes where branch_id = $1 order by id',
      [project.branchId],
    )
    const changed = anApi('v1', 5).replace('Get part 3 v1', 'Fetch part 3 v1')
    const task = await imported(project, changed)
    expect(task.payload.snapshots_written).toBe(1)
    const { rows: after } = await world.db.query<{ id: string; uri: string }>(
      'select id, uri, xmin::text from public.branch_nodes where branch_id = $1 order by id',
      [project.branchId],
    )
    const touched = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
    expect(touched.map(({ uri }) => uri)).toEqual(['/reference/parts.json/paths/~1parts-3~1{partId}/get'])
  })

  test('replaces files, removes what is gone, and lets nodes exchange their ids', async () => {
    const project = await world.aProject('Replaced')
    const article = (id: string) => `---\nstoplight-id: ${id}\n---\n# The title v1\n`
    const first = await world.importFiles(project, {
      'docs/a.md': article('aaaaaaaa'),
      'docs/b.md': article('bbbbbbbb'),
      'docs/gone.md': '# Gone v1\n',
    })
    expect((await world.finished(first)).status).toBe('success')
    const second = await world.importFiles(project, {
      'docs/a.md': article('bbbbbbbb'),
      'docs/b.md': article('aaaaaaaa'),
    })
    expect((await world.finished(second)).status).toBe('success')
    const { rows } = await world.db.query(
      'select uri, slug from public.branch_nodes where branch_id = $1 order by uri',
      [project.branchId],
    )
    expect(rows).toEqual([
      { uri: '/docs/a.md', slug: 'bbbbbbbb-the-title-v1' },
      { uri: '/docs/b.md', slug: 'aaaaaaaa-the-title-v1' },
    ])
    expect(await count('public.branch_files where branch_id = $1', project.branchId)).toBe(2)
  })

  test('keeps what leads to a page when its title changes, and when a table of contents names it', async () => {
    const project = await world.aProject('Retitled')
    const at = async (slug: string) => {
      const { rows } = await world.db.query(
        `select to_jsonb(n) ->> 'uri' as uri from public.branch_nodes n where branch_id = $1 and (slug = $2 or stable_id = split_part($2, '-', 1))`,
        [project.branchId, slug],
      )
      return rows
    }
    const page = (title: string) => `---\nstoplight-id: a1\n---\n# ${title}\n`
    const bring = async (files: Record<string, string>) =>
      expect((await world.finished(await world.importFiles(project, files))).status).toBe('success')
    await bring({ 'docs/a.md': page('Before') })
    expect(await at('a1-before')).toEqual([{ uri: '/docs/a.md' }])
    await bring({ 'docs/a.md': page('After') })
    expect(await at('a1-before')).toEqual([{ uri: '/docs/a.md' }])
    const toc = { items: [{ type: 'item', title: 'A', uri: 'docs/a.md', slug: 'intro' }] }
    await bring({ 'docs/a.md': page('After'), 'toc.json': JSON.stringify(toc) })
    expect(await at('intro')).toEqual([{ uri: '/docs/a.md' }])
    expect(await at('a1-before')).toEqual([{ uri: '/docs/a.md' }])
  })

  test('keeps stars and what editors laid over nodes, and brings the newer source back when they take it off', async () => {
    const project = await world.aProject('Overridden')
    const uri = '/reference/parts.json/paths/~1parts-1~1{partId}/get'
    const named = async () => {
      const { rows } = await world.db.query<{ name: string; is_hidden: boolean; xmin: string }>(
        'select name, is_hidden, xmin::text from public.branch_nodes where branch_id = $1 and uri = $2',
        [project.branchId, uri],
      )
      return rows[0]
    }
    const lay = async (title: string | null) => {
      await world.db.query(
        `insert into public.overrides (project_id, node_uri, title, is_hidden) values ($1, $2, $3, true)
         on conflict on constraint overrides_once_key do update set title = excluded.title`,
        [project.id, uri, title],
      )
      await world.db.query('select private.lay_overrides($1)', [project.branchId])
    }
    const starred = async () => {
      const { rows } = await world.db.query<{ uri: string }>(
        `select n.uri from public.node_stars s join public.branch_nodes n using (node_id) where n.branch_id = $1`,
        [project.branchId],
      )
      return rows.map((node) => node.uri)
    }
    await imported(project, anApi('v1', 3))
    await world.db.query(
      `insert into public.node_stars (node_id, user_id)
       select n.node_id, p.creator_id from public.branch_nodes n join public.projects p on p.id = $1
       where n.branch_id = $2 and n.uri = $3`,
      [project.id, project.branchId, uri],
    )
    await lay('Ours')
    const laid = await named()
    expect(laid).toMatchObject({ name: 'Ours', is_hidden: true })
    await imported(project, anApi('v1', 3).replace('Get part 2 v1', 'Fetch part 2 v1'))
    expect(await named()).toEqual(laid)
    await imported(project, anApi('v2', 3))
    expect(await named()).toMatchObject({ name: 'Ours', is_hidden: true })
    expect(await starred()).toEqual([uri])
    await lay(null)
    expect(await named()).toMatchObject({ name: 'Get part 1 v2', is_hidden: true })
  })

  test('is seen whole or not at all by readers who ask all the time', async () => {
    const project = await world.aProject('Readers')
    await imported(project, anApi('v1', 120))
    const job = await world.importFiles(project, { 'reference/parts.json': anApi('v2', 60) })
    const seen = new Set<string>()
    let over = false
    const reader = async () => {
      while (!over) seen.add(JSON.stringify(await contentOf(world, project.branchId)))
    }
    const readers = [reader(), reader(), reader()]
    const task = await world.finished(job)
    over = true
    await Promise.all(readers)
    seen.add(JSON.stringify(await contentOf(world, project.branchId)))
    expect(task.status).toBe('success')
    const whole = (version: string, operations: number) => ({
      versions: [version],
      nodes: operations * 2 + 1,
      edges: operations * 3,
      operations,
      toc: [version],
    })
    expect([...seen].map((text) => JSON.parse(text))).toEqual([whole('v1', 120), whole('v2', 60)])
  })
})

describe('files that cannot be read', () => {
  test('broken YAML is refused with line and column; the old content stays; nothing is retried', async () => {
    const project = await world.aProject('Broken')
    await imported(project, anApi('v1', 2))
    const before = await contentOf(world, project.branchId)
    const job = await world.importFiles(project, {
      'reference/broken.yaml': 'openapi: 3.1.0\ninfo:\n  title: "Broken\npaths: {}\n',
    })
    const task = await world.finished(job)
    expect(task.status).toBe('failed')
    expect(task.payload.error).toMatchObject({
      file: 'reference/broken.yaml',
      line: expect.any(Number),
      column: expect.any(Number),
      message: expect.stringMatching(/\w+/),
    })
    expect(task.lines.at(-1)).toMatch(/^error: reference\/broken\.yaml, line \d+, column \d+: /)
    expect(await contentOf(world, project.branchId)).toEqual(before)
    await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
    expect(await count('private.task_uploads where job_id = $1', job)).toBe(0)
  })

  test.each([
    ['a shopping list', 'reference/list.yaml', '- milk\n- bread\n', /not an OpenAPI document/],
    [
      'a Postman collection',
      'reference/x.json',
      '{"info":{"schema":"https://schema.getpostman.com/x"}}',
      /Postman/,
    ],
    ['a file of another kind', 'reference/notes.txt', 'hello', /nothing to document|plain text/i],
  ])('%s is refused with a sentence', async (what, path, text, sentence) => {
    const project = await world.aProject(`Odd: ${what}`)
    const task = await world.finished(await world.importFiles(project, { [path]: text }))
    expect(task.status).toBe('failed')
    expect(task.payload.error?.message).toMatch(sentence)
  })

  test('text that Postgres cannot store does not stop an import', async () => {
    const project = await world.aProject('Odd text')
    const text = anApi('v1', 1).replace('Get part 0', 'Get \\u0000 part \\ud800 0')
    expect((await imported(project, text)).status).toBe('success')
  })
})

test('a page with internal parts has data of its own for others', async () => {
  const project = await world.aProject('Parts')
  const text = (hidden: object) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Lamps', version: '1' },
      components: {
        schemas: { Lamp: { properties: { red: { type: 'string' }, blue: { type: 'string', ...hidden } } } },
      },
    })
  const kept = async () => {
    const { rows } = await world.db.query<{ has: boolean; data: string; words: string | null }>(
      `select n.has_internal_parts as has, s.data::text as data, n.external_search::text as words from public.branch_nodes n
       left join public.snapshots s on s.workspace_id = n.workspace_id and s.hash = n.external_snapshot_hash
       where n.branch_id = $1 and n.type = 'model'`,
      [project.branchId],
    )
    return rows
  }
  await imported(project, text({ 'x-internal': true }))
  const [row] = await kept()
  expect(row).toMatchObject({ has: true, data: '{"properties":{"red":{"type":"string"}}}' })
  expect(row?.words).toContain('red')
  expect(row?.words).not.toContain('blue')
  await imported(project, text({}))
  expect(await kept()).toEqual([{ has: false, data: null, words: null }])
})

describe('an odd file', () => {
  const anOddApi = (rest: object) =>
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Odd', version: '1' }, ...rest })
  const random = (length: number) => randomBytes(length).toString('hex').slice(0, length)
  const get = { responses: { 200: { description: 'Fine.' } } }
  const log = (task: { lines: string[] }) => task.lines.filter((line) => line.startsWith('warn'))

  test('with a name that is too long loses that page, and the author hears of it', async () => {
    const project = await world.aProject('Long')
    // Random, since an index compresses what repeats; as long as may be, with an edge from one to the other.
    const [model, path] = [random(1_900), `/${random(1_900)}`]
    const schema = { $ref: `#/components/schemas/${model}` }
    const content = { 'application/json': { schema } }
    const task = await imported(
      project,
      anOddApi({
        paths: {
          '/short': { get },
          [path]: { get: { responses: { 200: { description: 'Fine.', content } } } },
          [`/${random(2_100)}`]: { get },
        },
        components: { schemas: { [model]: { type: 'object' } } },
      }),
    )
    expect(task).toMatchObject({
      status: 'success',
      payload: { counts: { api: 1, operation: 2, schema: 1 }, warnings: 1 },
    })
    expect(log(task)).toEqual([
      expect.stringMatching(/was left out: its path or name is longer than 2,000 bytes/),
    ])
    expect(await count('public.node_edges where branch_id = $1', project.branchId)).toBe(4)
  })

  test('in Latin-1 keeps its letters, and the author hears of it', async () => {
    const project = await world.aProject('Latin-1')
    const text = 'openapi: 3.1.0\ninfo: {title: Straßenverzeichnis, version: "1"}\npaths: {}\n'
    const job = await world.importFiles(project, { 'reference/odd.yaml': Buffer.from(text, 'latin1') })
    const task = await world.finished(job)
    expect(log(task)).toEqual([expect.stringContaining('not encoded in UTF-8')])
    expect(
      await count(
        `public.branch_nodes where branch_id = $1 and name = 'Straßenverzeichnis'`,
        project.branchId,
      ),
    ).toBe(1)
  })

  test('with numbers beyond 2^53 keeps their digits', async () => {
    const project = await world.aProject('Numbers')
    const text = anOddApi({
      components: { schemas: { Big: { type: 'integer', maximum: 1, examples: [2, 3] } } },
    })
    await imported(
      project,
      text
        .replace('"maximum":1', '"maximum":9223372036854775807')
        .replace('[2,3]', '[1e400,-9007199254740993]'),
    )
    const { rows } = await world.db.query<{ data: string }>(
      `select s.data::text as data from public.branch_nodes n
       join public.snapshots s on s.workspace_id = n.workspace_id and s.hash = n.snapshot_hash
       where n.branch_id = $1 and n.type = 'model'`,
      [project.branchId],
    )
    expect(rows[0]?.data).toContain('"maximum":9223372036854775807')
    expect(rows[0]?.data).toContain('[1e400,-9007199254740993]')
  })
})
