// A part of the description as it is now: who uses it renders when that part changes, and only then.
import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { Key, Path } from '../../../../../../editing/types.ts'
import { isRecord, pathKey } from './edits.ts'
import { useForm } from './form-context.tsx'
import type { Part } from './source.ts'

/** The same path object for as long as it names the same place. */
export function usePath(path: Path): Path {
  const kept = useRef(path)
  if (pathKey(kept.current) !== pathKey(path)) kept.current = path
  return kept.current
}

/** The value at a path, the last good one where it cannot be read now. */
export function usePart(path: Path): Part {
  const { source, reader, subscribe } = useForm()
  const place = usePath(path)
  const { description } = source
  const version = useSyncExternalStore(subscribe, () => description.version(place))
  return useMemo(() => {
    // Read anew with each version of the part.
    void version
    return reader.read(place)
  }, [reader, place, version])
}

/** What `select` makes of the description; renders when that changes, compared as JSON. For small results. */
export function useSelected<Result>(select: () => Result): Result {
  const { subscribe } = useForm()
  const kept = useRef<{ text: string; value: Result }>(undefined)
  const snapshot = (): Result => {
    const value = select()
    const text = JSON.stringify(value) ?? ''
    if (kept.current?.text !== text) kept.current = { text, value }
    return kept.current.value
  }
  return useSyncExternalStore(subscribe, snapshot)
}

const none: readonly Key[] = []

/** The names of the members at a path; renders when one comes, goes, moves or is renamed, not when their values change. */
export function useKeys(path: Path): readonly Key[] {
  const { source, subscribe } = useForm()
  const place = usePath(path)
  const { description } = source
  const kept = useRef<{ version: string | number; keys: readonly Key[]; place: Path }>(undefined)
  const snapshot = (): readonly Key[] => {
    const version = description.version(place)
    const known = kept.current
    if (known && known.version === version && known.place === place) return known.keys
    const keys = description.keys(place) ?? keysWhileBroken(known, place, description.read(place))
    const isSame = known !== undefined && known.place === place && sameKeys(known.keys, keys)
    kept.current = { version, place, keys: isSame ? known.keys : keys }
    return kept.current.keys
  }
  return useSyncExternalStore(subscribe, snapshot)
}

/** A list does not fold away while somebody types in it. */
function keysWhileBroken(
  known: { keys: readonly Key[]; place: Path } | undefined,
  place: Path,
  read: { value: unknown } | { refused: string },
): readonly Key[] {
  const isBroken = 'refused' in read && read.refused !== 'not_found'
  return isBroken && known?.place === place ? known.keys : none
}

const sameKeys = (a: readonly Key[], b: readonly Key[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index])

/** The object at a path; one without members where there is none. */
export function useRecord(path: Path): Record<string, unknown> {
  const { value } = usePart(path)
  return useMemo(() => (isRecord(value) ? value : {}), [value])
}
