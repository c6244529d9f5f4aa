// `npm start`: everything in order, visibly, and everything ended again whatever happens.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFECT } from '../bin/keep.mjs'
import { readProject } from '../elsewhere/project.ts'
import { runElsewhere } from '../elsewhere/run.ts'
import { createLog } from '../log.ts'
import { freeBlock, isFree } from '../ports.ts'
import { endOrphan } from '../postgres/orphan.ts'
import { databaseUser } from '../postgres/os-user.ts'
import { abandoned, isPartial } from './backup/partial.ts'
import { currentCode, mustFit, recordedCode } from './folder/code-version.ts'
import { createDataDir, deleteData, resolveDataDir } from './folder/data-dir.ts'
import { endLeftovers, lock, type Ports, unlock } from './folder/run-file.ts'
import { runInstance } from './instance.ts'
import type { Options } from './options.ts'
import { readSettings } from './settings.ts'
import { explained, mustOwn } from './start-errors.ts'

// Everything must be gone within 5 s of the signal; what is not by then is ended without further ado.
const LAST_MOMENT = 4_000
const LAST_PATIENCE = 250

/** Starts an instance and stays until a signal; the exit code tells whether it ended well. */
export async function start(options: Options, root: string): Promise<void> {
  const cleanUp = new AsyncDisposableStack()
  const end = endInOrder(cleanUp)
  try {
    await prepareAndRun(options, root, cleanUp, end)
  } catch (error) {
    if (end.signal.aborted) return
    await cleanUp.disposeAsync()
    throw explained(error, options.data)
  }
}

async function prepareAndRun(
  options: Options,
  root: string,
  cleanUp: AsyncDisposableStack,
  end: End,
): Promise<void> {
  // Said before anything is touched.
  const project = options.project && readProject(options.project, process.env)
  const user = databaseUser(join(options.data, 'postgres'))
  const dataDir = resolveDataDir(options.data, user)
  if (dataDir !== options.data)
    console.log(`The database's user cannot enter ${options.data}: data is in ${dataDir}.`)
  mustBeRestored(dataDir)
  createDataDir(dataDir, user)
  lock(dataDir)
  cleanUp.defer(() => unlock(dataDir))
  // A Postgres that was just being started when the signal came is not recorded as a child yet.
  cleanUp.defer(async () => void (await endOrphan(join(dataDir, 'postgres'))))
  end.atTimeout(async () => {
    await Promise.allSettled([endLeftovers(dataDir), endOrphan(join(dataDir, 'postgres'), LAST_PATIENCE)])
    unlock(dataDir)
  })

  await endLastRun(dataDir)
  if (options.fresh) await deleteData(dataDir, options.yes)
  mustOwn(join(dataDir, 'postgres'), user)

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const code = currentCode(root, version)
  const applied = options.bare ? undefined : recordedCode(dataDir)
  if (applied) mustFit(dataDir, applied, root, code)

  const ports = await choosePorts(options.port)
  const settings = readSettings(process.env, root, ports.gateway)
  const tmpDir = mkdtempSync(join(tmpdir(), 'waymark-'))
  cleanUp.defer(() => rmSync(tmpDir, { recursive: true, force: true }))
  const { log, close } = createLog(join(dataDir, 'waymark.log'), settings.logToStdout)
  cleanUp.defer(close)
  // The one that started this process starts it again on the same ports if it dies.
  process.send?.({ port: ports.gateway })
  const places = { root, dataDir, tmpDir }
  const instance = { options, ...places, user, ports, settings, code, log, cleanUp, ending: end.signal }
  const giveUp = (sentence: string) => {
    log('error', { service: 'supervisor', message: sentence })
    end.with(1, sentence)
  }
  if (project) await runElsewhere(project, { ...instance, giveUp })
  else await runInstance({ ...instance, giveUp })
}

/** Ends what the last run on the folder left running, and says so. */
async function endLastRun(dataDir: string): Promise<void> {
  const { ended, copyOf } = await endLeftovers(dataDir)
  const orphan = await endOrphan(join(dataDir, 'postgres'))
  if (ended > 0 || orphan) console.log('The last run did not end well; what it left running was ended.')
  if (copyOf !== undefined) {
    console.warn(
      `${dataDir} is a copy of ${copyOf}, made while Waymark ran there: what runs there is left alone. Files may have changed while they were copied; "npm run backup -- DIR" makes a copy that is whole.`,
    )
  }
}

// An empty instance in its place would look as if everything were lost.
function mustBeRestored(dataDir: string): void {
  if (isPartial(dataDir)) throw new Error(`${dataDir} is a restore that was not finished: run it again.`)
  const [partial] = existsSync(join(dataDir, 'secrets.json')) ? [] : abandoned(dataDir)
  if (partial === undefined) return
  throw new Error(
    `A restore into ${dataDir} was not finished: run it again ("npm run restore -- DIR --data ${dataDir}"), or remove ${partial} to start with nothing.`,
  )
}

async function choosePorts(first: number): Promise<Ports> {
  const gateway = first === 0 ? await freeBlock(5) : first
  const ports = { gateway, postgres: gateway + 1, inbox: gateway + 2, smtp: gateway + 3, stripe: gateway + 4 }
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue
    throw new Error(
      `Port ${port} (${name}) is in use: stop what listens there, or choose five other ports with "npm start -- --port ${gateway + 1000}".`,
    )
  }
  return ports
}

interface End {
  /** Aborted when everything is about to end. */
  signal: AbortSignal
  /** Prints the sentence, ends everything in order, then this process with the code. */
  with(code: number, sentence: string): void
  /** What is done when that takes too long, before this process exits. */
  atTimeout(work: () => Promise<void>): void
}

// The first signal, or a defect that nobody caught, ends everything in order; a later signal ends at once.
// At a terminal one Ctrl-C arrives several times: from the terminal, from npm, from the launcher.
function endInOrder(cleanUp: AsyncDisposableStack): End {
  const controller = new AbortController()
  let since = 0
  let first = 0
  let last: () => Promise<void> = async () => undefined
  const endWith = (code: number, sentence: string) => {
    if (controller.signal.aborted) {
      // One defect may bring others along while everything ends: what counts is that it began with one.
      if (Date.now() - since > 1_000) process.exit(first || 1)
      return
    }
    since = Date.now()
    first = code
    console.log(sentence)
    controller.abort()
    setTimeout(() => last().finally(() => process.exit(code)), LAST_MOMENT).unref()
    cleanUp.disposeAsync().then(
      () => process.exit(code),
      (error: Error) => {
        console.error(error.message)
        process.exit(code || 1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => endWith(0, '\nStopping …'))
  process.on('disconnect', () => endWith(0, 'What started Waymark is gone. Stopping …'))
  process.channel?.unref()
  // Nobody reads what is printed any more, say `npm start | head`: the log goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // A promise that nobody waited for leaves nothing half run behind: its failure is written down, and all goes on.
  process.on('unhandledRejection', (reason) =>
    console.error(`A defect of Waymark: ${reason instanceof Error ? reason.stack : String(reason)}`),
  )
  process.on('uncaughtException', (error) =>
    endWith(DEFECT, `Waymark ends because of a defect: ${error.stack}`),
  )
  const atTimeout = (work: () => Promise<void>) => {
    last = work
  }
  return { signal: controller.signal, with: endWith, atTimeout }
}
