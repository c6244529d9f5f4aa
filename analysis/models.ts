import { addRefEdges, type NodeDraft, stableIdOf, type Workshop } from './drafts.ts'
import type { Located } from './files/source-document.ts'
import { isObject, own, ownString, ownStrings } from './json.ts'
import { uriOf } from './refs.ts'
import type { Bundler } from './schema/bundle.ts'
import type { FoundRef } from './schema/converter.ts'
import { searchTextOf } from './search-text.ts'
import { clip, firstParagraph } from './text.ts'
import type { JsonObject } from './types.ts'

interface ModelContext {
  workshop: Workshop
  bundler: Bundler
  /** The name of a schema without a title. */
  fallbackName: string
  /** The API the schema belongs to; a file model has none. */
  parent?: NodeDraft
}

/** Adds a schema to the drafts: JSON Schema with what it refers to bundled. */
export function describeModel(
  located: Located,
  { workshop, bundler, fallbackName, parent }: ModelContext,
): void {
  const source = isObject(located.value) ? located.value : {}
  const uri = uriOf(located)
  const refs: FoundRef[] = []
  const schema = workshop.converter.convert(located, refs)
  const { bundled, rewrite } = bundler.bundle(refs)
  const rewritten = isObject(schema) ? (rewrite(schema) as JsonObject) : {}
  const draft: NodeDraft = {
    uri,
    file: located.document.path,
    type: 'model',
    id: stableIdOf(source, uri),
    name: clip(ownString(source, 'title')?.trim() || fallbackName, 500),
    summary: firstParagraph(ownString(source, 'description')),
    tags: ownStrings(source, 'x-tags'),
    ...(parent?.version === undefined ? {} : { version: parent.version }),
    isInternal: false,
    isDeprecated: own(source, 'deprecated') === true,
    ...(parent ? { parentUri: parent.uri } : {}),
    data: bundled ? { ...rewritten, __bundled__: bundled } : rewritten,
    searchText: '',
  }
  draft.searchText = searchTextOf(draft)
  workshop.drafts.push(draft)
  if (parent) workshop.edges.push({ type: 'parent', from: uri, to: parent.uri, path: '' })
  addRefEdges(workshop, draft, refs)
}
