// The plan that the workspace is on.
import { useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import { supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

liveKeys({ billing_accounts: [['plan']] })

export interface Plan {
  included_members: number | null
  paid_members: number | null
  trial_end_at: string | null
  billing_products: { name: string; label: string; included_members: number | null }
}

/** The workspace's plan, for who may manage billing. */
export function usePlan() {
  const { id } = useWorkspace()
  return useRead({
    key: ['plan'],
    read: () => {
      const columns =
        'included_members, paid_members, trial_end_at, billing_products!billing_accounts_billing_product_id_fkey(name, label, included_members)'
      return unwrap(supabase.from('billing_accounts').select(columns).eq('workspace_id', id).single())
    },
  })
}
