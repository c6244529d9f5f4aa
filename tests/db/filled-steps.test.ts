// Steps that change rows, on tables that hold some: as they stand in an installation that is upgraded.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { migrate } from '../../stack/postgres/migrate.ts'
import { testDatabase } from '../support/database.ts'

const steps = join(import.meta.dirname, '../../supabase/migrations')
const before = mkdtempSync(join(tmpdir(), 'waymark-steps-'))
let db: Client | undefined
afterEach(async () => {
  await db?.end()
  rmSync(before, { recursive: true, force: true })
})

it('leave nothing of one’s own in default integrations, and know again what branches were compared by', async () => {
  const files = readdirSync(steps).filter((file) => file.endsWith('.sql'))
  for (const file of files) if (file < '20261123085320_') copyFileSync(join(steps, file), join(before, file))
  const { urls } = await testDatabase('base')
  db = await connect(urls.postgres)
  await migrate(db, before)
  const admin = await connect(urls.admin)
  const ids = await filled(admin).finally(() => admin.end())
  await migrate(db, steps)

  const { rows: integrations } = await db.query(
    `select i.id, i.config, i.has_secrets, array(select s.name from private.secrets s where s.workspace_integration_id = i.id) as secrets,
       (select count(*)::int from public.external_users x where x.workspace_integration_id = i.id) as accounts
     from public.workspace_integrations i where i.id = any ($1) order by i.id`,
    [[ids.default, ids.second, ids.custom]],
  )
  expect(integrations).toEqual([
    { id: ids.default, config: {}, has_secrets: false, secrets: [], accounts: 1 },
    // Apart from the first one by its name of before, which leads nowhere.
    {
      id: ids.second,
      config: { hostUrl: ownAt('older').hostUrl },
      has_secrets: false,
      secrets: [],
      accounts: 1,
    },
    { id: ids.custom, config: ownAt('own'), has_secrets: true, secrets: ['clientSecret'], accounts: 1 },
  ])

  const { rows: branches } = await db.query(
    'select slug, content_hash from public.branches where project_id = $1 order by slug',
    [ids.project],
  )
  const main = hashOf({ 'a.yaml': 'a', 'b/ä.md': 'b' })
  expect(branches).toEqual([
    { slug: 'empty', content_hash: null },
    { slug: 'main', content_hash: main },
    { slug: 'next', content_hash: hashOf({ 'a.yaml': 'other' }) },
  ])
})

const ownAt = (host: string) => ({
  hostUrl: `https://${host}.example.com`,
  apiUrl: `https://${host}.example.com/api`,
  clientId: 'own',
})

/** Fills what the steps change; the ids of it. */
async function filled(db: Client) {
  const one = async (sql: string, values: unknown[]): Promise<string> =>
    (await db.query<{ id: string }>(`${sql} returning id`, values)).rows[0]?.id ?? ''
  const workspace = await one("insert into public.workspaces (name, slug) values ('Filled', 'filled')", [])
  const { rows } = await db.query<{ id: string }>(
    `with credential as (insert into auth.users (id, email) values (gen_random_uuid(), 'filled@example.com') returning id)
     insert into public.users (auth_id, username) select id, 'filled' from credential returning id`,
  )
  const user = rows[0]?.id
  const anIntegration = async (type: string, host: string) => {
    const id = await one(
      `insert into public.workspace_integrations (workspace_id, name, kind, config_type, config, has_secrets)
       values ($1, $4, 'github', $2, $3, true)`,
      [workspace, type, JSON.stringify(ownAt(host)), host],
    )
    await db.query(
      `insert into private.secrets (workspace_integration_id, name, ciphertext, key_id) values ($1, 'clientSecret', 'c2VhbGVk', 'key1')`,
      [id],
    )
    await db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id) values ($1, $2, '7')`,
      [user, id],
    )
    return id
  }
  const byDefault = await anIntegration('default', 'old')
  const second = await anIntegration('default', 'older')
  const custom = await anIntegration('custom', 'own')
  const project = await one(
    "insert into public.projects (workspace_id, name, slug) values ($1, 'Filled', 'filled')",
    [workspace],
  )
  for (const [slug, files] of [
    ['main', { 'b/ä.md': 'b', 'a.yaml': 'a' }],
    ['next', { 'a.yaml': 'other' }],
    ['empty', null],
  ] as const) {
    const branch = await one(
      `insert into public.branches (project_id, name, slug, is_default, is_published, last_analyzed_at)
       values ($1, $2, $2, $2 = 'main', $2 = 'main', case when $3 then now() end)`,
      [project, slug, files !== null],
    )
    for (const [path, content] of Object.entries(files ?? {})) {
      await db.query(
        'insert into public.files (workspace_id, hash, size, object_id) values ($1, $2, 1, gen_random_uuid()) on conflict do nothing',
        [workspace, sha(content)],
      )
      await db.query(
        'insert into public.branch_files (branch_id, workspace_id, path, hash) values ($1, $2, $3, $4)',
        [branch, workspace, path, sha(content)],
      )
    }
  }
  return { default: byDefault, second, custom, project }
}

const sha = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** As the worker makes it of a branch's files. */
function hashOf(files: Record<string, string>): string {
  const all = createHash('sha256')
  for (const [path, content] of Object.entries(files))
    all.update(`${path}\u0000${sha(content).toString('hex')}\n`)
  return all.digest('hex')
}
