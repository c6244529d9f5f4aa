// Nodes by the hundred thousand: what analysis makes of real descriptions, dealt to the projects of a workspace.
import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Client } from 'pg'
import { analyze } from '../../../analysis/index.ts'
import { searchTexts } from '../../../worker/analyze/search-words.ts'
import { fixture } from './fixture.ts'

const SHARED = resolve(import.meta.dirname, '../../../../shared/fixtures/openapi')
const DESCRIPTIONS = [
  'github-13mb.json',
  'stripe-3.5mb.json',
  'box-1.8mb.json',
  'asana-3mb.yaml',
  'todo-12kb.yaml',
]
/** Projects that one statement fills: the triggers of nodes keep all of its rows at hand. */
const PROJECTS = 250

/** The descriptions that are here, GitHub's at least. */
async function descriptions(): Promise<string[]> {
  const github = await fixture('github-13mb.json')
  const others = DESCRIPTIONS.slice(1).map((name) => resolve(SHARED, name))
  return [github, ...others.filter((path) => existsSync(path))]
}

/** Rows of `patterns`: what every node of the descriptions is called, says and is found by. */
async function* patterns() {
  for (const path of await descriptions()) {
    const file = { path: `reference/${basename(path)}`, content: readFileSync(path, 'utf8') }
    yield analyze([file]).nodes.map((node) => ({
      type: node.type,
      name: node.name,
      summary: node.summary,
      tags: node.tags,
      method: node.method ?? null,
      path: node.path ?? null,
      is_internal: node.isInternal,
      is_deprecated: node.isDeprecated,
      ...searchTexts(node),
    }))
  }
}

/** A table `patterns` for the time of `work`: every node of every description. */
async function withPatterns(db: Client, workspaceId: number, work: () => Promise<void>): Promise<void> {
  await db.query(`
    create temporary table patterns (
      n integer generated always as identity primary key, description integer, type text, name text, summary text, tags text[],
      method text, path text, is_internal boolean, is_deprecated boolean, search tsvector)`)
  let description = 0
  for await (const rows of patterns())
    await db.query(
      `insert into patterns (description, type, name, summary, tags, method, path, is_internal, is_deprecated, search)
       select $2, type, name, summary, tags, method, path, is_internal, is_deprecated,
         setweight(to_tsvector('simple', a), 'A') || setweight(to_tsvector('simple', b), 'B')
           || setweight(to_tsvector('simple', c), 'C') || setweight(to_tsvector('simple', d), 'D')
       from json_to_recordset($1::json) as r (type text, name text, summary text, tags text[], method text, path text,
         is_internal boolean, is_deprecated boolean, a text, b text, c text, d text)`,
      [JSON.stringify(rows), description++],
    )
  await db.query('analyze patterns')
  await db.query(
    "insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('seeded'), '{}', 2) on conflict do nothing",
    [workspaceId],
  )
  await work()
  await db.query('drop table patterns')
  await db.query('vacuum analyze public.nodes, public.branch_nodes, private.search_words')
}

/** Deals `count` nodes to the default branches of a workspace: each project has a run of pages of a description. */
export async function fillWithNodes(db: Client, workspaceId: number, count: number): Promise<void> {
  const { rows } = await db.query<{ projects: number }>(
    'select count(*)::integer as projects from public.projects where workspace_id = $1',
    [workspaceId],
  )
  const projects = rows[0]?.projects ?? 0
  const each = Math.ceil(count / projects)
  await withPatterns(db, workspaceId, async () => {
    for (let first = 0; first < projects; first += PROJECTS)
      await db.query(dealt, [workspaceId, first, PROJECTS, each])
  })
}

/** A project for each description, with all of its nodes. Answers how many there are. */
export async function fillWithDescriptions(db: Client, workspaceId: number): Promise<number> {
  await withPatterns(db, workspaceId, async () => {
    await db.query(
      `with made as (
         insert into public.projects (workspace_id, name, slug)
         select $1, 'Description ' || d, 'description-' || d from (select distinct description as d from patterns) known returning id
       ) insert into public.branches (project_id, name, slug, is_default, is_published) select id, 'main', 'main', true, true from made`,
      [workspaceId],
    )
    await db.query(
      `update public.projects p set default_branch_id = b.id from public.branches b where b.project_id = p.id and b.is_default and p.workspace_id = $1`,
      [workspaceId],
    )
    await db.query(whole, [workspaceId])
  })
  return (await descriptions()).length
}

const filled = `made as (
    insert into public.nodes (project_id, uri, type) select project_id, '/' || place, type from dealt returning id, project_id, uri
  )
  insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, summary, tags, method, path,
    is_internal, has_internal_parts, is_deprecated, position, snapshot_hash, search)
  select d.default_branch_id, m.id, $1, d.project_id, m.uri, d.type, 'node' || d.place, d.name, d.summary, d.tags, d.method, d.path,
    d.is_internal, false, d.is_deprecated, d.place, sha256('seeded'), d.search
  from dealt d join made m on m.project_id = d.project_id and m.uri = '/' || d.place`

const whole = `
  with dealt as (
    select p.id as project_id, p.default_branch_id, n.n as place, n.*
    from patterns n join public.projects p on p.workspace_id = $1 and p.slug = 'description-' || n.description
  ), ${filled}`

const dealt = `
  with dealt_to as (
    select id, default_branch_id, row_number() over (order by id) - 1 as place from public.projects where workspace_id = $1
    order by id offset $2 limit $3
  ), size as materialized (select count(*) as patterns from patterns),
  dealt as (
    select d.id as project_id, d.default_branch_id, seat.n as place, p.*
    from dealt_to d cross join generate_series(0, $4::integer - 1) seat (n) cross join size
    join patterns p on p.n = 1 + (d.place * 61 + seat.n) % size.patterns
  ), ${filled}`
