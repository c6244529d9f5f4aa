// `npm start`: everything in order, visibly, and everything ended again whatever happens.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../log.ts'
import { freeBlock, isFree } from '../ports.ts'
import { endOrphan } from '../postgres/orphan.ts'
import { databaseUser } from '../postgres/os-user.ts'
import { createDataDir, deleteData, resolveDataDir } from './data-dir.ts'
import { runInstance } from './instance.ts'
import type { Options } from './options.ts'
import { endLeftovers, lock, type Ports, unlock } from './run-file.ts'
import { readSettings } from './settings.ts'

// Everything must be gone within 5 s of the signal; what is not by then is killed with this process.
const LAST_MOMENT = 4_500

/** Starts an instance and stays until a signal; the exit code tells whether it ended well. */
export async function start(options: Options, root: string): Promise<void> {
  const cleanUp = new AsyncDisposableStack()
  const ending = endOnSignal(cleanUp)
  try {
    await prepareAndRun(options, root, cleanUp, ending)
  } catch (error) {
    if (ending.aborted) return
    await cleanUp.disposeAsync()
    throw error
  }
}

async function prepareAndRun(
  options: Options,
  root: string,
  cleanUp: AsyncDisposableStack,
  ending: AbortSignal,
): Promise<void> {
  const user = databaseUser(join(options.data, 'postgres'))
  const dataDir = resolveDataDir(options.data, user)
  if (dataDir !== options.data)
    console.log(`The database's user cannot enter ${options.data}: data is in ${dataDir}.`)
  createDataDir(dataDir, user)
  lock(dataDir)
  cleanUp.defer(() => unlock(dataDir))

  const leftovers = await endLeftovers(dataDir)
  const orphan = await endOrphan(join(dataDir, 'postgres'))
  if (leftovers > 0 || orphan) console.log('The last run did not end well; what it left running was ended.')
  if (options.fresh) await deleteData(dataDir, options.yes)

  const ports = await choosePorts(options.port)
  const settings = readSettings(process.env, root, ports.gateway)
  const tmpDir = mkdtempSync(join(tmpdir(), 'waymark-'))
  cleanUp.defer(() => rmSync(tmpDir, { recursive: true, force: true }))
  const { log, close } = createLog(join(dataDir, 'waymark.log'), settings.logToStdout)
  cleanUp.defer(close)
  await runInstance({ options, root, dataDir, tmpDir, user, ports, settings, log, cleanUp, ending })
}

async function choosePorts(first: number): Promise<Ports> {
  const gateway = first === 0 ? await freeBlock(4) : first
  const ports = { gateway, postgres: gateway + 1, inbox: gateway + 2, smtp: gateway + 3 }
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue
    throw new Error(
      `Port ${port} (${name}) is in use: stop what listens there, or choose four other ports with "npm start -- --port ${gateway + 1000}".`,
    )
  }
  return ports
}

// The first signal, or a defect that nobody caught, ends everything in order; a later signal ends at once.
// At a terminal one Ctrl-C arrives several times: from the terminal, from npm, from the launcher.
function endOnSignal(cleanUp: AsyncDisposableStack): AbortSignal {
  const controller = new AbortController()
  let since = 0
  const endWith = (code: number, sentence: string) => {
    if (controller.signal.aborted) {
      if (Date.now() - since > 1_000) process.exit(1)
      return
    }
    since = Date.now()
    console.log(sentence)
    controller.abort()
    setTimeout(() => process.exit(1), LAST_MOMENT).unref()
    cleanUp.disposeAsync().then(
      () => process.exit(code),
      (error: Error) => {
        console.error(error.message)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => endWith(0, '\nStopping …'))
  process.on('uncaughtException', (error) => endWith(1, `Waymark ends because of a defect: ${error.stack}`))
  return controller.signal
}
