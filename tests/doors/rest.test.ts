// The second door: REST. What it changes is undone when it would be committed.
import type { Row, TableCells } from './expectations/table-rows.ts'
import { type Answered, ask, type Request } from './support/ask.ts'
import { describeDatabaseDoor } from './support/database-door.ts'
import { sharedWorld } from './support/door.ts'
import type { Verb } from './support/expected.ts'
import { type Met, outcomeOfAnswer, outcomeOfState } from './support/outcome.ts'

const world = sharedWorld()

describeDatabaseDoor('REST', {
  oneEach: true,
  async row(cells, verb, who, at) {
    const row = cells.row(world, at, who)
    const query = new URLSearchParams(Object.entries(row).map(([key, value]) => [key, `eq.${value}`]))
    if (verb === 'read') query.set('select', Object.keys(row)[0] ?? '*')
    const made = cells.create?.row(world, at, who) ?? {}
    const path = `/rest/v1/${cells.table}${verb === 'create' ? '' : `?${query}`}`
    return outcome(await ask(world, who, path, requestOf(cells, verb, row, made)), true)
  },
  async call(cell, who, at) {
    const body = cell.args(world, at, who)
    return outcome(await ask(world, who, `/rest/v1/rpc/${cell.name}`, { method: 'POST', body }), cell.lists)
  },
})

function requestOf(cells: TableCells, verb: Verb, row: Row, made: Row): Request {
  const headers = { prefer: 'return=minimal' }
  if (verb === 'create') return { method: 'POST', headers, body: made }
  if (verb === 'delete') return { method: 'DELETE', headers }
  if (verb === 'update') return { method: 'PATCH', headers, body: cells.update?.set ?? unchanged(row) }
  return {}
}

// A column that anybody may name; identities are refused before any grant is looked at.
function unchanged(row: Row): Row {
  const [[key, value] = ['id', 0]] = Object.entries(row)
  return key === 'id' ? { created_at: '2026-01-01' } : { [key]: value }
}

function outcome({ status, json, text }: Answered, lists = false): Met {
  // Nothing was there to change: else the change would have been undone, with words.
  if (status === 204 || (status === 200 && text === '')) return lists ? 'unseen' : 'yes'
  if (status < 300) return outcomeOfAnswer(json, lists)
  const { code = String(status), message = text } = (json ?? {}) as { code?: string; message?: string }
  return outcomeOfState(code, message)
}
