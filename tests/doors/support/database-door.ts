// A door that leads to tables and functions: SQL, REST or GraphQL.
import { beforeEach, describe, test } from 'vitest'
import { sql } from '../../functions/support/people.ts'
import { sharedStack } from '../../support/stack.ts'
import { type FunctionCells, functions } from '../expectations/functions.ts'
import type { TableCells } from '../expectations/table-rows.ts'
import { tables } from '../expectations/tables.ts'
import { type Caller, callers, type Place, places } from './callers.ts'
import { aDoor, type Cell, everybody } from './door.ts'
import { expectedOfCall, expectedOfRow, type Verb, verbs } from './expected.ts'
import type { Met } from './outcome.ts'

export interface Tries {
  row(cells: TableCells, verb: Verb, who: Caller, at: Place): Promise<Met>
  call(cell: FunctionCells, who: Caller, at: Place): Promise<Met>
  /** Functions that this door does not offer at all: nobody gets anywhere with them. */
  lacks?: (cell: FunctionCells) => boolean
  /**
   * Whether everybody is tried at one place of each thing, another one for another caller and another thing. The policies
   * are the database's, and its own door tries all of them everywhere: what differs here is whom the door says is asking.
   */
  oneEach?: boolean
}

/** The tests of such a door. */
export function describeDatabaseDoor(
  name: string,
  { row, call, lacks = () => false, oneEach = false }: Tries,
): void {
  const door = aDoor(name)
  const chosen = (cells: Cell[], at: readonly Place[], title: string) =>
    oneEach ? atOneEach(cells, at, title) : cells
  beforeEach(forgetGoverned)
  describe.each(verbs)('%s', (verb) => {
    test.each(titled(tables, 'table'))('%s', async (title, cells) => {
      // What nobody was granted is refused before any row is looked for: one place tells.
      const at = cells[verb] ? places[cells.in] : places[cells.in].slice(0, 1)
      const tried = everybody(at, (who, place) => ({
        who,
        at: place,
        name: verb,
        expected: expectedOfRow(cells, verb, who, place),
        met: () => row(cells, verb, who, place),
      }))
      await door.agrees(verb, chosen(tried, at, title))
    })
  })
  describe('call', () => {
    test.each(titled(functions, 'name'))('%s', async (title, cell) => {
      const lacking = lacks(cell)
      const within = lacking ? places[cell.in].slice(0, 1) : places[cell.in]
      const tried = everybody(within, (who, at) => ({
        who,
        at,
        name: 'call',
        expected: lacking ? ('no' as const) : expectedOfCall(cell, who, at),
        met: () => call(cell, who, at),
      }))
      await door.agrees('call', chosen(tried, within, title))
    })
  })
}

// Between them the callers stand at all places of a thing, and at others of the next one: by its name, so that no other
// thing moves them. What nobody would meet there is looked for at the place after.
function atOneEach(cells: Cell[], at: readonly Place[], title: string): Cell[] {
  const first = [...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const placed = (shift: number) =>
    cells.filter(({ who, at: place }) => place === at[(first + shift + callers.indexOf(who)) % at.length])
  const outcomes = (some: Cell[]) => new Set(some.map(({ expected }) => expected)).size
  const shifts = at.map((_, shift) => placed(shift))
  return shifts.find((some) => outcomes(some) === outcomes(cells)) ?? cells
}

// A person may govern so much in a minute: three doors, tried by a quick machine, ask for more. Each count is deleted by
// itself: a call counts in two of them, and a delete of both could wait for it while it waits for the delete.
async function forgetGoverned(): Promise<void> {
  const counts = await sql<{ key: string }>(
    sharedStack(),
    "select key from private.throttle where key like 'governing%'",
  )
  for (const { key } of counts) await sql(sharedStack(), 'delete from private.throttle where key = $1', [key])
}

function titled<K extends string, T extends Record<K, string> & { what?: string }>(all: T[], key: K) {
  return all.map((each) => [[each[key], each.what].filter(Boolean).join(', '), each] as const)
}
