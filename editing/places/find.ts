// Where something that was said about a text stands by now.
import type { Description } from '../description.ts'
import type { Path, Range, TextSource } from '../types.ts'
import { type Anchor, nameOf } from './anchor.ts'

export interface Place {
  range: Range
  /** The part of the description that it is, or is in. */
  path: Path | null
  /** Whether what stood there then still does; something else does by now; or only what was around it is still there. */
  kept: 'same' | 'changed' | 'around'
}

/** A text, and how much of it may be searched. */
export interface Searched {
  text: TextSource
  description: Description | null
  /** What stands in a range, to be searched; nothing where that takes too long. All of it only where nothing nearer helps. */
  take: (range: Range) => string
}

/** What occurs more often says nothing of where one was. */
const mostHits = 200
/** Fewer letters than this are found anywhere. */
const leastLetters = 12

/**
 * Where an anchor's place is. `marked` is where the marks of the text itself say that it is, null where they say nothing,
 * or nothing is left between them. Null: what this was about has gone.
 */
export function findAnchor(searched: Searched, anchor: Anchor, marked: Range | null): Place | null {
  return anchor.kind === 'part' ? findPart(searched, anchor, marked) : findRange(searched, anchor, marked)
}

function findPart(searched: Searched, anchor: Anchor, marked: Range | null): Place | null {
  const { description } = searched
  const path = anchor.path
  if (!description || !path) return null
  if (path.length === 0) return partAt(searched, anchor, [])
  const followed = marked && within(description.pathAt(marked.from), path.length)
  if (followed && marked) {
    const place = partAt(searched, anchor, followed)
    if (place && place.range.from < marked.to && marked.from < place.range.to) return place
  }
  const named = resolve(description, anchor, path)
  const there = named && partAt(searched, anchor, named)
  // An element that nothing tells from its neighbours may be another one by now.
  const isCertain = path.every((key, depth) => typeof key === 'string' || anchor.names[depth] != null)
  if (there && (isCertain || there.kept === 'same')) return there
  // It may be called otherwise by now, or have another place in its list.
  const hit = anchor.text.trim().length < leastLetters ? null : onlyHit(searched.take(all(searched)), anchor)
  const moved = hit && within(description.pathAt(hit.from), path.length)
  return moved ? partAt(searched, anchor, moved) : null
}

function findRange(searched: Searched, anchor: Anchor, marked: Range | null): Place | null {
  const { text, description } = searched
  const placed = (range: Range): Place => ({
    range,
    path: description ? description.pathAt(range.from) : null,
    kept: keptOf(text, anchor, range),
  })
  if (marked) return placed(marked)
  if (anchor.text === '') return null
  const path = description && anchor.path && resolve(description, anchor, anchor.path)
  const part = path && path.length > 0 ? description.range(path) : null
  const near = part && bestHit(searched.take(part), anchor, anchor.offset, 0)
  if (part && near) return placed({ from: part.from + near.from, to: part.from + near.to })
  const far = bestHit(searched.take(all(searched)), anchor, part ? part.from + anchor.offset : anchor.at, 1)
  if (far) return placed(far)
  return part && { range: part, path, kept: 'around' }
}

function all({ text }: Searched): Range {
  return { from: 0, to: text.length }
}

function within(path: Path, depth: number): Path | null {
  return path.length >= depth ? path.slice(0, depth) : null
}

function partAt({ text, description }: Searched, anchor: Anchor, path: Path): Place | null {
  const range = description?.range(path)
  if (!range) return null
  return { range, path, kept: keptOf(text, anchor, range) }
}

function keptOf(text: TextSource, anchor: Anchor, { from, to }: Range): 'same' | 'changed' {
  const isSame = to - from === anchor.length && text.slice(from, from + anchor.text.length) === anchor.text
  return isSame ? 'same' : 'changed'
}

/** The path as it is now: elements of lists by what they are, where that is known; null where one is not there. */
function resolve(description: Description, { names }: Anchor, path: Path): Path | null {
  const found: (string | number)[] = []
  for (const [depth, key] of path.entries()) {
    const name = names[depth] ?? null
    if (typeof key === 'number' && name !== null && nameOf(description, [...found, key]) !== name) {
      const other = (description.keys(found) ?? [])
        .slice(0, mostHits)
        .find((index) => nameOf(description, [...found, index]) === name)
      if (other === undefined) return null
      found.push(other)
    } else found.push(key)
  }
  return description.range(found) ? found : null
}

function onlyHit(whole: string, { text }: Anchor): Range | null {
  const from = whole.indexOf(text)
  if (from < 0 || whole.indexOf(text, from + 1) >= 0) return null
  return { from, to: from + text.length }
}

/** The occurrence whose surroundings are most alike, of several such the nearest; `least` letters of them have to be. */
function bestHit(whole: string, anchor: Anchor, expected: number, least: number): Range | null {
  let best: { from: number; alike: number } | null = null
  let hits = 0
  for (let from = whole.indexOf(anchor.text); from >= 0; from = whole.indexOf(anchor.text, from + 1)) {
    if (++hits > mostHits) break
    const alike = likeness(whole, from, anchor)
    const isNearer = best !== null && Math.abs(from - expected) < Math.abs(best.from - expected)
    if (!best || alike > best.alike || (alike === best.alike && isNearer)) best = { from, alike }
  }
  if (!best) return null
  const isTelling =
    least === 0 || best.alike >= leastLetters || (hits === 1 && anchor.text.trim().length >= leastLetters)
  return isTelling ? { from: best.from, to: Math.min(whole.length, best.from + anchor.length) } : null
}

/** How many letters before and after an occurrence are as they were. */
function likeness(whole: string, from: number, { text, length, before, after }: Anchor): number {
  const end = from + Math.max(text.length, length)
  let alike = 0
  for (let n = 1; n <= before.length && whole[from - n] === before[before.length - n]; n++) alike++
  for (let n = 0; n < after.length && whole[end + n] === after[n]; n++) alike++
  return alike
}
