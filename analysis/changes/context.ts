import type { OpenApiKind } from '../files/kinds.ts'
import type { ChangeList } from './change-list.ts'
import type { Sameness } from './sameness.ts'
import type { SchemaComparison } from './schema/compare.ts'
import type { ObjectAt, Side } from './side.ts'

/** One description of the two that are compared. */
export interface DescriptionAt {
  root: ObjectAt
  kind: OpenApiKind
  side: Side
}

/** What every part of a comparison needs. */
export interface Comparison {
  old: DescriptionAt
  now: DescriptionAt
  sameness: Sameness
  schemas: SchemaComparison
  changes: ChangeList
  /** The date against which announced ends are read (`2026-01-31`); without it they are taken as past. */
  today: string | undefined
}
