// Which threads are listed, and in what order.
import type { Places, Thread } from './model.ts'
import { byPlace } from './use-comments.ts'

export type Only = 'mine' | 'mentions' | null

/** Whether a thread is one of those, and has a text in its words, its quote, its path or its author's name. */
export function matches(thread: Thread, only: Only, text: string): boolean {
  if (only === 'mine' && !thread.is_mine) return false
  if (only === 'mentions' && !thread.is_mentioned) return false
  const wanted = text.trim().toLowerCase()
  return (
    wanted === '' ||
    [thread.excerpt, thread.quote, thread.path, thread.author ?? ''].some((words) =>
      words.toLowerCase().includes(wanted),
    )
  )
}

/** Threads by their files, the one in front first, the others by path; within one by place. */
export function grouped(
  threads: readonly Thread[],
  places: Places,
  pathOf: (thread: Thread) => string,
  front: string | null,
): { path: string; threads: readonly Thread[] }[] {
  const files = Map.groupBy(threads, pathOf)
  return [...files]
    .map(([path, own]) => ({ path, threads: own.toSorted(byPlace(places)) }))
    .sort((a, b) => Number(b.path === front) - Number(a.path === front) || a.path.localeCompare(b.path))
}
