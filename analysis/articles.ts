import { type NodeDraft, validId, type Workshop } from './drafts.ts'
import { splitFrontMatter } from './files/front-matter.ts'
import { shortHash } from './hash.ts'
import { own, ownString, ownStrings } from './json.ts'
import { linksOf } from './links.ts'
import { isMarkedArticle } from './outside/marks.ts'
import { searchTextOf } from './search-text.ts'
import { articleTitle, clip, firstParagraph, MAX_SUMMARY } from './text.ts'
import type { JsonObject, SourceFile } from './types.ts'

/** Adds an article to the drafts, and its links to what waits for all nodes to be known. */
export function describeArticle({ path, content }: SourceFile, workshop: Workshop): void {
  const text = content.toWellFormed().replaceAll('\0', '\uFFFD')
  try {
    const { attributes, body, firstLine } = splitFrontMatter(text, path)
    const uri = `/${path}`
    const idKey = own(attributes, 'stoplight-id') === undefined ? 'stoplightId' : 'stoplight-id'
    const ownId = validId(own(attributes, idKey))
    const draft: NodeDraft = {
      uri,
      file: path,
      type: 'article',
      id: ownId ?? shortHash(uri),
      ...(ownId !== undefined && { idAt: `/${idKey}` }),
      name: clip(articleTitle(attributes, body, path), 500),
      summary:
        clip(ownString(attributes, 'summary') ?? ownString(attributes, 'excerpt') ?? '', MAX_SUMMARY) ||
        firstParagraph(body),
      tags: ownStrings(attributes, 'tags'),
      isInternal: isMarkedArticle(attributes),
      isDeprecated: own(attributes, 'deprecated') === true,
      data: { markdown: body, ...orderOf(attributes) },
      searchText: '',
    }
    draft.searchText = searchTextOf(draft)
    workshop.drafts.push(draft)
    for (const link of linksOf(body, path, firstLine)) workshop.links.push({ ...link, from: draft })
  } catch (error) {
    workshop.log.takeError(error)
  }
}

// Where an article stands among those of its folder (`order`, or `sidebar_position` as other generators call it).
function orderOf(attributes: JsonObject): { order?: number } {
  const order = own(attributes, 'order') ?? own(attributes, 'sidebar_position')
  return typeof order === 'number' && Number.isFinite(order) ? { order } : {}
}
