// Nodes of files that are shown or used as they are: images, the table of contents, fragments.
import type { NodeDraft } from './drafts.ts'
import { mediaTypeOf } from './files/kinds.ts'
import type { SourceDocument } from './files/source-document.ts'
import type { TreeFile } from './files/tree.ts'
import { shortHash } from './hash.ts'
import { isObject } from './json.ts'
import { baseName } from './text.ts'
import type { JsonObject } from './types.ts'

// Of a file that others refer to; what they use of it is in their own data.
const MAX_FRAGMENT = 64 * 1024

/** An image's node: what it is; its bytes are kept with the files of the branch. */
export function describeImage({ path, size, hash }: TreeFile, isInternal: boolean): NodeDraft {
  const data: JsonObject = {
    mediaType: mediaTypeOf(path) ?? 'application/octet-stream',
    size,
    ...(hash === undefined ? {} : { hash }),
  }
  return { ...plainNode(path, 'image', fileName(path), data), isInternal }
}

/** The node of a table of contents as its author wrote it: internal, since it names internal pages too. */
export function describeTocFile(path: string, data: JsonObject): NodeDraft {
  return { ...plainNode(path, 'table_of_contents', 'Table of contents', data), isInternal: true }
}

/**
 * The node of a file that is no API and no model, but that others refer to. Internal: what of it is public stands in
 * the pages that use it.
 */
export function describeFragment({ path, root }: SourceDocument): NodeDraft {
  const data = isObject(root) && JSON.stringify(root).length <= MAX_FRAGMENT ? root : {}
  return { ...plainNode(path, 'generic', baseName(path), data), isInternal: true }
}

/** A node with nothing but its name. */
export function plainNode(
  path: string,
  type: NodeDraft['type'],
  name: string,
  data: NodeDraft['data'],
): NodeDraft {
  const uri = `/${path}`
  return {
    uri,
    file: path,
    type,
    id: shortHash(uri),
    name,
    summary: '',
    tags: [],
    isInternal: false,
    isDeprecated: false,
    data,
    searchText: name,
  }
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
