import type { Statement } from '../../sql/compile/compile.ts'
import type { GraphError } from '../errors.ts'

/** One field of the answer: known already, to be asked of the database, or refused. */
export type Part =
  | { label: string; text: string }
  | { label: string; statement: Statement; check?: (count: number) => void }
  | { label: string; error: GraphError }

/** What a request comes to, before the database is asked. */
export interface Planned {
  parts: Part[]
  readOnly: boolean
}
