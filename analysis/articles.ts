import { type NodeDraft, validId } from './drafts.ts'
import { splitFrontMatter } from './files/front-matter.ts'
import { shortHash } from './hash.ts'
import { own, ownString, ownStrings } from './json.ts'
import { searchTextOf } from './search-text.ts'
import { articleTitle, clip, firstParagraph, MAX_SUMMARY } from './text.ts'
import type { JsonValue, SourceFile } from './types.ts'

/** An article's node. Throws DescriptionError when its front matter cannot be read. */
export function describeArticle({ path, content }: SourceFile): NodeDraft {
  const { attributes, body } = splitFrontMatter(content.toWellFormed().replaceAll('\0', '\uFFFD'), path)
  const uri = `/${path}`
  const id = own(attributes, 'stoplight-id') ?? own(attributes, 'stoplightId')
  const draft: NodeDraft = {
    uri,
    type: 'article',
    stableId: validId(id) ?? shortHash(uri),
    name: clip(articleTitle(attributes, body, path), 500),
    summary:
      clip(ownString(attributes, 'summary') ?? ownString(attributes, 'excerpt') ?? '', MAX_SUMMARY) ||
      firstParagraph(body),
    tags: ownStrings(attributes, 'tags'),
    isInternal: own(attributes, 'internal') === true,
    isDeprecated: own(attributes, 'deprecated') === true,
    data: { markdown: body },
    searchText: '',
  }
  draft.searchText = searchTextOf(draft)
  return draft
}

/** An image's node: it has no content of its own, only a place. */
export function describeImage({ path }: SourceFile): NodeDraft {
  return plainNode(path, 'image', path.slice(path.lastIndexOf('/') + 1), {})
}

/** The node of a table of contents as its author wrote it. */
export function describeTocFile(path: string, data: Record<string, JsonValue>): NodeDraft {
  return plainNode(path, 'table_of_contents', 'Table of contents', data)
}

function plainNode(path: string, type: NodeDraft['type'], name: string, data: NodeDraft['data']): NodeDraft {
  const uri = `/${path}`
  return {
    uri,
    type,
    stableId: shortHash(uri),
    name,
    summary: '',
    tags: [],
    isInternal: false,
    isDeprecated: false,
    data,
    searchText: name,
  }
}
