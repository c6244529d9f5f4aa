import { isObject, own, ownItems, ownString } from '../json.ts'
import type { Log } from '../log/log.ts'
import { normalizePath } from '../paths.ts'
import type { AnalyzedNode, JsonObject, JsonValue, TocItem } from '../types.ts'
import { apiGroup, childrenByApi } from './api-group.ts'
import { nodeItem } from './items.ts'

interface Reading {
  file: string
  byUri: Map<string, AnalyzedNode>
  children: ReturnType<typeof childrenByApi>
  log: Log
  /** How many more entries there may be. */
  room: number
}

// An entry of an API brings all of its pages, and a small file may name it any number of times.
const MAX_ENTRIES = 100_000

/** The table of contents that a toc.json asks for. What it names and does not exist is reported and left out. */
export function tocFromFile(toc: JsonObject, file: string, nodes: AnalyzedNode[], log: Log): TocItem[] {
  const byUri = new Map(nodes.map((node) => [node.uri, node]))
  const reading: Reading = { file, byUri, children: childrenByApi(nodes), log, room: MAX_ENTRIES }
  return readItems(ownItems(toc, 'items'), reading, '/items')
}

function readItems(items: JsonValue[], reading: Reading, at: string): TocItem[] {
  return items.flatMap((item, index) => (isObject(item) ? readItem(item, reading, `${at}/${index}`) : []))
}

function readItem(item: JsonObject, reading: Reading, at: string): TocItem[] {
  if (!takesRoom(1, reading, at)) return []
  const title = ownString(item, 'title') ?? ''
  const uri = ownString(item, 'uri') ?? ownString(item, 'url')
  if (Array.isArray(own(item, 'items'))) {
    const items = readItems(ownItems(item, 'items'), reading, `${at}/items`)
    const overview = uri ? readTarget(uri, '', reading, at) : []
    return [{ title, items: [...overview, ...items] }]
  }
  if (uri) return readTarget(uri, title, reading, at)
  return title === '' ? [] : [{ title }]
}

function readTarget(uri: string, title: string, reading: Reading, at: string): TocItem[] {
  if (/^(https?:|mailto:)/i.test(uri)) return [{ title: title || uri, url: uri }]
  const node = reading.byUri.get(`/${normalizePath(uri)}`) ?? reading.byUri.get(uri)
  if (!node) {
    reading.log.add('toc-target', { file: reading.file, pointer: at }, { uri })
    return []
  }
  if (node.type !== 'http_service') return [nodeItem(node, title || node.name)]
  const pages = reading.children.get(node.uri)?.length ?? 0
  return takesRoom(pages, reading, at) ? [apiGroup(node, reading.children, title || node.name)] : []
}

function takesRoom(entries: number, reading: Reading, at: string): boolean {
  if (reading.room < 0) return false
  reading.room -= entries
  if (reading.room >= 0) return true
  const reason = `The table of contents has more than ${MAX_ENTRIES.toLocaleString('en-US')} entries: from here on it was left out.`
  reading.log.add('invalid-toc', { file: reading.file, pointer: at }, { reason })
  return false
}
