// How much one request may read through what is nested in its rows. Pages multiply: a bound on their product would
// refuse what is small in truth, so every nested page counts itself while Postgres reads it.
import { AnswerTooLarge } from '../postgres/pool.ts'
import type { Embed } from './tree.ts'
import type { JsonField, RowValue } from './tree-graph.ts'

/**
 * In units: a row, a look-up that finds nothing, or half a KiB of JSON. Five lists of ten in each other are 111,110
 * rows. A role may be given more by `alter role … set waymark.max_read`, which comes with every request.
 */
export const MAX_READ = 200_000
const UNIT_BYTES = 512

const REFUSAL = 'waymark: more than one request may read'

/** A page of nested rows: its aggregates by name, and what they are made from. */
export interface CountedPage {
  values: [name: string, sql: string][]
  from: string
  /** What each row costs. */
  weight: number
  /** Whether a page without rows is a row all the same. */
  keepEmpty: boolean
}

/**
 * The select of a page's aggregates, one row, which counts the page for the transaction and ends the statement beyond
 * the bound. All that decides comes from volatile calls: what the planner could work out beforehand, it would raise.
 */
export function countedSql({ values, from, weight, keepEmpty }: CountedPage): string {
  const names = values.map(([name]) => `page.${name}`)
  const bytes = names.map((name) => ` + coalesce(pg_column_size(${name}), 0) / ${UNIT_BYTES}`).join('')
  const before = `coalesce(nullif(current_setting('waymark.read', true), ''), '0')::bigint`
  const units = `1 + page."rows counted" * ${weight}${bytes}`
  const total = `set_config('waymark.read', (${before} + ${units})::text, true)::bigint`
  const most = `coalesce(nullif(current_setting('waymark.max_read', true), '')::bigint, ${MAX_READ})`
  const wanted = keepEmpty ? 'true' : 'page."rows counted" > 0'
  const aggregates = [...values.map(([name, sql]) => `${sql} as ${name}`), 'count(*) as "rows counted"']
  return (
    `select ${names.join(', ') || '1 as any_row'} from (select ${aggregates.join(', ')} ${from}) as page where ` +
    `case when ${total} <= ${most} then ${wanted} else set_config('waymark.read', '${REFUSAL}', true)::boolean end`
  )
}

/** Whether a statement was ended because of the bound, or its answer while it came. */
export function isReadTooMuch(error: unknown): boolean {
  if (error instanceof AnswerTooLarge) return true
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === '22P02' && typeof message === 'string' && message.includes(REFUSAL)
}

/** What one row costs: itself, and a look-up for each to-one embed that it has or brings along. */
export function rowWeight(embeds: Embed[]): number {
  return embeds
    .filter(({ relationship }) => relationship.toOne)
    .reduce((sum, { query }) => sum + rowWeight(query.embeds), 1)
}

/** The same for a row of GraphQL. */
export function nodeWeight(fields: JsonField<RowValue>[]): number {
  return fields.reduce((sum, { value }) => sum + (value.kind === 'one' ? nodeWeight(value.fields) : 0), 1)
}
