// What /health tries: a query over the pool of each service, a call of a function, the queue, the disk.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '../../postgres/pool.ts'
import type { Database } from '../database.ts'
import type { Services } from '../services.ts'
import type { Worker } from '../worker.ts'
import { type Check, diskCheck } from './health.ts'
import { watchQueue } from './queue-state.ts'

// Any answer of the function's own will do; it has no such route.
const CALL = '/api/v1/health'
const CALL_MS = 3_500
const START_MS = 3_000

interface ChecksOptions {
  database: Database
  services: Services
  worker(): Worker | undefined
  dataDir: string
  root: string
  gatewayPort: number
  cleanUp: AsyncDisposableStack
}

/** The checks of an instance; their own connection is closed by `cleanUp`. */
export function healthChecks({ database, services, worker, ...o }: ChecksOptions): Check[] {
  const pool = openPool({ connectionString: database.nearUrl('supabase_admin'), max: 1 })
  o.cleanUp.defer(() => pool.end())
  const ok = (work: Promise<unknown>) => work.then(() => 'ok')
  const hasApi = existsSync(join(o.root, 'supabase/functions/api/index.ts'))
  return [
    { name: 'postgres', look: () => ok(pool.query('select 1')) },
    ...(['rest', 'graphql', 'realtime', 'auth', 'storage'] as const).map((name) => ({
      name,
      look: () => ok(services[name].check()),
    })),
    {
      name: 'functions',
      look: () => (hasApi ? callFunction(services, o.gatewayPort) : 'ok'),
    },
    { name: 'mail', look: () => (services.inbox ? 'ok' : 'external') },
    diskCheck(o.dataDir),
    { name: 'worker', look: () => worker()?.state() ?? 'stopped' },
    { name: 'queue', look: watchQueue(pool) },
  ]
}

async function callFunction({ functions }: Services, port: number): Promise<string> {
  // A process that is being started (the first call, a restart) answers when it is up.
  const starting = functions.starting('api')
  const signal = AbortSignal.timeout(starting ? START_MS : CALL_MS)
  const answer = await fetch(`http://127.0.0.1:${port}${CALL}`, { signal }).catch((error: Error) => {
    if (!starting || error.name !== 'TimeoutError') throw error
  })
  if (!answer) return 'starting'
  await answer.body?.cancel()
  if (answer.status >= 500) throw new Error(`the function "api" answers ${answer.status}`)
  return 'ok'
}
