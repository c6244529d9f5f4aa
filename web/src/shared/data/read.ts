// How screens read: by resource and params, in the scope of whoever looks.
import {
  type InfiniteData,
  type InfiniteQueryObserverResult,
  type QueryKey,
  queryOptions,
  skipToken,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type Key, keyOf, type Scope } from './keys.ts'
import { useScope } from './workspace.tsx'

/** What to read, for whoever looks. */
export interface Query<Data> {
  key: Key
  read: () => Promise<Data>
}

interface Asking {
  key: Key
  /** The answer is the same for everybody: it outlives a sign-in. */
  anybody?: boolean
  /** Visitors do not ask. */
  signedIn?: boolean
  enabled?: boolean
}

interface Reading<Data, Shown>
  extends Asking,
    Pick<
      UseQueryOptions<Data, Error, Shown>,
      'placeholderData' | 'refetchInterval' | 'retry' | 'select' | 'staleTime'
    > {
  /** Null while it is not known yet what to ask for. */
  read: (() => Promise<Data>) | null
}

/** Reads something: `key` names it, who looks and where is added to it here. */
export function useRead<Data, Shown = Data>(reading: Reading<Data, Shown>) {
  const { key, read, anybody, signedIn, enabled, ...options } = reading
  const scope = useScope()
  return useQuery({
    ...options,
    queryKey: keyOf(key, anybody ? 'anybody' : scope),
    queryFn: read ?? skipToken,
    enabled: isAsked(reading, scope),
  })
}

interface PagedReading<Page, Shown, Cursor>
  extends Asking,
    Pick<
      UseInfiniteQueryOptions<Page, Error, Shown, QueryKey, Cursor>,
      'getNextPageParam' | 'initialPageParam' | 'placeholderData' | 'refetchInterval' | 'select'
    > {
  read: (cursor: Cursor) => Promise<Page>
}

/** Reads a list a page at a time. */
export function usePages<Page, Cursor, Shown = InfiniteData<Page, Cursor>>(
  reading: PagedReading<Page, Shown, Cursor>,
) {
  const { key, read, anybody, signedIn, enabled, ...options } = reading
  const scope = useScope()
  return useInfiniteQuery<Page, Error, Shown, QueryKey, Cursor>({
    ...options,
    queryKey: keyOf(key, anybody ? 'anybody' : scope),
    // The library's types lose the cursor's where it is generic.
    queryFn: ({ pageParam }) => read(pageParam as Cursor),
    enabled: isAsked(reading, scope),
  })
}

/**
 * Reads page after page until the last, or until there is enough; what was read. A page that fails ends it, and the
 * query shows the error: `fetchNextPage` resolves even then, with the page still to come.
 */
export async function readOn<Shown>(
  pages: InfiniteQueryObserverResult<Shown>,
  isEnough: (shown: Shown) => boolean = () => false,
): Promise<Shown | undefined> {
  let read = pages
  while (read.hasNextPage && !(read.data !== undefined && isEnough(read.data))) {
    read = await read.fetchNextPage()
    if (read.isError) break
  }
  return read.data
}

/** The same as `useRead` for who needs a query before it is shown: to prefetch it, or several at once. */
export function readOptions<Data>(scope: Scope, { key, read }: Query<Data>) {
  return queryOptions({ queryKey: keyOf(key, scope), queryFn: read })
}

/** Where the next page of a list begins that says how many there are; null after the last. */
export function nextOffset(last: { items: unknown[]; total: number }, pages: { items: unknown[] }[]) {
  const seen = pages.reduce((sum, { items }) => sum + items.length, 0)
  return last.items.length > 0 && seen < last.total ? seen : null
}

function isAsked({ signedIn = false, enabled = true }: Asking, { viewer }: Scope): boolean {
  return enabled && (!signedIn || viewer !== null)
}
