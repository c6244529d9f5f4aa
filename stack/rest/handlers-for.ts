import type { Catalog } from '../sql/catalog/catalog.ts'
import type { MediaHandler, Relation } from '../sql/catalog/types.ts'
import type { Handlers } from './media.ts'
import type { SelectItem } from './parse/ast.ts'

/**
 * What else than PostgREST's own media types an answer can be: as the function that is called says, or as an
 * aggregate makes it of the relation's rows. What was written for whole rows is of no use to a selection of columns.
 */
export function handlersFor(
  catalog: Catalog,
  relation: Relation | undefined,
  select: SelectItem[],
  ofFunction?: MediaHandler,
): Handlers {
  const ofRows = relation?.oid ? catalog.mediaHandlers(relation) : []
  const own = ofFunction ? [ofFunction] : ofRows
  return { own: isWholeRow(select) ? own : [], any: catalog.mediaHandlers(undefined) }
}

function isWholeRow(select: SelectItem[]): boolean {
  const [item, ...more] = select
  return item?.kind === 'field' && item.field.name === '*' && !item.aggregate && more.length === 0
}
