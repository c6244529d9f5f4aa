import { addRefEdges, type NodeDraft, stableIdOf } from '../drafts.ts'
import type { Located } from '../files/source-document.ts'
import { isObject, own, ownItems, ownString, ownStrings, pointer } from '../json.ts'
import type { FoundRef } from '../schema/converter.ts'
import { searchTextOf } from '../search-text.ts'
import { clip, firstParagraph } from '../text.ts'
import type { JsonObject } from '../types.ts'
import { type ApiContext, messageOf, reportOdd } from './context.ts'
import { callbackOperations, Inliner } from './inline.ts'
import { type FoundOperation, operationsOf } from './methods.ts'
import { limitExamples, replaceSchemas } from './schema-slots.ts'
import { cleanSchema, type Endpoint, transformEndpoint } from './transform.ts'

interface Place extends FoundOperation {
  documentProp: 'paths' | 'webhooks'
  /** The path, or the webhook's name. */
  name: string
  item: Located
}

/** Adds an operation or a webhook to the drafts. */
export function describeOperation(api: ApiContext, place: Place): void {
  const { workshop, document, service } = api
  const { documentProp, name: path, method } = place
  const source = place.operation.value as JsonObject
  const at = pointer(documentProp, path, ...place.at)
  const uri = document.uri + at
  const stableId = stableIdOf(source, uri)
  const { data, refs } = operationData(api, place, at)
  const draft: NodeDraft = {
    uri,
    type: documentProp === 'paths' ? 'http_operation' : 'http_webhook',
    stableId,
    name: clip(ownString(source, 'summary')?.trim() || ownString(source, 'operationId') || path, 500),
    summary: firstParagraph(ownString(source, 'description')),
    tags: ownStrings(source, 'tags'),
    method,
    path,
    ...(service.version === undefined ? {} : { version: service.version }),
    isInternal: service.isInternal || isInternal(source) || isInternal(place.item.value as JsonObject),
    isDeprecated: own(source, 'deprecated') === true,
    parentUri: service.uri,
    data: { ...data, id: stableId },
    searchText: '',
  }
  draft.searchText = searchTextOf(draft)
  workshop.drafts.push(draft)
  workshop.edges.push({ type: 'parent', from: uri, to: service.uri, path: '' })
  addRefEdges(workshop, uri, refs)
}

function operationData(api: ApiContext, place: Place, at: string): { data: JsonObject; refs: FoundRef[] } {
  const { operation } = place
  const inliner = new Inliner(api.workshop.resolver, api.workshop.converter)
  try {
    const data = transform(api, place, inliner)
    const callbacks = describeCallbacks(api, operation, inliner)
    const { bundled, rewrite } = api.bundler.bundle(inliner.refs)
    for (const part of [data, ...callbacks]) {
      replaceSchemas(part, (schema) => rewrite(cleanSchema(schema)))
      const dropped = limitExamples(part)
      if (dropped > 0)
        reportOdd(api.workshop, api.document, at, `Too large to be shown: ${dropped} of the examples.`)
    }
    if (callbacks.length > 0) data.callbacks = callbacks
    if (bundled) data.__bundled__ = bundled
    return { data, refs: inliner.refs }
  } catch (error) {
    reportOdd(api.workshop, api.document, at, `The operation cannot be read in full: ${messageOf(error)}`)
    return { data: minimalData(place, operation), refs: inliner.refs }
  }
}

function transform(api: ApiContext, place: Place, inliner: Inliner, key?: string): JsonObject {
  const item = place.item.value as JsonObject
  const endpoint: Endpoint = {
    kind: api.kind,
    documentProp: place.documentProp,
    name: place.name,
    method: place.method,
    operation: inliner.operation(place.operation),
    item: { parameters: inliner.parameters(place.item), ...(item.servers ? { servers: item.servers } : {}) },
  }
  return transformEndpoint(api.frame, endpoint, key)
}

function describeCallbacks(api: ApiContext, operation: Located, inliner: Inliner): JsonObject[] {
  if (api.kind === 'openapi2') return []
  return callbackOperations(operation, api.workshop.resolver).flatMap(({ key, path, item }) =>
    operationsOf(item).map((found) => {
      const place: Place = { documentProp: 'paths', name: path, item, ...found }
      return { ...transform(api, place, inliner, key), key }
    }),
  )
}

function isInternal(source: JsonObject): boolean {
  return own(source, 'x-internal') === true
}

/** What can be said about an operation that http-spec stumbles over. */
function minimalData({ documentProp, name, method }: Place, { value }: Located): JsonObject {
  const source = isObject(value) ? value : {}
  const texts: JsonObject = {}
  for (const key of ['summary', 'description'] as const) {
    const text = ownString(source, key)
    if (text) texts[key] = text
  }
  return {
    id: '',
    method,
    [documentProp === 'paths' ? 'path' : 'name']: name,
    ...texts,
    tags: ownItems(source, 'tags').flatMap((tag) => (typeof tag === 'string' ? [{ name: tag }] : [])),
    extensions: {},
    request: { path: [], query: [], headers: [], cookie: [] },
    responses: [],
    security: [],
    servers: [],
  }
}
