// A filter as Postgres's jsonpath over what private.scim_folded makes: names come from the schema, values go apart, or as
// patterns of which every sign stands for itself.
import type { Json } from '../../_shared/domain/database.gen.ts'
import { invalid } from './errors.ts'
import type { Comparison, Filter, Scalar } from './filter.ts'
import type { Place } from './schema.ts'

export interface Compiled {
  path: string
  vars: Record<string, Json>
  /** What has to be so by an index, by the name as it is folded. */
  exact: Record<string, string>
  /** Whether `exact` says it all. */
  isExact: boolean
  asks: (name: string) => boolean
}

const indexed = ['username', 'externalid', 'id']

/** Compiles a filter. Throws invalidFilter for what cannot be compared. */
export function compileFilter(filter: Filter): Compiled {
  const vars: Record<string, Json> = {}
  const asked = new Set<string>()
  const keep = (value: Json) => {
    const name = `v${Object.keys(vars).length}`
    vars[name] = value
    return `$${name}`
  }
  const path = written(filter, '$', keep, asked)
  const exact = exactOf(filter)
  const isExact = filter.is === 'eq' && Object.keys(exact).length === 1
  return { path, vars, exact, isExact, asks: (name) => asked.has(name.toLowerCase()) }
}

/** What a list is put in order by. */
export function sortPath({ path, list }: Place): string {
  return `${accessor('$', path)}${list && path.length === 1 ? '."value"' : ''}`
}

function exactOf(filter: Filter): Record<string, string> {
  const terms = filter.is === 'and' ? filter.of : [filter]
  return Object.fromEntries(
    terms.flatMap((term) => {
      if (term.is !== 'eq' || typeof term.value !== 'string' || term.place.path.length !== 1) return []
      const name = term.place.path[0]?.toLowerCase() ?? ''
      return indexed.includes(name) ? [[name, term.value]] : []
    }),
  )
}

type Keep = (value: Json) => string

function written(filter: Filter, root: string, keep: Keep, asked: Set<string>): string {
  switch (filter.is) {
    case 'and':
    case 'or':
      return `(${filter.of.map((of) => written(of, root, keep, asked)).join(filter.is === 'and' ? ' && ' : ' || ')})`
    case 'not':
      return `(!${written(filter.of, root, keep, asked)})`
    case 'present':
      noted(filter.place, root, asked)
      return `(exists(${accessor(root, filter.place.path)}))`
    case 'some':
      noted(filter.place, root, asked)
      return `(exists(${accessor(root, filter.place.path)}[*] ? ${written(filter.of, '@', keep, asked)}))`
    default:
      noted(filter.place, root, asked)
      return compared(filter.is, accessor(root, filter.place.path), filter.place, filter.value, keep)
  }
}

function noted({ path }: Place, root: string, asked: Set<string>) {
  if (root === '$') asked.add(path[0]?.toLowerCase() ?? '')
}

function accessor(root: string, path: string[]): string {
  return root + path.map((name) => `.${JSON.stringify(name.toLowerCase())}`).join('')
}

const order: Partial<Record<Comparison, string>> = { gt: '>', ge: '>=', lt: '<', le: '<=' }

function compared(is: Comparison, at: string, place: Place, given: Scalar, keep: Keep): string {
  if (given === null) {
    if (is === 'eq') return `(!(exists(${at})))`
    if (is === 'ne') return `(exists(${at}))`
    throw invalid('invalidFilter', 'Nothing is greater, less or part of null.')
  }
  const value = comparable(place, given)
  if (is === 'eq') return `(${at} == ${keep(value)})`
  if (is === 'ne') return `(!(${at} == ${keep(value)}))`
  if (typeof value !== 'string')
    throw invalid('invalidFilter', `${place.attribute.name} is compared by eq and ne alone.`)
  if (is === 'sw') return `(${at} starts with ${keep(value)})`
  if (is === 'co') return `(${at} like_regex ${JSON.stringify(literal(value))})`
  if (is === 'ew') return `(${at} like_regex ${JSON.stringify(`${literal(value)}$`)})`
  return `(${at} ${order[is]} ${keep(value)})`
}

function comparable({ path, attribute }: Place, value: Scalar): string | number | boolean {
  if (attribute.type === 'boolean') {
    const said = String(value).toLowerCase()
    if (said !== 'true' && said !== 'false')
      throw invalid('invalidFilter', `${attribute.name} is true or false.`)
    return said === 'true'
  }
  const text = String(value)
  if (attribute.type === 'dateTime') {
    const moment = new Date(text)
    if (Number.isNaN(moment.getTime()))
      throw invalid('invalidFilter', `${attribute.name} is a date and time.`)
    return moment.toISOString().toLowerCase()
  }
  // These two alone stand in the folded resource as they are.
  return path.length === 1 && attribute.caseExact ? text : text.toLowerCase()
}

function literal(value: string): string {
  return value.replace(/[!-/:-@[-^`{-~]/g, (sign) => `\\${sign}`)
}
