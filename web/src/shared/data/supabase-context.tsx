// The ecosystem's way to the client and the session. Components read `useSessionState` and `useUser` where
// @supabase/auth-helpers-react has them.
import { SessionContextProvider, useSupabaseClient as useContextClient } from '@supabase/auth-helpers-react'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { ReactNode } from 'react'
import { supabase } from './supabase.ts'

/** Hands out the client, and the session as it changes. */
export function SupabaseProvider({ children }: { children: ReactNode }) {
  // The helper asks for the whole client and uses `auth.getSession` and `auth.onAuthStateChange`.
  const client = supabase as unknown as SupabaseClient
  return <SessionContextProvider supabaseClient={client}>{children}</SessionContextProvider>
}

/** The client that the provider holds, by its own type. */
export const useSupabaseClient = useContextClient as unknown as () => typeof supabase

/** Signs out here and in the other tabs; rejects when the server could not be reached. */
export function useSignOut(): () => Promise<void> {
  const { auth } = useSupabaseClient()
  return async () => {
    const { error } = await auth.signOut()
    if (error) throw error
  }
}
