import { useSearchParams } from 'react-router-dom'
import { safeReturnPath } from '../../../../supabase/functions/_shared/domain/slugs.ts'

/** Where to go once signed in: `r`, when it is a path of this origin. The auth area itself is no place to return to. */
export function useReturnPath(): string {
  const [query] = useSearchParams()
  const target = safeReturnPath(query.get('r'))
  return /^\/auth(\/|$|\?)/.test(target) ? '/' : target
}
