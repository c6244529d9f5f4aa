// What /health tries: a query over the pool of each service, a call of each function, the queue, the disk.
import type { Functions } from '../../functions/index.ts'
import { openPool } from '../../postgres/pool.ts'
import type { Database } from '../database.ts'
import type { Options } from '../options.ts'
import type { Services } from '../services.ts'
import type { Worker } from '../worker.ts'
import { type Check, diskCheck } from './health.ts'
import { watchQueue } from './queue-state.ts'

interface ChecksOptions {
  database: Database
  services: Services
  worker(): Worker | undefined
  dataDir: string
  options: Pick<Options, 'bare'>
  cleanUp: AsyncDisposableStack
}

/** The checks of an instance; their own connection is closed by `cleanUp`. */
export function healthChecks({ database, services, worker, ...o }: ChecksOptions): Check[] {
  const pool = openPool({ connectionString: database.nearUrl('supabase_admin'), max: 1 })
  o.cleanUp.defer(() => pool.end())
  const ok = (work: Promise<unknown>) => work.then(() => 'ok')
  return [
    { name: 'postgres', look: () => ok(pool.query('select 1')) },
    ...(['rest', 'graphql', 'realtime', 'auth', 'storage'] as const).map((name) => ({
      name,
      look: () => ok(services[name].check()),
    })),
    // What a call does to functions of somebody else, nobody here knows.
    ...(o.options.bare ? [] : functionChecks(services.functions)),
    { name: 'mail', look: () => (services.inbox ? 'ok' : 'external') },
    diskCheck(o.dataDir),
    { name: 'worker', look: () => stateOf(worker()) },
    { name: 'queue', look: watchQueue(pool) },
  ]
}

function stateOf(worker: Worker | undefined): string {
  const state = worker?.state() ?? 'stopped'
  if (state === 'late') throw new Error('It has been starting for more than a minute.')
  return state
}

/** A call of each function, by its name. */
export function functionChecks(functions: Functions): Check[] {
  return functions.names().map((name) => ({ name: `function ${name}`, look: () => functions.probe(name) }))
}
