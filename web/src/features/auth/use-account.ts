import { callApi } from '../../shared/data/api.ts'
import { useRead } from '../../shared/data/read.ts'
import { accessToken } from '../../shared/data/session.ts'
import { useSessionState } from '../../shared/data/workspace.tsx'

interface Account {
  token: string
  emails: string[]
}

interface UserAnswer {
  emails: { email: string; confirmed_at: string | null }[]
}

/** Who is signed in in this browser, member of this workspace or not; null for nobody. */
export function useSignedInAccount() {
  const session = useSessionState()
  const stranger = session.status === 'signed-out' && session.reason === 'not-member'
  const someone = stranger || session.status === 'signed-in'
  const query = useRead({
    key: ['signed-in-account', { stranger }],
    read: () => read(stranger),
    enabled: someone,
    retry: false,
  })
  return {
    isPending: session.status === 'loading' || (someone && query.isPending),
    account: (someone && query.data) || null,
  }
}

async function read(stranger: boolean): Promise<Account | null> {
  // A stranger's session has no token for this workspace, but it has one.
  const token = stranger
    ? (await callApi<{ token: string }>('/auth/access-token', { method: 'POST' })).token
    : await accessToken()
  if (!token) return null
  const { emails } = await callApi<UserAnswer>('/users/me', { token })
  return { token, emails: emails.filter(({ confirmed_at }) => confirmed_at).map(({ email }) => email) }
}
