import type { At, PageParameter, QueryParameters } from './ast.ts'
import { looksLikeFilter, parseFilter, parseLogic } from './filter.ts'
import { nameList, treePath } from './names.ts'
import { parseOrder } from './order.ts'
import { parseSelect } from './select.ts'

/** Parses a URL's query. With `forCall`, parameters that are no filters are a function's arguments. */
export function parseQuery(search: URLSearchParams, forCall: boolean): QueryParameters {
  const parameters: QueryParameters = {
    select: parseSelect(search.get('select') || '*'),
    filters: [],
    logic: [],
    order: [],
    pages: [],
    columns: optionalNames(search, 'columns', 'columns parameter'),
    onConflict: optionalNames(search, 'on_conflict', 'on_conflict parameter'),
    args: [],
  }
  for (const [key, value] of search) sort(parameters, key, value, forCall)
  return parameters
}

function sort(parameters: QueryParameters, key: string, value: string, forCall: boolean): void {
  switch (lastWord(key)) {
    case 'select':
    case 'columns':
    case 'on_conflict':
      if (!key.includes('.')) return
      break
    case 'and':
    case 'or':
      parameters.logic.push(parseLogic(key, value))
      return
    case 'order':
      parameters.order.push(parseOrder(key, value))
      return
    case 'limit':
      addPage(parameters.pages, key, { limit: wholeNumber(value) })
      return
    case 'offset':
      addPage(parameters.pages, key, { offset: wholeNumber(value) })
      return
  }
  if (forCall && !looksLikeFilter(key, value)) parameters.args.push([key, value])
  else parameters.filters.push(parseFilter(key, value))
}

function lastWord(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}

function optionalNames(search: URLSearchParams, key: string, subject: string): string[] | undefined {
  const text = search.get(key)
  return text === null ? undefined : nameList(subject, text)
}

function addPage(pages: At<PageParameter>[], key: string, page: PageParameter): void {
  const { path } = treePath(key)
  const known = pages.find((entry) => entry.path.join('.') === path.join('.'))
  if (known) Object.assign(known.value, page)
  else pages.push({ path, value: page })
}

/** PostgREST ignores what is no whole number. */
function wholeNumber(text: string): number | undefined {
  if (!/^-?\d+$/.test(text)) return undefined
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : undefined
}
