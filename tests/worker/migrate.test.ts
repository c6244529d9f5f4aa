// Projects come from other platforms, through kills of the worker; of the key nothing stays.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seal } from '../../supabase/functions/_shared/secrets/box.ts'
import { heldAt, type PlatformsDouble, platformKey, startPlatforms } from '../doubles/platforms.ts'
import { anApi } from './support/descriptions.ts'
import { gitEnv } from './support/git-project.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
let platforms: PlatformsDouble
beforeEach(async () => {
  world = await aWorld()
  platforms = await startPlatforms()
  await world.db.query('update public.workspaces set migrated_from_next = true')
  platforms.next = [
    {
      id: '7',
      name: 'Parts',
      namespace: 'Factory',
      versions: {
        '2.0': { 'reference/parts.json': anApi('v2', 3), 'docs/intro.md': '# Intro\n', 'bin/tool.exe': 'no' },
        '1.0': { 'reference/parts.json': anApi('v1', 3) },
        'old (beta)': { 'reference/parts.json': anApi('v0', 3) },
      },
      leftOut: ['The scenarios of NEXT stay there.'],
    },
    { id: '8', name: 'Empty', namespace: 'Factory', versions: { '1.0': {} } },
  ]
})
afterEach(async () => {
  await world.end()
  await platforms.close()
})

const worker = () =>
  world.worker({
    ...gitEnv,
    WAYMARK_LEGACY_URL: `${platforms.url}/next`,
    WAYMARK_SWAGGERHUB_URL: `${platforms.url}/swaggerhub`,
    WAYMARK_POSTMAN_URL: `${platforms.url}/postman`,
    WAYMARK_STOPLIGHT_URL: `${platforms.url}/stoplight`,
  })

interface Made {
  ok: boolean
  code: string | null
  value: { job_id: string; project_id: number } | null
}

/** Queues one project as the owner; how that went. */
async function queue(externalId: string, source = 'next', account = '', key = platformKey): Promise<Made> {
  const sealed = await seal(key, `migration:${world.workspaceId}:${source}`)
  const { made } = await world.asOwner<{ made: { results: Made[] } }>(
    'select to_jsonb(public.queue_migrations($1, $2, $3, $4, $5)) as made',
    [
      world.workspaceId,
      source,
      account,
      JSON.stringify(sealed),
      JSON.stringify([{ external_id: externalId, name: `Project ${externalId}` }]),
    ],
  )
  const [first] = made.results
  if (!first) throw new Error('nothing was answered')
  return first
}

async function queued(...args: Parameters<typeof queue>) {
  const { value } = await queue(...args)
  if (!value) throw new Error('it was refused')
  return value
}

/** The branches of a project with how many operations each has, once every analysis is over. */
async function branchesOf(projectId: number) {
  await world.untilRow(
    `select 1 as over where not exists (
       select 1 from public.task_logs where project_id = $1 and status in ('queued', 'running'))`,
    [projectId],
  )
  const { rows } = await world.db.query<{ name: string; operations: number }>(
    'select name, operation_count as operations from public.branches where project_id = $1 order by name',
    [projectId],
  )
  return Object.fromEntries(rows.map(({ name, operations }) => [name, operations]))
}

async function keysLeft(): Promise<number> {
  const { rows } = await world.db.query<{ left: number }>(
    'select count(*)::integer as left from private.project_migrations where sealed_key is not null',
  )
  return rows[0]?.left ?? -1
}

describe('a project of NEXT', () => {
  it.each([
    ['before anything came', '/next/7'],
    ['in the middle of its first version', '/versions/2.0/files/docs/intro.md'],
    ['in the last version', '/versions/old%20(beta)/files/reference/parts.json'],
  ])('comes over whole, and once, though the worker is killed %s', async (_, path) => {
    const held = heldAt(platforms, path)
    const { job_id: job, project_id: project } = await queued('7')
    const first = await worker()
    await held
    await first.end('SIGKILL')
    expect((await world.task(job)).status).toBe('running')
    platforms.before = () => undefined

    await worker()
    const task = await world.finished(job)
    expect(task.status).toBe('success')
    expect(await branchesOf(project)).toEqual({ '1.0': 3, '2.0': 3, 'old-(beta)': 3 })
    const count = await world.untilRow<{ analyses: number; projects: number }>(
      `select (select count(*)::integer from public.task_logs where task_id = 'analyze') as analyses,
         (select count(*)::integer from public.projects) as projects`,
    )
    expect(count).toEqual({ analyses: 3, projects: 1 })
    expect(task.lines.filter((line) => line.startsWith('warn: "2.0"'))).toHaveLength(1)
    expect(task.lines.filter((line) => line.includes('The scenarios of NEXT stay there.'))).toHaveLength(1)
    expect(task.payload).toEqual({ warnings: 2 })
    expect(await keysLeft()).toBe(0)
    expect(platforms.faults).toEqual([])
  })

  it('is not queued twice at once, and comes again into the project that it became', async () => {
    const first = await queued('7')
    expect(await queue('7')).toMatchObject({ ok: false, code: 'CONFLICT' })
    await worker()
    await world.finished(first.job_id)
    const again = await queued('7')
    expect(again.project_id).toBe(first.project_id)
    expect((await world.finished(again.job_id)).status).toBe('success')
    expect(Object.keys(await branchesOf(first.project_id))).toHaveLength(3)
  })

  it('with nothing to take along, or a key that is none, fails with a sentence and forgets the key', async () => {
    const [empty, closed] = [await queued('8'), await queued('7', 'next', '', 'another-key')]
    const running = await worker()
    expect((await world.finished(empty.job_id)).payload.error?.message).toBe(
      'Nothing of this project could be taken along; the log says why.',
    )
    expect((await world.finished(closed.job_id)).payload.error?.message).toContain('does not accept this key')
    expect(await keysLeft()).toBe(0)
    // Neither in what the worker wrote nor in what is kept of its jobs.
    expect(running.output()).not.toMatch(/another-key|a-key-of-the-double/)
    const { rows } = await world.db.query(
      `select 1 from public.task_log_lines where message ~ 'another-key'
       union all select 1 from public.task_logs where payload::text ~ 'another-key'
       union all select 1 from graphile_worker._private_jobs where payload::text ~ 'ciphertext|key'`,
    )
    expect(rows).toEqual([])
  })

  it('waits for a server that is away, and gives up with its sentence', async () => {
    platforms.before = () => 503
    const { job_id: job } = await queued('7')
    await world.db.query(
      `update graphile_worker._private_jobs set attempts = max_attempts - 1 where key = $1`,
      [`migrate:${job}`],
    )
    await worker()
    const task = await world.finished(job)
    expect(task.payload.error?.message).toContain('answered with status 503')
    expect(await keysLeft()).toBe(0)
  })

  it('counts anew how often it fails once a version came', async () => {
    let isAway = true
    platforms.before = (asked) => {
      if (!isAway || !asked.includes('/versions/1.0/')) return undefined
      isAway = false
      return 503
    }
    const { job_id: job, project_id: project } = await queued('7')
    // In its last attempt the first version comes, and the second one does not.
    await world.db.query(
      'update graphile_worker._private_jobs set attempts = max_attempts - 1 where key = $1',
      [`migrate:${job}`],
    )
    await worker()
    expect((await world.finished(job)).status).toBe('success')
    expect(Object.keys(await branchesOf(project))).toHaveLength(3)
  })

  it('brings the default version alone where the plan holds one, and says so', async () => {
    await world.db.query('update public.billing_accounts set billing_product_id = 1')
    const { job_id: job, project_id: project } = await queued('7')
    await worker()
    const task = await world.finished(job)
    expect(Object.keys(await branchesOf(project))).toEqual(['2.0'])
    expect(task.lines.filter((line) => line.startsWith('warn: "1.0" was left out:'))).toHaveLength(1)
  })

  it('waits while too much of what came before waits to be imported', async () => {
    const { job_id: job } = await queued('7')
    await world.db.query(
      `insert into storage.objects (bucket_id, name, metadata)
       values ('uploads', $1, jsonb_build_object('size', 2147483648::bigint))`,
      [`${world.workspaceId}/migrate-${job}/before`],
    )
    await worker()
    // Put off, without an attempt that would count.
    await world.untilRow(
      `select 1 as off from graphile_worker.jobs
       where task_identifier = 'migrate' and locked_at is null and run_at > now() + interval '10 seconds' and attempts = 0`,
    )
    expect(await world.task(job)).toMatchObject({ status: 'queued', lines: [] })
    await world.db.query(`select set_config('storage.allow_delete_query', 'true', false)`)
    await world.db.query(`delete from storage.objects where name like '%/before'`)
    await world.db.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'migrate'), run_at => now())`,
    )
    expect((await world.finished(job)).status).toBe('success')
  })

  it('comes no more once who queued it has left', async () => {
    const { job_id: job } = await queued('7')
    await world.db.query('update private.project_migrations set created_by = null where job_id = $1', [job])
    await worker()
    expect((await world.finished(job)).payload.error?.message).toContain('no longer in the workspace')
  })

  it.each([
    ['left', 'delete from public.workspace_members where user_id = $1'],
    ['became a viewer', `update public.workspace_members set role = 'viewer' where user_id = $1`],
  ])('brings nothing more once who queued it has %s in the middle', async (_, change) => {
    const { rows } = await world.db.query<{ id: string }>(
      `with credential as (
         insert into auth.users (id, email, aud, role) values (gen_random_uuid(), 'maker@example.com', 'authenticated', 'authenticated') returning id)
       select private.ensure_user(id, 'maker@example.com') as id from credential`,
    )
    const maker = rows[0]?.id
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'maker')`,
      [world.workspaceId, maker],
    )
    const { job_id: job, project_id: project } = await queued('7')
    await world.db.query('update private.project_migrations set created_by = $2 where job_id = $1', [
      job,
      maker,
    ])
    await world.db.query(
      `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'editor') on conflict do nothing`,
      [project, maker],
    )
    let isChanged: Promise<unknown> | undefined
    platforms.before = (asked) => {
      if (!asked.includes('/versions/1.0/')) return undefined
      isChanged ??= world.db.query(change, [maker])
      return isChanged.then(() => undefined)
    }
    await worker()
    expect((await world.finished(job)).payload.error?.message).toContain('may not change the project')
    expect(Object.keys(await branchesOf(project))).toEqual(['2.0'])
    expect(await keysLeft()).toBe(0)
  })
})

describe('other platforms', () => {
  it('SwaggerHub brings an API with its versions', async () => {
    platforms.swaggerhub = { acme: { todo: { '1.0.0': anApi('v1', 3), '1.1.0': anApi('v2', 3) } } }
    const { job_id: job, project_id: project } = await queued('apis/todo', 'swaggerhub', 'acme')
    await worker()
    const task = await world.finished(job)
    expect([task.status, platforms.faults]).toEqual(['success', []])
    expect(await branchesOf(project)).toEqual({ '1.0.0': 3, '1.1.0': 3 })
    const main = await world.untilRow<{ name: string }>(
      'select name from public.branches where project_id = $1 and is_default',
      [project],
    )
    expect(main.name).toBe('1.1.0')
  })

  it('Postman brings a collection as a description, without its secrets', async () => {
    platforms.collections = {
      '12-abc': {
        info: {
          name: 'Pets',
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
        item: [{ name: 'Get', request: { method: 'GET', url: 'https://api.example.com/pets' } }],
        auth: { type: 'bearer', bearer: [{ key: 'token', value: 'top-secret' }] },
      },
    }
    const { job_id: job, project_id: project } = await queued('collection/12-abc', 'postman')
    await worker()
    const task = await world.finished(job)
    expect([task.status, platforms.faults]).toEqual(['success', []])
    expect(await branchesOf(project)).toEqual({ main: 1 })
    const { rows } = await world.db.query<{ path: string }>('select path from public.branch_files')
    expect(rows.map(({ path }) => path)).toEqual(['reference/collection.openapi.json'])
    expect(task.lines.filter((line) => line.startsWith('warn:'))).toHaveLength(2)
  })

  it('Stoplight brings articles and descriptions of every branch, and says what it did not show', async () => {
    const { job_id: job, project_id: project } = await queued('cHJqOjE', 'stoplight', 'd2s6MQ')
    await worker()
    const task = await world.finished(job)
    expect(task.status).toBe('success')
    await branchesOf(project)
    const { rows } = await world.db.query<{ name: string; paths: string[] }>(
      `select b.name, array_agg(f.path order by f.path) as paths
       from public.branches b join public.branch_files f on f.branch_id = b.id group by b.name order by b.name`,
    )
    const paths = ['docs/hello.md', 'reference/todo.json']
    expect(rows).toEqual([
      { name: 'main', paths },
      { name: 'v2', paths },
    ])
    expect(task.lines).toContain('warn: "v2": "Gone" could not be read and was left out.')
  })
})
