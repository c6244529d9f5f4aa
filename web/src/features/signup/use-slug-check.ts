import { workspaceSlugPattern } from '../../../../supabase/functions/_shared/domain/slugs.ts'
import { useRead } from '../../shared/data/read.ts'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { type SlugAnswer, slugAvailability } from './queries.ts'

const debounceMs = 300
const reservedMessage = 'This workspace name is reserved, or not allowed. Please choose a different one.'

/** What the specification says of a URL that somebody has. */
export function takenMessage(slug: string): string {
  return `${slug} already exists. Please input a different URL.`
}

function messageFor(slug: string, answer: SlugAnswer): string {
  if (answer.reason === 'taken') return takenMessage(slug)
  if (answer.reason === 'reserved') return reservedMessage
  return 'Must only contain numbers, lowercase letters, or dashes.'
}

/** Why a URL cannot be had at this moment, or null. */
export async function slugProblem(slug: string): Promise<string | null> {
  const answer = await slugAvailability(slug)
  return answer.available ? null : messageFor(slug, answer)
}

/** Watches a URL while it is typed: what is wrong with it, or what can be said about it. */
export function useSlugCheck(slug: string, enabled: boolean): { problem?: string; hint: string } {
  const settled = useDebounced(slug, debounceMs)
  const wellFormed = workspaceSlugPattern.test(settled)
  const query = useRead({
    key: ['slug-available', { slug: settled }],
    anybody: true,
    read: () => slugAvailability(settled),
    enabled: enabled && wellFormed,
    staleTime: 10_000,
  })
  // A blank keeps the line's height, so that the button does not jump.
  if (!enabled || settled !== slug || !query.data || !wellFormed) return { hint: ' ' }
  if (!query.data.available) return { hint: ' ', problem: messageFor(slug, query.data) }
  return { hint: `${slug} is available.` }
}
