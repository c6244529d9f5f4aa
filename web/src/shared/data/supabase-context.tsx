// The ecosystem's way to the client and the session. Components read `useSession` and `useUser` from
// @supabase/auth-helpers-react itself.
import { SessionContextProvider, useSupabaseClient as useContextClient } from '@supabase/auth-helpers-react'
import type { ReactNode } from 'react'
import { supabase } from './supabase.ts'

// The library names supabase-js's whole client, and of it uses only these two.
interface Used {
  auth: Pick<typeof supabase.auth, 'getSession' | 'onAuthStateChange'>
}
const Provider = SessionContextProvider as (props: { supabaseClient: Used; children: ReactNode }) => ReactNode

/** Hands out the client, and the session as it changes. */
export function SupabaseProvider({ children }: { children: ReactNode }) {
  return <Provider supabaseClient={supabase}>{children}</Provider>
}

/** The client that the provider holds; the library takes it for supabase-js's own. */
export const useSupabaseClient = useContextClient as () => Pick<
  typeof supabase,
  'auth' | 'channel' | 'from' | 'rpc'
>

/** Signs out here and in the other tabs; rejects when the server could not be reached. */
export function useSignOut(): () => Promise<void> {
  const { auth } = useSupabaseClient()
  return async () => {
    const { error } = await auth.signOut()
    if (error) throw error
  }
}
