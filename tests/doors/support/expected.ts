// What every door has to say: the expectations and the matrix, made into one word for a caller and a place.
import type { FunctionCells } from '../expectations/functions.ts'
import type { TableCells } from '../expectations/table-rows.ts'
import { type Caller, knows, type Place } from './callers.ts'
import type { Outcome } from './outcome.ts'

export const verbs = ['create', 'read', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

const isVisitor = (who: Caller) => who === 'anon' || who === 'token'

/** A row by a verb: who lacks the grant is refused, whom no policy lets through finds no row. */
export function expectedOfRow(cells: TableCells, verb: Verb, who: Caller, at: Place): Outcome {
  const held = cells[verb]
  const rule = typeof held === 'object' ? held.may : held
  if (!rule || (isVisitor(who) && !(cells.anon && verb === 'read'))) return 'no'
  if (rule(who, at)) return 'yes'
  return verb === 'create' ? 'no' : 'unseen'
}

/** A function: refused to who may know of what it is about, and not found by others. */
export function expectedOfCall(cell: FunctionCells, who: Caller, at: Place): Outcome {
  if (isVisitor(who) && !cell.anon) return 'no'
  if (cell.may(who, at)) return 'yes'
  if (cell.lists) return 'unseen'
  return (cell.knows ?? knows[cell.in])(who, at) ? 'no' : 'unseen'
}
