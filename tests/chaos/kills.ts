// `npm run kills -- 50`: kills processes of an instance at random, under load, and says what was lost and how long the
// product was away. Nothing that was acknowledged may be missing; nobody helps it up.
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '../../stack/postgres/connect.ts'
import { postgresProcessesIn } from '../../stack/postgres/folder-processes.ts'
import { alive } from '../../stack/postgres/orphan.ts'
import { killHard } from '../support/processes.ts'
import { type RunningStack, startStack } from '../support/stack.ts'
import { hears, SAY } from './hears.ts'
import { endsOf, importOne, worksOf } from './work.ts'

const count = Number(process.argv[2] ?? 50)
/** Kills nothing else: `npm run kills -- 3 'all children'`. */
const only = process.argv[3]
const WAIT_MS = 60_000
// A fourth end within ten minutes is meant to be the last: these two are killed no more often.
const RARE_MS = 10 * 60_000
const RARE_TIMES = 3

const FUNCTIONS = ['api', 'login', 'pages', 'mocks', 'billing'] as const
const CHILDREN = ['worker', 'postgres', ...FUNCTIONS.map((name) => `function ${name}` as const)] as const

type Victim = (typeof CHILDREN)[number] | 'backend' | 'analysis' | 'supervisor' | 'all children' | 'launcher'
const killed: { victim: Victim; at: number; awayMs: number }[] = []
const acknowledged = { rows: [] as number[], files: [] as number[], imports: [] as string[] }
let next = 0
let over = false

const ARGS = ['--no-app']
let stack = await startStack({ args: ARGS })
try {
  await prepare()
  const load = [...Array.from({ length: 4 }, rows), ...Array.from({ length: 2 }, files), calls(), imports()]
  for (let round = 0; round < count && (await strike()); round++);
  over = true
  await Promise.all(load)
  await back()
  await report()
} finally {
  await stack.stop()
}

async function prepare(): Promise<void> {
  const db = await connect(stack.dbUrl)
  await db.query('create table public.kept (id int primary key); grant all on public.kept to service_role')
  await db.query(SAY)
  await db.end()
  await back()
  await call('/storage/v1/bucket', 'POST', '{"id":"kept","name":"kept"}')
}

async function call(path: string, method = 'GET', body?: string): Promise<Response> {
  const { serviceRoleKey: key } = stack
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(`${stack.apiUrl}${path}`, { method, headers, body: body ?? null, signal })
  await answer.arrayBuffer()
  return answer
}

async function rows(): Promise<void> {
  while (!over) {
    const id = ++next
    const answer = await call('/rest/v1/kept', 'POST', `{"id":${id}}`).catch(() => undefined)
    if (answer?.status === 201) acknowledged.rows.push(id)
    await delay(20)
  }
}

async function files(): Promise<void> {
  while (!over) {
    const id = ++next
    const answer = await call(`/storage/v1/object/kept/${id}`, 'POST', `"${id}"`).catch(() => undefined)
    if (answer?.ok) acknowledged.files.push(id)
    await delay(100)
  }
}

async function calls(): Promise<void> {
  while (!over) {
    for (const name of FUNCTIONS) await callFunction(name)
    await delay(100)
  }
}

// Any answer of its own will do.
function callFunction(name: string): Promise<Response | undefined> {
  return call(`/functions/v1/${name}/.kills`).catch(() => undefined)
}

async function imports(): Promise<void> {
  while (!over) {
    const job = await importOne(stack).catch(() => undefined)
    if (job) acknowledged.imports.push(job)
    await delay(1_000)
  }
}

/** Kills one at random, or all at once; false where nobody may be killed any more. */
async function strike(): Promise<boolean> {
  await delay(randomInt(200, 1_500))
  const targets = targetsNow()
  const names = [...targets.keys()].filter((name) => mayDie(name) && (only === undefined || name === only))
  if (names.length === 0) return only === undefined || mayDie(only as Victim)
  const victim = names[randomInt(names.length)]
  const all = victim === undefined ? [] : (targets.get(victim) ?? [])
  const pids = victim === 'all children' ? all : all.slice(randomInt(Math.max(all.length, 1))).slice(0, 1)
  if (victim === undefined || pids.length === 0) return true
  for (const pid of pids) killHard(pid)
  const at = performance.now()
  for (const pid of pids) await gone(pid)
  if (victim === 'launcher') await startAgain()
  await back(victim)
  const awayMs = performance.now() - at
  killed.push({ victim, at: Date.now(), awayMs })
  console.log(`${killed.length} ${victim}: back after ${(awayMs / 1000).toFixed(1)} s`)
  return true
}

// Without its launcher everything ends in order (decision 31); systemd, or whatever runs it, starts it again.
async function startAgain(): Promise<void> {
  const { dataDir, port } = stack
  while (existsSync(`${dataDir}/run.json`)) await delay(5)
  stack = await startStack({ dataDir, port, args: ARGS })
}

function targetsNow(): Map<Victim, number[]> {
  const { supervisor, children } = stack.run()
  const targets = new Map<Victim, number[]>([
    ['supervisor', [supervisor.pid]],
    ['launcher', [stack.pid]],
  ])
  for (const name of CHILDREN) {
    const child = children[name]
    if (child && alive(child.pid)) targets.set(name, [child.pid])
  }
  const backends = postgresProcessesIn(`${stack.dataDir}/postgres`).filter(
    (pid) => pid !== children.postgres?.pid,
  )
  if (backends.length > 0) targets.set('backend', backends)
  const works = children.worker ? worksOf(children.worker.pid) : []
  if (works.length > 0) targets.set('analysis', works)
  const those = CHILDREN.map((name) => targets.get(name) ?? [])
  if (those.every((pids) => pids.length > 0)) targets.set('all children', [...those.flat(), ...works])
  return targets
}

function endsPostgres(victim: Victim): boolean {
  return victim === 'postgres' || victim === 'all children'
}

function mayDie(victim: Victim): boolean {
  if (!endsPostgres(victim) && victim !== 'supervisor' && victim !== 'launcher') return true
  const alike = (other: Victim) => other === victim || (endsPostgres(other) && endsPostgres(victim))
  const recent = killed.filter((one) => alike(one.victim) && Date.now() - one.at < RARE_MS)
  return recent.length < RARE_TIMES
}

async function gone(pid: number): Promise<void> {
  while (alive(pid)) await delay(5)
}

/** Waits until a write, a stored file, a call of each function, Realtime and the worker are all possible. */
async function back(killedLast = 'the start'): Promise<void> {
  let last = ''
  const until = performance.now() + WAIT_MS
  while (performance.now() < until) {
    const id = ++next
    const answers = await Promise.all([
      call('/rest/v1/kept', 'POST', `{"id":${id}}`).catch(() => undefined),
      call('/storage/v1/bucket').catch(() => undefined),
      ...FUNCTIONS.map(callFunction),
      hears(stack, () => call('/rest/v1/rpc/say', 'POST', '{}')).then(
        () => ({ status: 200 }),
        () => undefined,
      ),
    ])
    last = `REST, Storage, ${FUNCTIONS.join(', ')}, Realtime: ${answers.map((answer) => answer?.status ?? 'none').join(', ')}; worker ${workerRuns()}`
    if (answers.every((answer) => answer !== undefined && answer.status < 500) && workerRuns()) return
    await delay(25)
  }
  throw new Error(`The product was not back within ${WAIT_MS / 1000} s of ${killedLast} (${last}).`)
}

function workerRuns(): boolean {
  if (!existsSync(`${stack.dataDir}/run.json`)) return false
  const { worker } = stack.run().children
  return worker !== undefined && alive(worker.pid)
}

async function report(): Promise<void> {
  const db = await connect(stack.dbUrl)
  const present = await db.query<{ id: number }>('select id from public.kept')
  await db.end()
  const found = new Set(present.rows.map(({ id }) => id))
  const lostRows = acknowledged.rows.filter((id) => !found.has(id))
  const lostFiles = []
  for (const id of acknowledged.files) if (!(await holds(stack, id))) lostFiles.push(id)
  const byVictim = Map.groupBy(killed, ({ victim }) => victim)
  for (const [victim, all] of byVictim) {
    const times = all.map(({ awayMs }) => awayMs / 1000).sort((a, b) => a - b)
    const middle = times[Math.floor(times.length / 2)]?.toFixed(1)
    console.log(`${victim}: ${all.length} kills, median ${middle} s, longest ${times.at(-1)?.toFixed(1)} s`)
  }
  const late = killed.filter(({ awayMs }) => awayMs > 5_000).length
  console.log(`${killed.length} kills, ${late} of them longer than 5 s`)
  console.log(`${acknowledged.rows.length} rows acknowledged, ${lostRows.length} lost`)
  console.log(`${acknowledged.files.length} files acknowledged, ${lostFiles.length} lost`)
  const ends = await importsEnded()
  console.log(
    `${acknowledged.imports.length} imports acknowledged, ${[...ends].map(([end, n]) => `${n} ${end}`).join(', ')}`,
  )
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')
  console.log(`load of the machine at the end: ${load}`)
  if (lostRows.length + lostFiles.length + (ends.get('lost') ?? 0) + (ends.get('waiting') ?? 0) > 0)
    process.exitCode = 1
}

// The last of them wait for those before them, and for a pause after each attempt that was killed.
async function importsEnded(): Promise<Map<string, number>> {
  const until = performance.now() + 5 * WAIT_MS
  let ends = await endsOf(stack, acknowledged.imports)
  while (ends.has('waiting') && performance.now() < until) {
    await delay(500)
    ends = await endsOf(stack, acknowledged.imports)
  }
  return ends
}

async function holds({ apiUrl, serviceRoleKey: key }: RunningStack, id: number): Promise<boolean> {
  const headers = { apikey: key, authorization: `Bearer ${key}` }
  const answer = await fetch(`${apiUrl}/storage/v1/object/kept/${id}`, { headers })
  return answer.ok && (await answer.text()) === `"${id}"`
}
