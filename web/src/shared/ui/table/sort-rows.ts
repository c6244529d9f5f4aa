import type { Column, Order } from './types.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

/** The rows in an order; equal ones keep theirs. A column without `text` leaves all as they are. */
export function sortRows<Row>(rows: Row[], columns: Column<Row>[], order: Order | undefined): Row[] {
  const text = columns.find(({ id }) => id === order?.by)?.text
  if (!order || !text) return rows
  const direction = order.descending ? -1 : 1
  // Each text once, not once a comparison.
  return rows
    .map((row) => ({ row, text: text(row) }))
    .sort((a, b) => direction * compare(a.text, b.text))
    .map(({ row }) => row)
}
