import { type NodeDraft, stableIdOf, type Workshop } from '../drafts.ts'
import type { OpenApiKind } from '../files/kinds.ts'
import type { Located, SourceDocument } from '../files/source-document.ts'
import { isObject, own, ownEntries, ownItems, ownObject, ownString, pointer } from '../json.ts'
import { describeModel } from '../models.ts'
import { exactDigits } from '../parse/exact-number.ts'
import type { RefResolver } from '../refs.ts'
import { Bundler, schemaHome } from '../schema/bundle.ts'
import { searchTextOf } from '../search-text.ts'
import { baseName, clip, firstParagraph, MAX_SUMMARY } from '../text.ts'
import type { JsonObject } from '../types.ts'
import { type ApiContext, messageOf, reportOdd } from './context.ts'
import { childOf, pathsOf } from './inline.ts'
import { operationsOf } from './methods.ts'
import { describeOperation } from './operation.ts'
import { describeServers } from './servers.ts'
import { documentFrame, transformService } from './transform.ts'

/** Describes an OpenAPI document: the service, its operations and webhooks, its schemas. */
export function describeApi(document: SourceDocument, kind: OpenApiKind, workshop: Workshop): void {
  if (!isObject(document.root)) return
  const root: Located = { document, value: document.root, pointer: '' }
  const stableId = stableIdOf(document.root, document.uri)
  const frame = documentFrame(root, stableId, workshop.resolver)
  const service = describeService(document, document.root, kind, frame, stableId, workshop)
  const bundler = new Bundler(document, workshop.converter, (uri) => workshop.modelUris.has(uri))
  const operationUris = operationUrisOf(root, workshop.resolver)
  const api: ApiContext = { workshop, document, kind, frame, bundler, service, operationUris }
  workshop.drafts.push(service)
  describeServers(workshop, service, kind)
  describeEndpoints(api, root, 'paths')
  if (kind !== 'openapi2') describeEndpoints(api, root, 'webhooks')
  for (const schema of namedSchemas(document)) {
    describeModel(schema.located, { workshop, bundler, fallbackName: schema.name, parent: service })
  }
}

/** The schemas an API names, in the order of the document. */
export function namedSchemas(document: SourceDocument): { name: string; located: Located }[] {
  const { root } = document
  if (!isObject(root)) return []
  const home = schemaHome(document)
  const holder = home === '/definitions' ? root : (ownObject(root, 'components') ?? {})
  return ownEntries(holder, home === '/definitions' ? 'definitions' : 'schemas').map(([name, value]) => ({
    name,
    located: { document, value, pointer: home + pointer(name) },
  }))
}

function operationUrisOf(root: Located, resolver: RefResolver): Map<string, string> {
  const paths = ownObject(root.value as JsonObject, 'paths') ?? {}
  const uris = new Map<string, string>()
  for (const { path, item } of pathsOf(childOf(root, paths, 'paths'), resolver)) {
    for (const { at, operation } of operationsOf(item)) {
      const id = ownString(operation.value as JsonObject, 'operationId')
      if (id) uris.set(id, root.document.uri + pointer('paths', path, ...at))
    }
  }
  return uris
}

function describeEndpoints(api: ApiContext, root: Located, documentProp: 'paths' | 'webhooks'): void {
  const paths = ownObject(root.value as JsonObject, documentProp)
  if (!paths) return
  for (const { path, item } of pathsOf(childOf(root, paths, documentProp), api.workshop.resolver)) {
    for (const found of operationsOf(item))
      describeOperation(api, { documentProp, name: path, item, ...found })
  }
}

function describeService(
  document: SourceDocument,
  root: JsonObject,
  kind: OpenApiKind,
  frame: JsonObject,
  stableId: string,
  workshop: Workshop,
): NodeDraft {
  const info = ownObject(root, 'info') ?? {}
  const name = ownString(info, 'title') ?? baseName(document.path)
  const version = versionOf(info)
  const draft: NodeDraft = {
    uri: document.uri,
    file: document.path,
    type: 'http_service',
    id: stableId,
    name,
    summary:
      clip(ownString(info, 'summary') ?? '', MAX_SUMMARY) || firstParagraph(ownString(info, 'description')),
    tags: ownItems(root, 'tags').flatMap((tag) => (isObject(tag) ? (ownString(tag, 'name') ?? []) : [])),
    ...(version ? { version } : {}),
    isInternal: false,
    isDeprecated: false,
    data: { id: stableId, name, version: '', extensions: {}, infoExtensions: {} },
    searchText: '',
  }
  try {
    draft.data = { ...transformService(frame, root, kind), name }
  } catch (error) {
    reportOdd(workshop, document, '', `The head of the document cannot be read in full: ${messageOf(error)}`)
  }
  draft.searchText = searchTextOf(draft)
  return draft
}

// YAML turns an unquoted 1.0 into a number.
function versionOf(info: JsonObject): string {
  const version = own(info, 'version')
  const digits = exactDigits(version)
  if (digits) return clip(digits, 100)
  return typeof version === 'string' || typeof version === 'number' ? clip(String(version), 100) : ''
}
