// The hourly clean-up: what nobody needs goes, what anybody needs stays.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginRemoval } from '../../worker/moving/files-in-use.ts'
import { contentOf } from './support/content.ts'
import { anApi } from './support/descriptions.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
  await world.worker()
})
afterEach(() => world.end())

async function purge(): Promise<void> {
  await world.db.query(`select graphile_worker.add_job('purge')`)
  await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
}

async function column(sql: string): Promise<unknown[]> {
  const { rows } = await world.db.query({ text: sql, rowMode: 'array' })
  return rows.map(([value]) => value)
}

test('snapshots and files that a branch uses stay, orphans go once they are old', async () => {
  const project = await world.aProject('Kept')
  for (const version of ['v1', 'v2']) {
    const job = await world.importFiles(project, { 'reference/parts.json': anApi(version, 2) })
    expect((await world.finished(job)).status).toBe('success')
  }
  expect(await column('select count(*)::integer from public.snapshots')).toEqual([10])

  await purge()
  expect(await column('select count(*)::integer from public.snapshots')).toEqual([10])
  expect(await column('select count(*)::integer from public.files')).toEqual([2])

  await world.db.query(`update public.snapshots set created_at = now() - interval '2 hours'`)
  await world.db.query(`update public.files set created_at = now() - interval '2 days'`)
  await purge()
  // The version before can be restored as long as its commit is kept.
  expect(await column('select count(*)::integer from public.files')).toEqual([2])
  await world.db.query(
    'delete from public.commits c using public.branches b where b.id = c.branch_id and b.commit_hash <> c.sha',
  )
  await purge()
  expect(await column('select count(*)::integer from public.snapshots')).toEqual([5])
  expect(await column('select count(*)::integer from public.files')).toEqual([1])
  expect(await column(`select count(*)::integer from storage.objects where bucket_id = 'files'`)).toEqual([1])
  expect((await contentOf(world, project.branchId)).versions).toEqual(['v2'])
  const again = await world.importFiles(project, { 'reference/parts.json': anApi('v1', 2) })
  expect((await world.finished(again)).payload.snapshots_written).toBe(5)
})

test('files that branches let go of stay while an archive of the workspace is written, and go afterwards', async () => {
  const project = await world.aProject('Exported')
  for (const version of ['v1', 'v2']) {
    const job = await world.importFiles(project, { 'reference/parts.json': anApi(version, 1) })
    expect((await world.finished(job)).status).toBe('success')
  }
  await world.db.query(
    'delete from public.commits c using public.branches b where b.id = c.branch_id and b.commit_hash <> c.sha',
  )
  await world.db.query(`update public.files set created_at = now() - interval '2 days'`)
  const exporting = (status: string) =>
    world.db.query(
      `insert into private.workspace_exports as e (id, workspace_id, user_id, status)
       select '00000000-0000-4000-8000-000000000001', m.workspace_id, m.user_id, $1 from public.workspace_members m
       on conflict (id) do update set status = excluded.status`,
      [status],
    )
  await exporting('running')
  await purge()
  expect(await column('select count(*)::integer from public.files')).toEqual([2])
  await exporting('failed')
  await purge()
  expect(await column('select count(*)::integer from public.files')).toEqual([1])
})

test('bytes that no row names go after a day, some names an hour; what has a row or is young stays', async () => {
  const project = await world.aProject('Strays')
  const job = await world.importFiles(project, { 'reference/parts.json': anApi('v1', 1) })
  expect((await world.finished(job)).status).toBe('success')
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const own = `${world.workspaceId}/${id(1)}`
  const strays = () =>
    column(
      `select name from storage.objects o where bucket_id = 'files' and not exists (
         select from public.files f where f.workspace_id || '/' || f.object_id = o.name) order by name`,
    )
  await world.db.query(
    `insert into storage.objects (bucket_id, name, created_at) values
       ('files', $1, now() - interval '25 hours'), ('files', $2, now() - interval '23 hours'),
       ('files', 'kept by hand', now() - interval '25 hours')`,
    [own, `${world.workspaceId}/${id(2)}`],
  )
  await world.db.query(
    `update storage.objects set created_at = now() - interval '25 hours' where name not like '%' || $1`,
    [id(2)],
  )
  await world.db.query(
    `insert into private.workspace_exports (id, workspace_id, user_id, status)
     select $1, m.workspace_id, m.user_id, 'running' from public.workspace_members m`,
    [id(3)],
  )
  await purge()
  expect(await strays()).toEqual([own, `${world.workspaceId}/${id(2)}`, 'kept by hand'])
  await world.db.query(`update private.workspace_exports set status = 'failed'`)
  // What was looked at in the hour before is not looked at again until all is through.
  await world.db.query(`update private.deployment set strays_sought_to = 'a'`)
  await purge()
  expect(await strays()).toHaveLength(3)
  await purge()
  expect(await strays()).toEqual([`${world.workspaceId}/${id(2)}`, 'kept by hand'])
  expect(await column(`select count(*)::integer from storage.objects where bucket_id = 'files'`)).toEqual([3])
})

test('an archive begins once the clean-up that does not know of it is through', async () => {
  const cleaning = await world.connect()
  await cleaning.query('begin')
  await beginRemoval(cleaning)
  const { made } = await world.asOwner<{ made: { id: string } }>(
    'select to_jsonb(public.export_workspace($1)) as made',
    [world.workspaceId],
  )
  const status = (wanted: string) =>
    world.untilRow('select 1 as there from private.workspace_exports where id = $1 and status = $2', [
      made.id,
      wanted,
    ])
  await status('running')
  await world.untilRow(
    `select 1 as waits from pg_locks where locktype = 'advisory' and not granted and mode = 'ShareLock'
       and database = (select oid from pg_database where datname = current_database())`,
  )
  await cleaning.query('commit')
  await status('success')
})

test('what others get of a page with internal parts stays with it', async () => {
  const project = await world.aProject('Parts')
  const properties = { open: { type: 'string' }, hidden: { type: 'string', 'x-internal': true } }
  const text = JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'Lamps', version: '1' } },
    components: { schemas: { Lamp: { properties } } },
  })
  const job = await world.importFiles(project, { 'reference/lamps.json': text })
  expect((await world.finished(job)).status).toBe('success')
  await world.db.query(`update public.snapshots set created_at = now() - interval '2 hours'`)
  await purge()
  expect(
    await column(
      `select s.data::text from public.branch_nodes n
       join public.snapshots s on s.workspace_id = n.workspace_id and s.hash = n.external_snapshot_hash
       where n.branch_id = ${project.branchId}`,
    ),
  ).toEqual(['{"properties":{"open":{"type":"string"}}}'])
})

test('uploads that were never imported go after a day; those of a waiting import stay', async () => {
  const project = await world.aProject('Uploads')
  const waiting = await world.importFiles(project, { 'reference/parts.json': anApi('v1', 1) })
  await world.finished(waiting)
  await world.untilRow(
    `select 1 as gone where not exists (select from storage.objects where bucket_id = 'uploads')`,
  )
  await world.db.query(
    `insert into storage.objects (bucket_id, name, created_at) values
       ('uploads', '1/x/old', now() - interval '25 hours'), ('uploads', '1/x/waiting', now() - interval '25 hours'),
       ('uploads', '1/x/young', now())`,
  )
  await world.db.query(
    `with task as (
       insert into public.task_logs (task_id, workspace_id, project_id, branch_id) values ('analyze', $1, $2, $3) returning job_id),
     job as (
       select graphile_worker.add_job('analyze', json_build_object('job_id', job_id), job_key => 'analyze:' || job_id,
         run_at => now() + interval '1 hour') from task)
     insert into private.task_uploads (job_id, path, object) select job_id, 'x', '1/x/waiting' from task, job`,
    [world.workspaceId, project.id, project.branchId],
  )
  await world.db.query(`select graphile_worker.add_job('purge')`)
  await world.untilRow(
    `select 1 as done where not exists (select from graphile_worker.jobs where task_identifier = 'purge')`,
  )
  expect(await column(`select name from storage.objects where bucket_id = 'uploads' order by name`)).toEqual([
    '1/x/waiting',
    '1/x/young',
  ])
})

test('codes, counters, mails, keys and old logs go; the last log of a branch stays', async () => {
  const project = await world.aProject('Logs')
  await world.db.query(
    `insert into private.codes (purpose, email, code_hash, expires_at) values
       ('signup', 'old@example.com', '\\x00', now() - interval '2 hours'), ('signup', 'new@example.com', '\\x00', now());
     insert into private.throttle (key, window_start) values ('old', now() - interval '2 days'), ('new', now());
     insert into private.outbox_mails (recipient, template, created_at, sent_at) values
       ('sent-long-ago', 'code', now() - interval '40 days', now() - interval '40 days'),
       ('never-sent', 'code', now() - interval '8 days', null), ('sent-today', 'code', now(), now())`,
  )
  await world.db.query(
    `insert into public.task_logs (task_id, workspace_id, project_id, branch_id, status, branch_ref, created_at)
     select 'analyze', $1, $2, $3, 'success', ref, now() - age
     from (values ('oldest', interval '200 days'), ('older', interval '100 days')) as t (ref, age)`,
    [world.workspaceId, project.id, project.branchId],
  )
  await purge()
  expect(await column('select email from private.codes')).toEqual(['new@example.com'])
  expect(await column(`select key from private.throttle where key in ('old', 'new')`)).toEqual(['new'])
  expect(await column('select recipient from private.outbox_mails')).toEqual(['sent-today'])
  expect(await column('select branch_ref from public.task_logs')).toEqual(['older'])
})

test('deliveries of webhooks go after a month', async () => {
  await world.db.query(
    `with made as (
       insert into public.workspace_integrations (workspace_id, name, kind) values ($1, 'GitHub', 'github') returning id
     )
     insert into public.webhook_deliveries (workspace_id, workspace_integration_id, delivery_id, event, outcome, received_at)
     select $1, made.id, name, 'push', 'ignored', now() - age
     from made, (values ('old', interval '31 days'), ('young', interval '29 days')) as t (name, age)`,
    [world.workspaceId],
  )
  await purge()
  expect(await column('select delivery_id from public.webhook_deliveries')).toEqual(['young'])
})

test('events of Stripe go long after it can send them again', async () => {
  await world.db.query(
    `insert into private.stripe_events (id, type, created, received_at, processed_at)
     select name, 'invoice.paid', now() - age, now() - age, now() - age
     from (values ('evt_old', interval '61 days'), ('evt_replayed', interval '31 days')) as t (name, age)`,
  )
  await purge()
  expect(await column('select id from private.stripe_events')).toEqual(['evt_replayed'])
})

test('what hosts showed of their repositories goes after a day', async () => {
  await world.db.query(
    `with made as (
       insert into public.workspace_integrations (workspace_id, name, kind) values ($1, 'GitLab', 'gitlab') returning id
     ), account as (
       insert into public.external_users (user_id, workspace_integration_id, external_id)
       select m.user_id, made.id, 'owner' from made, public.workspace_members m where m.workspace_id = $1 returning id
     )
     insert into private.host_repositories (external_user_id, external_id, remote_url_http, external_slug, external_org_slug, seen_at)
     select account.id, name, 'https://gitlab.com/acme/api.git', 'api', 'acme', now() - age
     from account, (values ('old', interval '25 hours'), ('young', interval '23 hours')) as t (name, age)`,
    [world.workspaceId],
  )
  await purge()
  expect(await column('select external_id from private.host_repositories')).toEqual(['young'])
})
