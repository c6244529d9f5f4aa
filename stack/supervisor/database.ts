// The instance's database: started, made a Supabase database at its first start, migrated, seeded once.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresBinaries } from '../postgres/binaries.ts'
import { bootstrap, isBootstrapped } from '../postgres/bootstrap.ts'
import { ADMIN, type Cluster, startCluster } from '../postgres/cluster.ts'
import { connect, databaseUrl } from '../postgres/connect.ts'
import { appliedMigrations, migrate, pendingMigrations, seedOnce } from '../postgres/migrate.ts'
import type { OsUser } from '../postgres/os-user.ts'
import { type CodeVersion, codeOf, mustFit, recordCode, stoppedBefore } from './folder/code-version.ts'
import { SYSTEM_DIR } from './folder/data-dir.ts'

export interface Database {
  /** The server that runs now. */
  readonly cluster: Cluster
  /** Starts it again after it ended by itself; everybody's connections go to the same addresses. */
  restart(): Promise<void>
  /** The connection string of a role, for programs of their own. */
  url(role: string): string
  /** The same for what runs in this process: through the Unix socket where there is one, cheaper than loopback. */
  nearUrl(role: string): string
}

interface DatabaseOptions {
  dataDir: string
  port: number
  user: OsUser | undefined
  password: string
}

/** Starts Postgres on the data folder and bootstraps it if that was never finished. */
export async function startDatabase({ dataDir, port, user, password }: DatabaseOptions): Promise<Database> {
  const options = {
    dir: join(dataDir, 'postgres'),
    port,
    user,
    binaries: postgresBinaries(user, SYSTEM_DIR),
    adminPassword: password,
    durable: true,
  }
  let cluster = await startCluster(options)
  const { socketDir } = cluster
  const url = (role: string) => databaseUrl({ port, role, password, database: 'postgres' })
  const nearUrl = (role: string) => databaseUrl({ port, role, password, database: 'postgres', socketDir })
  const admin = await connect(url(ADMIN))
  try {
    if (!(await isBootstrapped(admin))) await bootstrap(admin, password)
  } catch (error) {
    await cluster.stop()
    throw error
  } finally {
    await admin.end()
  }
  return {
    get cluster() {
      return cluster
    },
    async restart() {
      cluster = await startCluster(options)
    },
    url,
    nearUrl,
  }
}

/**
 * Applies the steps that are pending, each all or nothing, and, once, supabase/seed.sql; writes down with the data which
 * code that was. Returns the steps by which data that was there already was brought forward.
 * @throws Error before anything is changed, when the database cannot be brought forward to this code
 */
export async function bringUpToDate(
  database: Database,
  { root, dataDir, code }: { root: string; dataDir: string; code: CodeVersion },
): Promise<string[]> {
  const owner = await connect(database.url('postgres'))
  try {
    const dir = join(root, 'supabase/migrations')
    const before = await appliedMigrations(owner)
    mustFit(dataDir, codeOf(before), root, code)
    await pendingMigrations(owner, dir)
    const applied = await migrate(owner, dir).catch(async (error: Error) => {
      const reached = codeOf(await appliedMigrations(owner))
      throw new Error(stoppedBefore(dataDir, reached, root, error.message), { cause: error })
    })
    await recordCode(dataDir, code)
    const seed = join(root, 'supabase/seed.sql')
    if (existsSync(seed)) {
      await seedOnce(owner, 'supabase/seed.sql', async () => {
        await owner.query(readFileSync(seed, 'utf8'))
      })
    }
    return before.size > 0 ? applied : []
  } finally {
    await owner.end()
  }
}
