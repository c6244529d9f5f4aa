import type { SchemaLike } from '../model/types.ts'
import type { Fact } from './facts.ts'

/** One row below a schema: a field, an item, or a rule. */
export interface SchemaChild {
  name: string
  /** A rule is no field: it says what else holds, and when. */
  kind: 'property' | 'pattern' | 'additional' | 'item' | 'rule'
  schema: SchemaLike
  required: boolean
  /** What is said of the place besides its schema. */
  facts?: readonly Fact[]
}
