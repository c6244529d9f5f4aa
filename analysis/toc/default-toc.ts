import { own } from '../json.ts'
import { baseName, titleFromName } from '../text.ts'
import type { AnalyzedNode, TocItem } from '../types.ts'
import { apiGroup, childrenByApi } from './api-group.ts'
import { nodeGroup, nodeItem } from './items.ts'

const FIRST = [
  /^(?:\d+[-_. ]*)?(?:index|readme|introduction|overview)$/i,
  /^(?:\d+[-_. ]*)?(?:getting[-_ ]?started|quick[-_ ]?start)$/i,
]

interface Folder {
  articles: AnalyzedNode[]
  folders: Map<string, Folder>
}

/** The table of contents of a branch that has no toc.json: articles by folder, a group an API, the file models. */
export function defaultToc(nodes: AnalyzedNode[]): TocItem[] {
  const children = childrenByApi(nodes)
  const models = nodes.filter((node) => node.type === 'model' && !node.parentUri)
  return [
    ...folderItems(articleTree(nodes.filter((node) => node.type === 'article'))),
    ...nodes.filter((node) => node.type === 'http_service').map((service) => apiGroup(service, children)),
    ...nodeGroup('Schemas', models, 'model'),
  ]
}

function articleTree(articles: AnalyzedNode[]): Folder {
  const root: Folder = { articles: [], folders: new Map() }
  for (const article of articles) {
    const parts = article.uri.split('/').slice(1, -1)
    // "docs" is where articles live by convention; as a heading it would say nothing.
    if (parts[0] === 'docs') parts.shift()
    folderAt(root, parts).articles.push(article)
  }
  return root
}

function folderAt(root: Folder, parts: string[]): Folder {
  return parts.reduce((folder, part) => {
    const existing = folder.folders.get(part)
    if (existing) return existing
    const created: Folder = { articles: [], folders: new Map() }
    folder.folders.set(part, created)
    return created
  }, root)
}

function folderItems({ articles, folders }: Folder): TocItem[] {
  const sorted = articles.toSorted((a, b) => rankOf(a) - rankOf(b))
  return [
    ...sorted.map((article) => nodeItem(article)),
    ...[...folders].map(
      ([name, folder]): TocItem => ({
        title: titleFromName(name),
        items: folderItems(folder),
        itemsType: 'article',
      }),
    ),
  ]
}

// What an article says of its place goes first, then what a reader begins with; the others stand by their files' names.
function rankOf({ uri, data }: AnalyzedNode): number {
  const order = own(data, 'order')
  if (typeof order === 'number') return order - 1e9
  const begins = FIRST.findIndex((names) => names.test(baseName(uri)))
  return begins === -1 ? FIRST.length : begins
}
