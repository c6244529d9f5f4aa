// A database and a storage of one's own, a workspace with an owner, and workers that come and go.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { createVerifier } from '../../../stack/jwt.ts'
import { createKeys, publicKeys } from '../../../stack/keys.ts'
import { connect } from '../../../stack/postgres/connect.ts'
import { createStorage } from '../../../stack/storage/index.ts'
import { claimsOf } from '../../support/claims.ts'
import { testDatabase } from '../../support/database.ts'
import { serve } from '../../support/services.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

export interface World {
  db: pg.Pool
  mail: MailServer
  workspaceId: string
  /** Makes a project whose default branch has no content yet, in the world's workspace or another one of the owner's. */
  aProject(name: string, workspaceId?: string): Promise<Project>
  /** Makes another workspace of the owner's; its id. */
  aWorkspace(slug: string): Promise<string>
  /** Uploads files as the owner and queues their import; the job's id. */
  importFiles(project: Project, files: Record<string, string | Buffer>, branch?: string): Promise<string>
  /** Writes an object into the bucket for uploads. */
  upload(object: string, content: string | Buffer): Promise<void>
  /** Starts a worker; killed at the end of the world at the latest. */
  worker(env?: Record<string, string>): Promise<WorkerProcess>
  /** A connection of one's own, closed at the end of the world at the latest. */
  connect(): Promise<pg.Client>
  task(jobId: string): Promise<Task>
  /** Waits until the task is over. */
  finished(jobId: string): Promise<Task>
  /** Runs a statement as the owner of the workspaces; its first row. */
  asOwner<R extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<R>
  /** Runs a statement with a query's answer awaited until it gives a row. */
  untilRow<R extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<R>
  /** Where the database and its Storage are, for whoever fills them. */
  place: { dbUrl: string; storageUrl: string; serviceKey: string; jwtSecret: string }
  /** The files that Storage keeps on its disk. */
  storedFiles(): string[]
  /** Makes Storage unreachable. */
  closeStorage(): Promise<void>
  end(): Promise<void>
}

export interface Project {
  id: string
  workspaceId: string
  branchId: string
}

export interface Task {
  status: 'queued' | 'running' | 'success' | 'failed'
  payload: {
    error?: { message: string; file?: string; line?: number; column?: number }
    snapshots_written?: number
    counts?: Record<string, number>
  }
  started_at: Date | null
  duration_ms: number | null
  lines: string[]
}

// How long one that hangs is waited for: on a busy machine an analysis that runs out of memory takes half a minute.
const PATIENCE = { timeout: 100_000, interval: 20 }

// A third of what a worker does in a test that asks for nothing of it.
const WITHOUT_LINTS = `create or replace function private.queue_lint(branch_id bigint, place bigint default 0) returns void
  language sql security definer set search_path = '' as 'select'`

/** Builds it; `end` in afterAll. `lints`: whether what becomes content is linted, too. */
export async function aWorld({ lints = false } = {}): Promise<World> {
  const { urls } = await testDatabase('queued')
  const db = new pg.Pool({ connectionString: urls.postgres, max: 12 })
  db.on('error', () => undefined)
  if (!lints) await db.query(WITHOUT_LINTS)
  const keys = await createKeys()
  const verify = createVerifier({ jwtSecret: keys.jwtSecret, jwks: publicKeys(keys.signingKeys) })
  const dir = mkdtempSync(join(tmpdir(), 'waymark-worker-test-'))
  const storage = await serve({
    '/storage/v1': await createStorage({ dbUrl: urls.authenticator, dir, verify }),
  })
  let storageOpen = true
  const closeStorage = async () => {
    if (storageOpen) await storage.close()
    storageOpen = false
  }
  const mail = await startMailServer()
  const workers: WorkerProcess[] = []
  const connections: pg.Client[] = []

  const first = async <R extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<R> => {
    const { rows } = await db.query<R>(sql, values)
    if (!rows[0]) throw new Error(`no row: ${sql}`)
    return rows[0]
  }
  const authId = randomUUID()
  await db.query(
    `insert into auth.users (id, email, aud, role) values ($1, 'owner@example.com', 'authenticated', 'authenticated')`,
    [authId],
  )
  const aWorkspace = async (slug: string) => {
    const { id } = await first<{ id: string }>(
      `select id from private.create_workspace(private.ensure_user($1, 'owner@example.com'), $2, initcap($2))`,
      [authId, slug],
    )
    await db.query('update public.billing_accounts set billing_product_id = 4 where workspace_id = $1', [id])
    return id
  }
  const workspaceId = await aWorkspace('acme')

  async function asOwner<R extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<R> {
    const client = await db.connect()
    try {
      await client.query('begin')
      const claims = await claimsOf(client, { authId })
      await client.query('set local role authenticated')
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
      const { rows } = await client.query<R>(sql, values)
      await client.query('commit')
      return rows[0] as R
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  async function upload(object: string, content: string | Buffer): Promise<void> {
    const answer = await fetch(`${storage.url}/storage/v1/object/uploads/${object}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.serviceRoleKey}`,
        'content-type': 'application/octet-stream',
      },
      body: typeof content === 'string' ? content : new Uint8Array(content),
    })
    if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  }

  async function task(jobId: string): Promise<Task> {
    return first<Task & pg.QueryResultRow>(
      `select t.status, t.payload, t.started_at, t.duration_ms,
         array(select l.level || ': ' || l.message from public.task_log_lines l where l.job_id = t.job_id order by l.seq) as lines
       from public.task_logs t where job_id = $1`,
      [jobId],
    )
  }

  return {
    db,
    mail,
    workspaceId,
    task,
    asOwner,
    upload,
    place: {
      dbUrl: urls.postgres,
      storageUrl: storage.url,
      serviceKey: keys.serviceRoleKey,
      jwtSecret: keys.jwtSecret,
    },
    storedFiles: () =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'url-signing.key')
        .map((entry) => join(entry.parentPath, entry.name))
        .sort(),
    closeStorage,
    async connect() {
      const connection = await connect(urls.postgres)
      connections.push(connection)
      return connection
    },
    aWorkspace,
    async aProject(name, into = workspaceId) {
      const { made } = await asOwner<{ made: { project: { id: number }; branch: { id: number } } }>(
        'select to_jsonb(public.create_project($1, $2)) as made',
        [into, name],
      )
      return { id: String(made.project.id), branchId: String(made.branch.id), workspaceId: into }
    },
    async importFiles(project, files, branch = 'main') {
      const uploads: { path: string; object: string }[] = []
      for (const [path, content] of Object.entries(files)) {
        const object = `${project.workspaceId}/${authId}/${randomUUID()}`
        await upload(object, content)
        uploads.push({ path, object })
      }
      const { made } = await asOwner<{ made: { job_id: string } }>(
        'select to_jsonb(public.import_files($1, $2, $3)) as made',
        [project.id, branch, JSON.stringify(uploads)],
      )
      return made.job_id
    },
    async worker(env = {}) {
      const started = await startWorker({
        SUPABASE_DB_URL: urls.postgres,
        SUPABASE_URL: storage.url,
        SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
        WAYMARK_URL: 'http://waymark.localhost:3000',
        SMTP_URL: mail.url,
        MAIL_FROM: 'Waymark <no-reply@waymark.localhost>',
        ...env,
      })
      workers.push(started)
      return started
    },
    finished: (jobId) =>
      vi.waitFor(async () => {
        const found = await task(jobId)
        if (found.status !== 'success' && found.status !== 'failed') throw new Error(`still ${found.status}`)
        return found
      }, PATIENCE),
    untilRow: (sql, values) => vi.waitFor(() => first(sql, values), PATIENCE),
    async end() {
      for (const worker of workers) await worker.end('SIGKILL')
      for (const connection of connections) await connection.end()
      await closeStorage()
      await mail.close()
      await db.end()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
