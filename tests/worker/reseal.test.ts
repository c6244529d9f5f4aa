// Keys are replaced: after `npm run reseal` nothing needs the key of before, and what was sealed opens as it did.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Box, open, seal } from '../../supabase/functions/_shared/secrets/box.ts'
import { gitEnv } from './support/git-project.ts'
import { aWorld, type World } from './support/world.ts'

const MAIN = resolve(import.meta.dirname, '../../worker/reseal/main.ts')
/** This process has the old key, and the new one only as the one before: it opens both. */
const newKey = Buffer.alloc(32, 9).toString('base64')
process.env.WAYMARK_SECRET_KEY_PREVIOUS = newKey

let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.end())

/** Puts a secret of each kind there is; what each is bound to, and how it is read again. */
async function furnish() {
  const { id: project } = await world.aProject('Sealed')
  const { workspaceId, db } = world
  const one = async (sql: string, values: unknown[]): Promise<string> => {
    const { rows } = await db.query<{ id: string }>(sql, values)
    return String(rows[0]?.id)
  }
  const integration = await one(
    `insert into public.workspace_integrations (workspace_id, name, kind, config_type, config)
     values ($1, 'Host', 'gitlab', 'custom', '{"hostUrl": "https://git.example", "apiUrl": "https://git.example", "clientId": "id"}') returning id`,
    [workspaceId],
  )
  const account = await one(
    `insert into public.project_service_accounts (project_id, name, kind, username) values ($1, 'CI', 'gitlab', 'ci') returning id`,
    [project],
  )
  const contexts = [
    `workspace:${workspaceId}:clientSecret`,
    `project:${project}:token`,
    `integration:${integration}:webhook`,
    `project:${project}:ciToken`,
    `workspace:${workspaceId}:auditWebhook`,
    `migration:${workspaceId}:swaggerhub`,
  ]
  const boxes = await Promise.all(contexts.map((context) => seal(`secret of ${context}`, context)))
  const put = (sql: string, key: string, at: number) =>
    db.query(sql, [key, boxes[at]?.ciphertext, boxes[at]?.key_id])
  await put(
    `insert into private.secrets (workspace_integration_id, name, ciphertext, key_id) values ($1, 'clientSecret', $2, $3)`,
    integration,
    0,
  )
  await put(
    `insert into private.secrets (project_service_account_id, name, ciphertext, key_id) values ($1, 'token', $2, $3)`,
    account,
    1,
  )
  await put(
    'insert into private.webhook_secrets (workspace_integration_id, ciphertext, key_id) values ($1, $2, $3)',
    integration,
    2,
  )
  await put(
    `insert into private.ci_tokens (project_id, token_hash, ciphertext, key_id) values ($1, '\\x01', $2, $3)`,
    project,
    3,
  )
  await put(
    `insert into private.audit_webhooks (workspace_id, url, ciphertext, key_id, sent_to) values ($1, 'https://siem.example', $2, $3, 0)`,
    workspaceId,
    4,
  )
  const task = await one(
    `insert into public.task_logs (workspace_id, project_id, task_id) values ($1, $2, 'migrate') returning job_id as id`,
    [workspaceId, project],
  )
  await db.query(
    `insert into private.project_migrations (job_id, workspace_id, project_id, source, account, external_id, sealed_key)
     values ($1, $2, $3, 'swaggerhub', 'acme', 'orders', $4)`,
    [task, workspaceId, project, JSON.stringify(boxes[5])],
  )
  return contexts
}

const all = `select ciphertext, key_id from private.secrets where workspace_integration_id is not null
  union all select ciphertext, key_id from private.secrets where project_service_account_id is not null
  union all select ciphertext, key_id from private.webhook_secrets
  union all select ciphertext, key_id from private.ci_tokens
  union all select ciphertext, key_id from private.audit_webhooks
  union all select sealed_key ->> 'ciphertext', sealed_key ->> 'key_id' from private.project_migrations`

/** Runs it with the new key, and the old one as the one before. */
async function reseal(previous = gitEnv.WAYMARK_SECRET_KEY): Promise<string> {
  const env = {
    SUPABASE_DB_URL: world.place.dbUrl,
    WAYMARK_SECRET_KEY: newKey,
    WAYMARK_SECRET_KEY_PREVIOUS: previous,
  }
  const ran = await promisify(execFile)(process.execPath, [MAIN], { env }).catch((error) => error)
  return `${ran.stdout}${ran.stderr}`
}

it('every kind of secret is sealed with the present key, once, and opens as before', async () => {
  const contexts = await furnish()
  const { rows: before } = await world.db.query<Box>(all)
  expect(await reseal()).toBe(
    '6 secrets were sealed with the present key.\nNone is left that an older key sealed.\n',
  )
  const { rows: after } = await world.db.query<Box>(all)
  expect(new Set(after.map(({ key_id }) => key_id)).size).toBe(1)
  expect(after[0]?.key_id).not.toBe(before[0]?.key_id)
  const opened = await Promise.all(after.map((box, at) => open(box, contexts[at] ?? '')))
  expect(opened).toEqual(contexts.map((context) => `secret of ${context}`))
  expect(await reseal()).toContain('0 secrets were sealed')
  const { rows: told } = await world.db.query(
    `select type from public.activity_events where type like '%secret_changed' or type like 'project.ci_token.updated'`,
  )
  expect(told).toEqual([])
})

it('what no key opens is named, and stays as it is', async () => {
  const contexts = await furnish()
  const { rows: before } = await world.db.query<Box>(all)
  const said = await reseal(Buffer.alloc(32, 5).toString('base64'))
  for (const context of contexts) expect(said).toContain(context)
  expect((await world.db.query<Box>(all)).rows).toEqual(before)
})

it('a table with sealed columns is not forgotten', async () => {
  const { rows } = await world.db.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname in ('ciphertext', 'sealed_key')
     where c.relkind = 'r' and n.nspname in ('public', 'private') order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'private.audit_webhooks',
    'private.ci_tokens',
    'private.project_migrations',
    'private.secrets',
    'private.webhook_secrets',
  ])
})
