// What people are at in a workspace: a row at least in each table of it that archives take along.
import { expect } from 'vitest'
import { anApi } from './descriptions.ts'
import { create, documentAt, opened, type } from './studio.ts'
import type { Project, World } from './world.ts'

/** Proposals, releases, drafts, comments and the rest, in projects that have content; people are grace and alan. */
export async function beAtWork(world: World, orders: Project, parts: Project): Promise<void> {
  await guide(world, orders)
  await link(world, parts)
  await propose(world, orders)
  await draft(world, orders)
  await world.db.query(
    `with o as (
       insert into public.overrides (project_id, node_uri, title, created_by)
       select $1, '/reference/api.json', 'Orders', u.user_id from public.emails u where u.email = 'grace@example.com'),
     w as (
       insert into public.finding_waivers (project_id, workspace_id, rule, anchor, file, reason, owner_id, expires_on)
       select $1, $2, 'operation-tags', 'getPart0', 'reference/api.json', 'Goes with the next release', u.user_id, '2030-01-01'
       from public.emails u where u.email = 'grace@example.com')
     insert into public.project_pins (project_id, user_id) select $1, e.user_id from public.emails e where e.email = 'alan@example.com'`,
    [orders.id, orders.workspaceId],
  )
}

async function imported(world: World, project: Project, files: Record<string, string>, branch?: string) {
  expect((await world.finished(await world.importFiles(project, files, branch))).status).toBe('success')
}

/** A style guide, which orders stays at as it was released. */
async function guide(world: World, orders: Project): Promise<void> {
  const house = await world.aProject('House')
  await world.db.query("update public.projects set flavor = 'style_guide' where id = $1", [house.id])
  const ruleset = (severity: string) => ({
    '.spectral.yaml': `extends: spectral:oas\nrules:\n  operation-tags: ${severity}\n`,
  })
  await imported(world, house, ruleset('error'))
  await world.asOwner(`select public.create_release($1, '1.0.0', 'The first one')`, [house.id])
  await imported(world, house, ruleset('warn'))
  await world.db.query(
    `with g as (insert into public.workspace_default_style_guides (workspace_id, project_id) values ($1, $2))
     insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position, release_id)
     select $3, $2, $1, 0, r.id from public.releases r where r.project_id = $2`,
    [house.workspaceId, house.id, orders.id],
  )
}

async function link(world: World, parts: Project): Promise<void> {
  await world.db.query("update public.projects set type = 'vcs' where id = $1", [parts.id])
  await world.db.query(
    `insert into public.project_repositories (project_id, workspace_id, remote_url_http, remote_url_ssh, external_id, external_slug,
       external_org_slug, default_branch, webhook_external_id)
     values ($1, $2, 'https://git.example.com/acme/parts.git', null, '42', 'parts', 'acme', 'main', 'hook-7')`,
    [parts.id, parts.workspaceId],
  )
}

/** One that is open, with a discussion, and one that was closed. */
async function propose(world: World, orders: Project): Promise<void> {
  const propose = async (name: string) => {
    await world.db.query(
      `insert into public.branches (project_id, name, slug, baseline_branch_id) values ($1, $2, $2, $3)`,
      [orders.id, name, orders.branchId],
    )
    await imported(world, orders, { 'reference/api.json': anApi(name, 3) }, name)
    const { id } = await world.asOwner<{ id: string }>(
      `select public.create_proposal(b.id, 'Name it ' || b.slug, 'So that', null) as id
       from public.branches b where b.project_id = $1 and b.slug = $2`,
      [orders.id, name],
    )
    await world.untilRow('select 1 as done from private.proposal_comparisons where proposal_id = $1', [id])
    return id
  }
  const closed = await propose('before')
  await world.asOwner('select public.close_proposal($1)', [closed])
  const open = await propose('next')
  await world.db.query(
    `with o as (select o.id, b.content_hash from public.proposals o join public.branches b on b.id = o.branch_id where o.id = $1),
     grace as (select user_id from public.emails where email = 'grace@example.com'),
     asked as (
       insert into private.proposal_reviewers (proposal_id, user_id, is_required) select o.id, grace.user_id, true from o, grace),
     team as (
       insert into private.proposal_reviewers (proposal_id, team_id) select o.id, t.id from o, public.teams t where t.slug = 'core'),
     said as (
       insert into private.proposal_reviews (proposal_id, user_id, verdict, content_hash, note)
       select o.id, grace.user_id, 'approved', o.content_hash, 'Fine' from o, grace),
     t as (
       insert into private.proposal_threads (proposal_id, node_uri, node_name, pointer, quote, created_by)
       select o.id, '/reference/api.json/info', 'Info', '/title', 'Parts', grace.user_id from o, grace returning id, proposal_id),
     first as (
       insert into private.proposal_comments (thread_id, proposal_id, author_id, key, text)
       select t.id, t.proposal_id, grace.user_id, gen_random_uuid(), 'Another title, @alan?' from t, grace returning id),
     second as (
       insert into private.proposal_suggestions (comment_id, path, original, before, after, replacement)
       select first.id, 'reference/api.json', 'Parts', '"', '"', 'Orders' from first)
     insert into private.proposal_mentions (comment_id, user_id)
     select first.id, e.user_id from first, public.emails e where e.email = 'alan@example.com'`,
    [open],
  )
  await world.db.query(
    `insert into private.group_reviewers (group_id, team_id, workspace_id, approvals)
     select g.id, t.id, $1, 2 from public.groups g join public.teams t on t.workspace_id = g.workspace_id where g.workspace_id = $1`,
    [orders.workspaceId],
  )
}

/** A file that is new, one with other words, one called otherwise and one deleted; and what somebody says of it. */
async function draft(world: World, orders: Project): Promise<void> {
  await world.asOwner('select public.open_studio(p.slug) from public.projects p where p.id = $1', [orders.id])
  await create(world, orders, { 'docs/plans.md': '# Plans\n' })
  const about = await documentAt(world, orders, 'docs/über uns.md')
  await opened(world, about, '# orders\n')
  await type(world, about, 'We are ')
  const api = await documentAt(world, orders, 'reference/api.json')
  await world.asOwner('select public.move_documents($1, $2)', [
    orders.branchId,
    JSON.stringify([{ id: api.id, path: 'reference/orders.json' }]),
  ])
  const logo = await documentAt(world, orders, 'assets/logo.png')
  await world.asOwner('select public.delete_documents($1)', [[logo.id]])
  const anchor = {
    kind: 'text',
    quote: 'orders',
    before: '',
    after: '',
    epoch: 1,
    start: 'AQ==',
    end: 'Ag==',
  }
  await world.asOwner(`select public.start_comment($1, $2, 'orders', 'Who are @grace and we?')`, [
    about.id,
    JSON.stringify(anchor),
  ])
  await world.db.query(
    `insert into public.comment_mentions (comment_id, user_id, thread_id, branch_id)
     select c.id, e.user_id, c.thread_id, c.branch_id from public.comments c, public.emails e where e.email = 'alan@example.com'
     on conflict do nothing`,
  )
}
