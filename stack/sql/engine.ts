import type { Log } from '../log.ts'
import { CatalogStore } from './catalog/store.ts'
import { Sessions } from './session.ts'

/** What every front end of the compiler shares: the catalog and the connections. */
export interface Engine {
  catalog: CatalogStore
  sessions: Sessions
  /** A query over the connections of those who are known, and of visitors; rejects when there is none. */
  check(): Promise<unknown>
  close(): Promise<void>
}

export interface EngineOptions {
  /** As the authenticator, which may become every caller's role. */
  dbUrl: string
  /** For reading the catalog and listening to `pgrst`. */
  adminUrl: string
  schemas: string[]
  poolSize?: number | undefined
  /** Hears of a catalog that cannot be read. */
  log?: Log | undefined
  /** Connections of visitors, who have no others. */
  visitorPoolSize?: number | undefined
}

const NOBODY_IN_PARTICULAR = ['authenticated', 'anon'].map((role) => ({ role, settings: [], readOnly: true }))
const POOL_SIZE = 10
const VISITOR_POOL_SIZE = 4

/** Connects and reads the catalog; throws when the database does not answer. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const catalog = new CatalogStore(options.adminUrl, options.schemas, options.log)
  await catalog.start()
  const sessions = new Sessions(
    options.dbUrl,
    options.poolSize ?? POOL_SIZE,
    options.visitorPoolSize ?? VISITOR_POOL_SIZE,
  )
  return {
    catalog,
    sessions,
    check: () =>
      Promise.all(NOBODY_IN_PARTICULAR.map((one) => sessions.run(one, [{ sql: 'select 1', values: [] }]))),
    async close() {
      await Promise.all([catalog.close(), sessions.close()])
    },
  }
}
