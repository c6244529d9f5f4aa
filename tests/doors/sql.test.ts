// The first door: SQL, as the database role that a caller has, with the claims of the caller's token.
import type { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { sharedStack } from '../support/stack.ts'
import type { FunctionCells, Value } from './expectations/functions.ts'
import type { Row, TableCells } from './expectations/table-rows.ts'
import type { Caller } from './support/callers.ts'
import { describeDatabaseDoor } from './support/database-door.ts'
import { sharedWorld } from './support/door.ts'
import type { Verb } from './support/expected.ts'
import { type Met, outcomeOfAnswer, outcomeOfState } from './support/outcome.ts'

const world = sharedWorld()
const free: Client[] = []

beforeAll(async () => {
  for (let index = 0; index < 4; index++) free.push(await connect(sharedStack().dbUrl))
})
afterAll(async () => {
  for (const client of free) await client.end()
})

describeDatabaseDoor('SQL', {
  async row(cells, verb, who, at) {
    const [sql, values] = statement(cells, verb, cells.row(world, at, who), cells.create?.row(world, at, who))
    return as(who, sql, values, ({ rowCount }) => (rowCount ? 'yes' : 'unseen'))
  },
  async call(cell, who, at) {
    const args = Object.entries(cell.args(world, at, who))
    const given = (place: string) =>
      cell.ofRow ? `jsonb_populate_record(null::public.${cell.ofRow}, ${place})` : place
    const named = args.map(([name], index) => `${name} => ${given(`$${index + 1}`)}`).join(', ')
    const values = args.map(([, value]) => encoded(value))
    return as(who, `select to_json(f) as answer from public.${cell.name}(${named}) f`, values, ({ rows }) =>
      outcomeOfAnswer(answerOf(cell, rows), cell.lists),
    )
  },
})

interface Result {
  rows: Record<string, unknown>[]
  rowCount: number | null
}

async function as(
  who: Caller,
  sql: string,
  values: unknown[],
  outcome: (result: Result) => Met,
): Promise<Met> {
  const client = free.pop() as Client
  const role = who === 'anon' || who === 'token' ? 'anon' : 'authenticated'
  const { authId: sub, sessionId } = world.people[who as 'owner'] ?? {}
  const claims = role === 'anon' ? { role } : { role, sub, session_id: sessionId }
  const headers = who === 'token' ? { 'x-waymark-grant': world.grant } : {}
  try {
    await client.query('begin')
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.headers', $2, true), set_config('role', $3, true)`,
      [JSON.stringify(claims), JSON.stringify(headers), role],
    )
    return outcome(await client.query(sql, values))
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    return outcomeOfState(code, message)
  } finally {
    await client.query('rollback')
    free.push(client)
  }
}

function statement(cells: TableCells, verb: Verb, row: Row, made: Row | undefined): [string, unknown[]] {
  const table = `public.${cells.table}`
  const keys = Object.keys(row)
  const found = keys.map((key, index) => `${key} = $${index + 1}`).join(' and ')
  const values = Object.values(row)
  if (verb === 'read') return [`select ${keys[0]} from ${table} where ${found}`, values]
  if (verb === 'delete') return [`delete from ${table} where ${found}`, values]
  if (verb === 'update') {
    const [[key, value] = ['', '']] = Object.entries(cells.update?.set ?? {})
    if (key) return [`update ${table} set ${key} = $${values.length + 1} where ${found}`, [...values, value]]
    return [`update ${table} set ${keys[0]} = default where ${found}`, values]
  }
  const columns = Object.keys(made ?? {})
  if (!made) return [`insert into ${table} default values`, []]
  const places = columns.map((_, index) => `$${index + 1}`).join(', ')
  return [`insert into ${table} (${columns.join(', ')}) values (${places})`, Object.values(made)]
}

// JSON goes as text; arrays of plain values as arrays.
function encoded(value: Value): unknown {
  const isJson = typeof value === 'object' && (!Array.isArray(value) || typeof value[0] === 'object')
  return isJson ? JSON.stringify(value) : value
}

// A function that returns rows answers a list of them, any other one its value.
function answerOf(cell: FunctionCells, rows: Result['rows']): unknown {
  if (rows.length === 0) return []
  const [first] = rows
  return rows.length === 1 && !cell.name.startsWith('search_') ? first?.answer : rows.map((row) => row.answer)
}
