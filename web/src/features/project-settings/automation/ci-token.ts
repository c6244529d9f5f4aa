// What scripts push the content of a project with.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useChange } from '../../../shared/data/change.ts'

interface CiToken {
  /** Null until one is made. */
  ci_token: string | null
  last_used_at: string | null
}

const pathOf = (projectId: number) => `/projects/${encodeId('prj', projectId)}/ci-token`

/** Fetches the token when it is to be shown, makes the first one, and keeps it no longer than it is on screen. */
export function useShowToken(projectId: number) {
  return useChange({
    run: async () => {
      const held = await callAsMe<CiToken>(pathOf(projectId))
      return held.ci_token === null ? makeToken(projectId) : held
    },
    failure: (error) => messageOf(error, 'Something went wrong. Please try again later.'),
  })
}

/** Gives the project another token; the one before ends. */
export function useRotateToken(projectId: number) {
  return useChange({ run: () => makeToken(projectId), success: 'The token was rotated.' })
}

const makeToken = (projectId: number) => callAsMe<CiToken>(pathOf(projectId), { method: 'POST' })
