// Whether a filter holds for one value of a list. Lists of resources are filtered by the database.
import type { Filter } from './filter.ts'
import type { Resource } from './values.ts'

/** Whether a filter within `[…]` holds for this value. */
export function matches(filter: Filter, value: Resource): boolean {
  switch (filter.is) {
    case 'and':
      return filter.of.every((of) => matches(of, value))
    case 'or':
      return filter.of.some((of) => matches(of, value))
    case 'not':
      return !matches(filter.of, value)
    case 'some':
      return false
    case 'present':
      return value[filter.place.attribute.name] !== undefined
  }
  const { attribute } = filter.place
  const folded = (given: unknown) => (attribute.caseExact ? String(given) : String(given).toLowerCase())
  const held = value[attribute.name]
  if (held === undefined || held === null) return filter.is === (filter.value === null ? 'eq' : 'ne')
  const [has, wants] = [folded(held), folded(filter.value)]
  const holds = {
    eq: has === wants,
    ne: has !== wants,
    co: has.includes(wants),
    sw: has.startsWith(wants),
    ew: has.endsWith(wants),
    gt: has > wants,
    ge: has >= wants,
    lt: has < wants,
    le: has <= wants,
  }
  return holds[filter.is]
}
