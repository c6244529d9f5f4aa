// The domain of its own that a workspace is served at.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

type Nullable =
  | 'looked_at'
  | 'verified_at'
  | 'switched_off_at'
  | 'proof_problem'
  | 'route_problem'
  | 'problem'

export type CustomDomain = RowOf<
  'custom_domain',
  Nullable,
  { status: 'pending' | 'active' | 'failing' | 'paused' | 'off' }
>

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    custom_domain_of: CustomDomain | null
    check_custom_domain: CustomDomain
  }
}

liveKeys({ custom_domains: [['custom-domain']], workspaces: [['custom-domain']] })

const pollMs = 3_000
const changes = ['custom-domain', 'workspace']

/** The domain with its records; null where there is none. Asked again while its records are being looked at. */
export function useCustomDomain(enabled: boolean) {
  const { id } = useWorkspace()
  return useRead({
    key: ['custom-domain'],
    read: () => rpc('custom_domain_of', { p_workspace_id: id }),
    refetchInterval: ({ state }) => (state.data?.is_looking ? pollMs : false),
    enabled,
  })
}

/** Reads the name of the domain as it is now; empty where there is none. */
export function useReadCustomDomain(): () => Promise<string> {
  const { id } = useWorkspace()
  return async () => (await rpc('custom_domain_of', { p_workspace_id: id }))?.domain ?? ''
}

const wentWrong = 'Something went wrong setting the domain, please try again.'

/** Claims a domain, in place of the one that there is; 409 where that is another one than was seen. */
export function useSetCustomDomain(hasOne: boolean) {
  const { id } = useWorkspace()
  return useChange({
    run: (json: { domain_name: string; seen: { domain_name?: string } }) =>
      callAsMe<CustomDomain>(`/workspaces/${encodeId('wk', id)}/custom-domain`, {
        method: hasOne ? 'PUT' : 'POST',
        json,
      }),
    changes,
    success: 'Your domain has been updated!',
    // What is wrong with the name stands at its field.
    failure: (error) => (error instanceof ApiProblem && error.fields.length > 0 ? null : wentWrong),
  })
}

/** Has the records looked at. */
export function useCheckCustomDomain() {
  const { id } = useWorkspace()
  return useChange({
    run: () => rpc('check_custom_domain', { p_workspace_id: id }),
    changes,
    failure: 'Unable to check the domain',
  })
}

/** Gives the domain up. */
export function useRemoveCustomDomain() {
  const { id } = useWorkspace()
  return useChange({
    run: () => rpc('remove_custom_domain', { p_workspace_id: id }),
    changes,
    success: 'Your domain has been deleted!',
    failure: () => 'Something went wrong deleting your custom domain, please try again.',
  })
}
