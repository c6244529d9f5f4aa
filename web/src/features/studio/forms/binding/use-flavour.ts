import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { OpenDocument } from '../../documents/open-document.ts'
import { type Flavour, flavourOf } from './flavour.ts'
import { type FormSource, sourceOf } from './source.ts'

/** The source of a document: the same for as long as it is, whatever becomes of its sending. */
export function useSource(document: OpenDocument): FormSource | null {
  const { id, path, model, description, awareness, readOnly } = document
  return useMemo(
    () => sourceOf({ id, path, model, description, awareness, readOnly }),
    [id, path, model, description, awareness, readOnly],
  )
}

/** Whether a file is the table of contents of the documentation. */
export const isContents = (path: string): boolean => /(^|\/)toc\.json$/i.test(path)

/** What a document is; while it cannot be read, what it was. `hear` says when changes of it are heard of, if not at once. */
export function useFlavour(source: FormSource, hear?: (listen: () => void) => () => void): Flavour | null {
  const { model, description } = source
  const kept = useRef<Flavour | null>(null)
  const atOnce = useCallback((listen: () => void) => model.subscribe(listen), [model])
  return useSyncExternalStore(hear ?? atOnce, () => {
    const isBroken = description.keys([]) === null
    if (!isBroken || kept.current === null) kept.current = flavourOf(source)
    return kept.current
  })
}
