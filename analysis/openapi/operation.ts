import { addRefEdges, type NodeDraft, stableIdOf } from '../drafts.ts'
import type { Located } from '../files/source-document.ts'
import { isObject, own, ownItems, ownString, ownStrings, pointer } from '../json.ts'
import { uriOf } from '../refs.ts'
import type { FoundRef } from '../schema/converter.ts'
import { searchTextOf } from '../search-text.ts'
import { clip, firstParagraph } from '../text.ts'
import type { JsonObject } from '../types.ts'
import { type ApiContext, messageOf, reportOdd } from './context.ts'
import { callbackOperations, Inliner } from './inline.ts'
import { addLeftOut } from './left-out.ts'
import { withMediaTypes } from './media-types.ts'
import { type FoundOperation, operationsOf } from './methods.ts'
import { limitExamples, replaceSchemas } from './schema-slots.ts'
import { cleanSchema, type Endpoint, transformEndpoint } from './transform.ts'

interface Place extends FoundOperation {
  documentProp: 'paths' | 'webhooks'
  /** The path, or the webhook's name. */
  name: string
  item: Located
}

interface CallbackPlace extends Place {
  key: string
}

// Shared callbacks multiply: a small file could describe a page for each operation times each of them.
const MAX_CALLBACK_PAGES = 50

/** Adds an operation or a webhook to the drafts, and behind it its callbacks. */
export function describeOperation(api: ApiContext, place: Place): void {
  const { document, service } = api
  const { documentProp, name: path } = place
  const uri = document.uri + pointer(documentProp, path, ...place.at)
  const draft: NodeDraft = {
    uri,
    type: documentProp === 'paths' ? 'http_operation' : 'http_webhook',
    ...headOf(api, place, uri, path),
    path,
    isInternal: false,
    parentUri: service.uri,
    data: {},
  }
  const callbacks = addDraft(api, draft, place)
  for (const { key, ...callback } of callbacks.slice(0, MAX_CALLBACK_PAGES)) {
    const callbackUri = uri + pointer('callbacks', key, callback.name, ...callback.at)
    const page: NodeDraft = {
      uri: callbackUri,
      type: 'http_callback',
      ...headOf(api, callback, callbackUri, key),
      path: callback.name,
      isInternal: false,
      parentUri: uri,
      data: {},
    }
    addDraft(api, page, callback, key)
  }
}

type Head = Omit<NodeDraft, 'uri' | 'type' | 'path' | 'isInternal' | 'parentUri' | 'data'>

function headOf({ document, service }: ApiContext, place: Place, uri: string, fallbackName: string): Head {
  const source = place.operation.value as JsonObject
  return {
    file: document.path,
    id: stableIdOf(source, uri),
    name: clip(ownString(source, 'summary')?.trim() || ownString(source, 'operationId') || fallbackName, 500),
    summary: firstParagraph(ownString(source, 'description')),
    tags: ownStrings(source, 'tags'),
    method: place.method,
    ...(service.version === undefined ? {} : { version: service.version }),
    isDeprecated: own(source, 'deprecated') === true,
    searchText: '',
  }
}

/** Fills in what only the whole operation tells, and returns its callbacks. */
function addDraft(api: ApiContext, draft: NodeDraft, place: Place, key?: string): CallbackPlace[] {
  const { workshop } = api
  const { data, refs, callbacks } = operationData(api, place, draft.uri, key)
  draft.data = { ...data, id: draft.id }
  draft.searchText = searchTextOf(draft)
  workshop.drafts.push(draft)
  workshop.edges.push({ type: 'parent', from: draft.uri, to: draft.parentUri ?? '', path: '' })
  addRefEdges(workshop, draft, refs)
  return callbacks
}

interface OperationData {
  data: JsonObject
  refs: FoundRef[]
  callbacks: CallbackPlace[]
}

function operationData(api: ApiContext, place: Place, uri: string, key?: string): OperationData {
  const { operation } = place
  const inliner = new Inliner(api.workshop.resolver, api.workshop.converter)
  const at = uri.slice(api.document.uri.length)
  try {
    const data = transform(api, place, inliner, key)
    // Callbacks of callbacks are left out.
    const callbacks = key === undefined ? callbacksOf(api, operation) : []
    // The operation's page shows its callbacks too.
    const shown = callbacks.map(({ key, ...callback }) => ({
      ...transform(api, callback, inliner, key),
      key,
    }))
    for (const part of [data, ...shown]) resolveLinks(api, part)
    const { bundled, rewrite } = api.bundler.bundle(inliner.refs)
    for (const part of [data, ...shown]) {
      replaceSchemas(part, (schema) => rewrite(cleanSchema(schema)))
      const dropped = limitExamples(part)
      if (dropped > 0)
        reportOdd(api.workshop, api.document, at, `Too large to be shown: ${dropped} of the examples.`)
    }
    if (key !== undefined) data.key = key
    if (shown.length > 0) data.callbacks = shown
    if (bundled) data.__bundled__ = bundled
    return { data, refs: [...inliner.refs, ...inliner.files, ...homeOf(place, api, at)], callbacks }
  } catch (error) {
    reportOdd(api.workshop, api.document, at, `The operation cannot be read in full: ${messageOf(error)}`)
    return { data: minimalData(place, operation), refs: inliner.refs, callbacks: [] }
  }
}

function transform(api: ApiContext, place: Place, inliner: Inliner, key?: string): JsonObject {
  const item = place.item.value as JsonObject
  const operation = inliner.operation(place.operation)
  const parameters = inliner.parameters(place.item)
  const endpoint: Endpoint = {
    kind: api.kind,
    documentProp: place.documentProp,
    name: place.name,
    method: place.method,
    operation: api.kind === 'openapi2' ? withMediaTypes(operation, parameters, api.frame) : operation,
    item: { parameters, ...pick(item, 'servers', 'summary', 'description') },
  }
  const data = transformEndpoint(api.frame, endpoint, key)
  addLeftOut(data, endpoint)
  return data
}

function pick(source: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (source[key] ? [[key, source[key]]] : [])))
}

/** Says of each link of a response which operation it leads to. */
function resolveLinks({ document, operationUris, workshop }: ApiContext, data: JsonObject): void {
  for (const response of ownItems(data, 'responses').filter(isObject)) {
    for (const link of ownItems(response, 'links').filter(isObject)) {
      const ref = ownString(link, 'operationRef')
      const target =
        ref && workshop.resolver.resolve(ref, { document, value: document.root, pointer: '/paths' })
      const to = target ? uriOf(target) : operationUris.get(ownString(link, 'operationId') ?? '')
      if (to) link.to = to
    }
  }
}

// Where the operation itself is written, when that is another file.
function homeOf({ operation }: Place, { document }: ApiContext, path: string): FoundRef[] {
  const { uri } = operation.document
  return uri === document.uri ? [] : [{ to: uri, file: uri, path }]
}

function callbacksOf(api: ApiContext, operation: Located): CallbackPlace[] {
  if (api.kind === 'openapi2') return []
  return callbackOperations(operation, api.workshop.resolver).flatMap(({ key, path, item }) =>
    operationsOf(item).map((found) => ({ key, documentProp: 'paths', name: path, item, ...found })),
  )
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
