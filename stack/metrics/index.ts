// The metrics of an instance: off without a port.
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Health } from '../gateway/index.ts'
import { openPool } from '../postgres/pool.ts'
import { databaseMetrics } from './database.ts'
import { healthMetrics, processMetrics } from './processes.ts'
import { type RequestMetrics, requestMetrics } from './requests.ts'
import { serveMetrics } from './server.ts'

type OnPid = (name: string, pid: number | undefined) => void

export interface Metrics {
  requests: RequestMetrics
  /** Passes on what it hears of the processes of an instance. */
  onPid(next: OnPid): OnPid
  /** Begins to answer; what it opened is closed by `cleanUp`. */
  serve(o: { databaseUrl: string; health(): Promise<Health>; cleanUp: AsyncDisposableStack }): Promise<void>
}

// Less than Prometheus waits for an answer (10 s).
const PATIENCE_MS = 3_000

/** Makes what counts; undefined where no port is set. */
export function createMetrics(port: number): Metrics | undefined {
  if (port === 0) return undefined
  const registry = new Registry()
  return {
    requests: requestMetrics(registry),
    onPid: (next) => processMetrics(registry, next),
    async serve({ databaseUrl, health, cleanUp }) {
      collectDefaultMetrics({ register: registry })
      const pool = openPool({
        connectionString: databaseUrl,
        max: 1,
        connectionTimeoutMillis: PATIENCE_MS,
        query_timeout: PATIENCE_MS,
      })
      cleanUp.defer(() => pool.end())
      databaseMetrics(registry, pool)
      healthMetrics(registry, health)
      const server = await serveMetrics(registry, port)
      cleanUp.defer(() => {
        server.close()
        server.closeAllConnections()
      })
    },
  }
}
