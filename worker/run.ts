// The worker: analysis, mail and clean-up on graphile-worker. Any number of them may run on one database.
import { EventEmitter } from 'node:events'
import { type Runner, type RunnerOptions, run } from 'graphile-worker'
import pg from 'pg'
import { Room } from './analyze/room.ts'
import { type Config, readConfig } from './config.ts'
import type { Context } from './context.ts'
import { removeOrphans } from './git/scratch.ts'
import { failAbandoned } from './jobs/analyze-log.ts'
import { crontab, tasks } from './jobs/index.ts'
import { type Lifeline, openLifeline } from './lifeline.ts'
import { graphileLogger, log, messageOf } from './log.ts'
import { lookAgain } from './look-again.ts'
import { makePrograms } from './programs/make.ts'
import { prepareDatabase } from './start.ts'
import { createStorage } from './storage.ts'

// Analyses have runners of their own: two that take long must hold up neither mail nor clean-up.
const CONCURRENCY = 2
// Waiting for a server costs next to nothing; one that answers late holds a place of these only.
const WAITING_AT_ONCE = 6
const MIGRATIONS_AT_ONCE = 4
const AUDITS_AT_ONCE = 4
const LOOK_FOR_DEAD_MS = 30_000
const MAKE_ROOM_MS = 1_000
// Nobody is told of a job whose time has come; webhooks wait a second for each other, and not much longer.
const LOOK_FOR_JOBS_MS = 2_000
const LOOK_FOR_WEBHOOKS_MS = 500
// A job that does not let go in time stays locked; the next worker finds this one dead and frees it.
const STOP_WITHIN_MS = 2_000

try {
  await main(readConfig())
} catch (error) {
  log('error', messageOf(error))
  process.exit(1)
}

async function main(config: Config): Promise<void> {
  // A connection for each place of the runners below, and some for what looks after them: none waits for another.
  const db = new pg.Pool({ connectionString: config.dbUrl, max: 40, application_name: 'waymark-worker' })
  const onBroken = (error: Error) => log('warn', 'a database connection broke', { reason: error.message })
  db.on('error', onBroken)
  db.on('connect', (client) => client.on('error', onBroken))
  await prepareDatabase(db, config)
  const orphans = await removeOrphans()
  if (orphans > 0) log('info', 'removed folders of workers that ended without notice', { removed: orphans })

  const stopping = new AbortController()
  makePrograms(stopping.signal, log)
  const lifeline = await openLifeline(config.dbUrl, die, log)
  await lifeline.freeDead()
  const room = new Room(CONCURRENCY)
  const context: Context = {
    config,
    db,
    log,
    storage: createStorage(config),
    stopping: stopping.signal,
    room,
  }
  const {
    analysis,
    branches,
    exports,
    hosts,
    migrations,
    audits,
    slowAudits,
    webhooks,
    comparisons,
    lints,
    workspaces,
    archives,
    mails,
    everythingElse,
  } = tasks(context)
  const runners = await Promise.all([
    startRunner(lifeline, db, stopping.signal, { taskList: analysis, crontab: '' }),
    startRunner(lifeline, db, stopping.signal, { taskList: branches, crontab: '' }),
    startRunner(lifeline, db, stopping.signal, { taskList: exports, crontab: '' }),
    startRunner(lifeline, db, stopping.signal, {
      taskList: hosts,
      crontab: '',
      concurrency: WAITING_AT_ONCE,
    }),
    startRunner(lifeline, db, stopping.signal, {
      taskList: migrations,
      crontab: '',
      concurrency: MIGRATIONS_AT_ONCE,
    }),
    startRunner(lifeline, db, stopping.signal, {
      taskList: audits,
      crontab: '',
      concurrency: AUDITS_AT_ONCE,
    }),
    startRunner(lifeline, db, stopping.signal, {
      taskList: slowAudits,
      crontab: '',
      concurrency: AUDITS_AT_ONCE,
    }),
    startRunner(lifeline, db, stopping.signal, {
      taskList: webhooks,
      crontab: '',
      pollInterval: LOOK_FOR_WEBHOOKS_MS,
    }),
    startRunner(lifeline, db, stopping.signal, { taskList: comparisons, crontab: '' }),
    startRunner(lifeline, db, stopping.signal, { taskList: lints, crontab: '' }),
    startRunner(lifeline, db, stopping.signal, { taskList: workspaces, crontab: '', concurrency: 1 }),
    startRunner(lifeline, db, stopping.signal, { taskList: archives, crontab: '', concurrency: 1 }),
    startRunner(lifeline, db, stopping.signal, { taskList: mails, crontab: '' }),
    startRunner(lifeline, db, stopping.signal, { taskList: everythingElse, crontab }),
  ])
  const watch = setInterval(() => void lookAfter(lifeline, db), LOOK_FOR_DEAD_MS)
  const makeRoom = () =>
    room.make(db).catch((error) => log('warn', 'could not look who waits', { reason: messageOf(error) }))
  const roomWatch = setInterval(() => void makeRoom(), MAKE_ROOM_MS)
  await lookAfter(lifeline, db)

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      clearInterval(watch)
      clearInterval(roomWatch)
      void stop(runners, stopping, lifeline, db)
    })
  console.log('worker ready')
  await Promise.all(runners.map(({ promise }) => promise))
}

function startRunner(
  lifeline: Lifeline,
  db: pg.Pool,
  stopping: AbortSignal,
  options: Pick<RunnerOptions, 'taskList' | 'crontab' | 'concurrency' | 'pollInterval'>,
): Promise<Runner> {
  const events = watched(stopping)
  lookAgain(events, stopping)
  return run({
    concurrency: CONCURRENCY,
    pollInterval: LOOK_FOR_JOBS_MS,
    ...options,
    events,
    pgPool: db,
    noHandleSignals: true,
    logger: graphileLogger,
    preset: { plugins: [holdOnStart(lifeline)] },
  })
}

/**
 * Ends this process, which is started anew, with a runner that would live on and work on nothing: one whose worker ended by
 * itself, or whose first look for jobs failed. Of that graphile-worker remembers which tasks there are, or that it could
 * not read them, which it then answers to every later look.
 */
function watched(stopping: AbortSignal): EventEmitter {
  const events = new EventEmitter()
  let hasLooked = false
  const end = (what: string) => (event: { error?: unknown }) => {
    if (stopping.aborted) return
    log('error', `${what}; the process ends with it`, { reason: messageOf(event.error) })
    process.exit(1)
  }
  const endFirst = end('the first look of a runner for jobs failed')
  for (const answered of ['worker:getJob:empty', 'job:start'])
    events.once(answered, () => {
      hasLooked = true
    })
  events.on('worker:getJob:error', (event) => {
    if (!hasLooked) endFirst(event)
  })
  events.on('worker:stop', end('a worker of a runner ended by itself'))
  return events
}

function holdOnStart(lifeline: Lifeline): GraphileConfig.Plugin {
  return {
    name: 'WaymarkLifeline',
    version: '1.0.0',
    worker: { hooks: { startWorker: (_context, { worker }) => lifeline.hold(worker.workerPool.id) } },
  }
}

async function lookAfter(lifeline: Lifeline, db: pg.Pool): Promise<void> {
  try {
    await lifeline.freeDead()
    await failAbandoned(db)
  } catch (error) {
    log('warn', 'could not look for abandoned jobs', { reason: messageOf(error) })
  }
}

// Without the lock other workers take this one for dead, so it must be: its jobs may already run elsewhere.
function die(): void {
  log('error', 'the connection that proves this worker alive broke; it ends')
  process.exit(1)
}

async function stop(
  runners: Runner[],
  stopping: AbortController,
  lifeline: Lifeline,
  db: pg.Pool,
): Promise<void> {
  log('info', 'stopping')
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
  stopping.abort()
  try {
    await Promise.all(runners.map((runner) => runner.stop()))
    await lifeline.close()
    await db.end()
  } catch (error) {
    log('warn', 'stopped with an error', { reason: messageOf(error) })
  }
  process.exit(0)
}
