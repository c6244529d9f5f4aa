import { isObject, own, ownItems, ownString, pointer } from '../json.ts'
import type { Log } from '../log/log.ts'
import { normalizePath } from '../paths.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** The slugs that a toc.json gives to nodes, by URI. One that no address can carry, or that is taken, does not count. */
export function slugsFromToc(toc: JsonObject, file: string, log: Log): Map<string, string> {
  const byUri = new Map<string, string>()
  const taken = new Set<string>()
  for (const { item, at } of itemsOf(ownItems(toc, 'items'), '/items')) {
    const slug = ownString(item, 'slug')
    const uri = ownString(item, 'uri')
    if (!slug || !uri || /^[a-z]+:/i.test(uri)) continue
    const place = { file, pointer: `${at}/slug` }
    const key = `/${normalizePath(uri)}`
    if (!/^[A-Za-z0-9_.~-]{1,100}$/.test(slug) || /^\.+$/.test(slug))
      log.add('toc-slug', place, {
        slug,
        reason: 'it may have letters, digits, dots, dashes and underscores',
      })
    else if (taken.has(slug)) log.add('toc-slug', place, { slug, reason: 'another entry has it' })
    else if (!byUri.has(key)) {
      byUri.set(key, slug)
      taken.add(slug)
    }
  }
  return byUri
}

function* itemsOf(items: JsonValue[], at: string): Generator<{ item: JsonObject; at: string }> {
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue
    const here = at + pointer(index)
    yield { item, at: here }
    if (Array.isArray(own(item, 'items'))) yield* itemsOf(ownItems(item, 'items'), `${here}/items`)
  }
}
