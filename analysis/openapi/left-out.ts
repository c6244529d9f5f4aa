import { isObject, own, ownEntries, ownItems, ownObject, ownString } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { Endpoint } from './transform.ts'

// How OpenAPI 2.0 joins the items of a list, in http-spec's words.
const JOINED: Readonly<Record<string, string>> = {
  csv: 'commaDelimited',
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
}

/**
 * Adds, in place, what an operation says and http-spec has no room for: the links of a response, what the path says of
 * all its operations, and how 2.0 joins lists anywhere but in a query.
 */
export function addLeftOut(data: JsonObject, { kind, item, operation }: Endpoint): void {
  const responses = ownObject(operation, 'responses') ?? {}
  for (const response of ownItems(data, 'responses').filter(isObject)) {
    const source = ownObject(responses, ownString(response, 'code') ?? '')
    const links = ownEntries(source ?? {}, 'links').flatMap(([name, link]) =>
      isObject(link) ? [{ name, ...link }] : [],
    )
    if (links.length > 0) response.links = links
    if (kind === 'openapi2') {
      for (const header of ownItems(response, 'headers').filter(isObject))
        addJoin(header, ownObject(ownObject(source ?? {}, 'headers') ?? {}, ownString(header, 'name') ?? ''))
    }
  }
  for (const key of ['summary', 'description']) {
    const text = ownString(item, key)
    if (text) data[key === 'summary' ? 'pathSummary' : 'pathDescription'] = text
  }
  if (kind === 'openapi2')
    addJoins(data, [...ownItems(operation, 'parameters'), ...ownItems(item, 'parameters')])
}

function addJoins(data: JsonObject, parameters: JsonValue[]): void {
  const request = ownObject(data, 'request') ?? {}
  const said = (place: string, name: JsonValue | undefined): JsonObject | undefined =>
    parameters
      .filter(isObject)
      .find((parameter) => own(parameter, 'in') === place && own(parameter, 'name') === name)
  for (const [group, place] of [
    ['path', 'path'],
    ['headers', 'header'],
  ] as const) {
    for (const param of ownItems(request, group).filter(isObject))
      addJoin(param, said(place, own(param, 'name')))
  }
  for (const content of ownItems(ownObject(request, 'body') ?? {}, 'contents').filter(isObject)) {
    const encodings = ownItems(content, 'encodings')
    const known = new Set(encodings.filter(isObject).map((encoding) => own(encoding, 'property')))
    for (const property of Object.keys(ownObject(ownObject(content, 'schema') ?? {}, 'properties') ?? {})) {
      const style = joinOf(said('formData', property))
      if (style && !known.has(property)) encodings.push({ property, style, headers: [] })
    }
    if (encodings.length > 0) content.encodings = encodings
  }
}

function addJoin(param: JsonObject, source: JsonObject | undefined): void {
  const style = joinOf(source)
  if (style) param.style = style
}

const joinOf = (source: JsonObject | undefined): string | undefined =>
  source && JOINED[ownString(source, 'collectionFormat') ?? '']
