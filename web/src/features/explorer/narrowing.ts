// What the explorer is narrowed by. Its address keeps it: who goes back, loads again or shares it sees the same.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { PageFilters } from '../../shared/search/filters.ts'
import { type NodeType, nodeTypes } from './tree.ts'

export interface Narrowing extends PageFilters {
  text: string
  types: NodeType[]
  starred: boolean
}

/** A narrowing as parts of an address; the version of a node that is open beside the tree is another one. */
export type KeptNarrowing = Record<
  'search' | 'types' | 'starred' | 'project' | 'branch' | 'tag',
  string | undefined
>

export function keptOf({ text, types, starred, project, version, tag }: Narrowing): KeptNarrowing {
  return {
    search: text || undefined,
    types: types.join(',') || undefined,
    starred: starred ? 'true' : undefined,
    project,
    branch: version,
    tag,
  }
}

export function narrowingIn(params: URLSearchParams): Narrowing {
  const named = (params.get('types') ?? '').split(',')
  return {
    text: params.get('search') ?? '',
    types: (Object.keys(nodeTypes) as NodeType[]).filter((type) => named.includes(type)),
    starred: params.get('starred') === 'true',
    project: params.get('project') || undefined,
    version: params.get('branch') || undefined,
    tag: params.get('tag') || undefined,
  }
}

/** The narrowing in the address, and what changes parts of it. */
export function useNarrowing(): [Narrowing, (change: Partial<Narrowing>) => void] {
  const [params, setParams] = useSearchParams()
  const narrowing = useMemo(() => narrowingIn(params), [params])
  const setNow = useRef(setParams)
  useEffect(() => {
    setNow.current = setParams
  }, [setParams])
  // By the address as it is then: a text settles while other things change.
  const narrow = useCallback((change: Partial<Narrowing>) => {
    setNow.current(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(keptOf({ ...narrowingIn(before), ...change }))) {
          // Anew, so that one narrowing has one address.
          after.delete(name)
          if (value !== undefined) after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  }, [])
  return [narrowing, narrow]
}
