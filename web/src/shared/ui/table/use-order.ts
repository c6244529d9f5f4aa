import { useMemo, useState } from 'react'
import { sortRows } from './sort-rows.ts'
import type { DataTableProps, Order } from './types.ts'

/** The order of the table and its rows in it: the server's where it sorts, else kept here. */
export function useOrder<Row>({ rows, columns, order, onOrderChange, defaultOrder }: DataTableProps<Row>) {
  const [own, setOwn] = useState<Order | undefined>(defaultOrder)
  const sorted = useMemo(
    () => (onOrderChange ? rows : sortRows(rows, columns, own)),
    [rows, columns, own, onOrderChange],
  )
  return onOrderChange
    ? { rows: sorted, order, setOrder: onOrderChange }
    : { rows: sorted, order: own, setOrder: setOwn }
}
