// By which operators a filter asks, scalar by scalar. What each means in SQL stands in sql/tree.ts.
import type { ScalarName } from './scalars.ts'

const ORDERED = ['eq', 'gt', 'gte', 'in', 'is', 'lt', 'lte', 'neq']

/** The operators of a scalar's filter; scalars without an entry are not filtered by. */
export const FILTERS: Partial<Record<ScalarName, string[]>> = {
  ID: ['eq'],
  Int: ORDERED,
  Float: ORDERED,
  String: [
    'eq',
    'gt',
    'gte',
    'ilike',
    'in',
    'iregex',
    'is',
    'like',
    'lt',
    'lte',
    'neq',
    'regex',
    'startsWith',
  ],
  Boolean: ['eq', 'is'],
  Date: ORDERED,
  Time: ORDERED,
  Datetime: ORDERED,
  BigInt: ORDERED,
  UUID: ['eq', 'in', 'is', 'neq'],
  BigFloat: ORDERED,
  Opaque: ['eq', 'is'],
}

/** The scalars whose arrays can be filtered by. */
export const LIST_FILTERS: ScalarName[] = [
  'Int',
  'Float',
  'String',
  'Boolean',
  'Date',
  'Time',
  'Datetime',
  'BigInt',
  'UUID',
  'BigFloat',
]

export const LIST_OPERATORS = ['containedBy', 'contains', 'eq', 'is', 'overlaps']
