// A call of the API: method, path with ids, and what it does with parameters that were read.
import { z } from 'zod'
import type { Account, TableName, TableValue } from '../state/account.ts'
import type { FormObject } from './form.ts'
import { expand, read } from './params.ts'

/** A thing of the account, or a list of them, as it is answered. */
export type Answer = { object: string }

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** As in Stripe's reference: `/v1/customers/:id`. */
  path: string
  /** @param ids what stands for `:id`, in order */
  run(account: Account, form: FormObject, ids: string[]): Answer
}

interface Doing<T> {
  account: Account
  given: T
  /** The first id of the path. */
  id: string
}

/** A route whose parameters are of a type; unknown ones are refused before anything is done. */
export function route<T>(
  method: Route['method'],
  path: string,
  type: z.ZodType<T>,
  run: (doing: Doing<T>) => Answer,
): Route {
  return {
    method,
    path,
    run: (account, form, [id = '']) => run({ account, given: read(type, form), id }),
  }
}

const bare = z.strictObject(expand)

/** Tables of things that are answered as they are. */
type Answered = { [N in TableName]: TableValue<N> extends Answer ? N : never }[TableName]

/** The route that answers one thing by its id. */
export function byId(path: string, table: Answered): Route {
  return route('GET', `${path}/:id`, bare, ({ account, id }) => account.get(table, id))
}
