import { ApiProblem } from '../../shared/data/api.ts'
import { callAsMe } from '../../shared/data/as-me.ts'
import { useRead } from '../../shared/data/read.ts'
import { useAlias } from '../../shared/migration/queries.ts'

/** A project of NEXT. */
export interface LegacyProject {
  project_id: string
  project_name: string
  namespace_id: string
  namespace_name: string
  project_last_activity: string | null
}

const pollMs = 5_000

/** The projects of a token, looked at again every five seconds while it is taken. */
export function useLegacyProjects(token: string) {
  const alias = useAlias(token)
  return useRead({
    key: ['legacy-projects', { alias }],
    read: token ? () => callAsMe<LegacyProject[]>('/legacy-migration/next', { authorization: token }) : null,
    signedIn: true,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : pollMs),
  })
}

/** Whether asking again would not help: the token has to be another one. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 429
}
