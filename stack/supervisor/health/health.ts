// GET /health: what holds, tried just now. Each look asks once, whoever asks and however often: looks are shared,
// their outcome is kept for a moment, and one that hangs is not asked a second time.
import { statfs } from 'node:fs/promises'
import type { Health } from '../../gateway/index.ts'

/** A state that holds, with something an operator should know. */
export interface StateWithNote {
  state: string
  note: string
}

export interface Check {
  name: string
  /** Resolves to the state; rejects with the reason when it is down. */
  look(): Promise<string | StateWithNote> | string | StateWithNote
}

const KEPT_MS = 2_000
const PATIENCE_MS = 4_000
/** With less than this Postgres and uploads soon find no room. */
const LEAST_FREE_MB = 100
const HOLDS = new Set(['ok', 'starting', 'asleep', 'external', 'stopped'])

interface Known {
  state: string
  since: string
  reason: string | undefined
  note: string | undefined
}

/** What answers /health: the states of all checks, since when they are so, and why one does not hold. */
export function watchHealth(
  version: string,
  checks: Check[],
  patienceMs = PATIENCE_MS,
): () => Promise<Health> {
  const known = new Map<string, Known>()
  const hanging = new Set<string>()
  let status = { is: 'ok' as Health['status'], since: new Date().toISOString() }
  let looking: Promise<Health> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = async ({ name, look: ask }: Check): Promise<void> => {
    const { state, reason, note } = hanging.has(name) ? LATE : await within(name, ask, hanging, patienceMs)
    const before = known.get(name)
    const since = before?.state === state ? before.since : new Date().toISOString()
    known.set(name, { state, since, reason, note })
  }

  const lookAtAll = async (): Promise<Health> => {
    await Promise.all(checks.map(look))
    lookedAt = performance.now()
    const bad = [...known].filter(([, { state }]) => !HOLDS.has(state))
    const notes = [...known].flatMap(([service, { note }]) => (note === undefined ? [] : [{ service, note }]))
    const is = bad.length > 0 ? 'degraded' : 'ok'
    if (is !== status.is) status = { is, since: new Date().toISOString() }
    return {
      version,
      status: is,
      since: status.since,
      services: Object.fromEntries([...known].map(([name, { state }]) => [name, state])),
      ...(bad.length > 0 && {
        problems: bad.map(([service, { state, since, reason }]) => ({ service, state, since, reason })),
      }),
      ...(notes.length > 0 && { notes }),
    }
  }

  return () => {
    if (!looking || performance.now() - lookedAt > KEPT_MS) {
      lookedAt = Number.POSITIVE_INFINITY
      looking = lookAtAll()
    }
    return looking
  }
}

const LATE: Look = { state: 'down', reason: 'no answer in time', note: undefined }

type Look = Omit<Known, 'since'>

async function within(
  name: string,
  ask: Check['look'],
  hanging: Set<string>,
  patienceMs: number,
): Promise<Look> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Look>((resolve) => {
    timer = setTimeout(() => resolve(LATE), patienceMs)
  })
  hanging.add(name)
  const asked = (async () => ask())().then(
    (found): Look => ({
      reason: undefined,
      ...(typeof found === 'string' ? { state: found, note: undefined } : found),
    }),
    (error: Error): Look => ({ state: 'down', reason: reasonOf(error), note: undefined }),
  )
  asked.finally(() => hanging.delete(name))
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** Anybody reads it: what the operating system refused is said without the path or address that it names. */
function reasonOf(error: NodeJS.ErrnoException): string {
  return error.syscall && error.code ? `${error.syscall} ${error.code}` : error.message
}

/** What is free on the disk of a folder. */
export async function freeMegabytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return Math.floor((bavail * bsize) / 1024 / 1024)
}

/** Whether there is room on the disk of a folder. */
export function diskCheck(dir: string): Check {
  return {
    name: 'disk',
    async look() {
      const free = await freeMegabytes(dir)
      if (free >= LEAST_FREE_MB) return 'ok'
      throw new Error(`${free} MB are free, less than ${LEAST_FREE_MB}`)
    },
  }
}
