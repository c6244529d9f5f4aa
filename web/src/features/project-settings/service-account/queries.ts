// The name and key with which the product reads a project's repository. The key never comes back from the server.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys, projectTopic, usePolled } from '../../../shared/data/realtime.ts'

export interface ServiceAccount {
  id: string
  name: string
  kind: string
  credentials: { type: string; username: string }
}

export interface Credentials {
  username: string
  key: string
}

liveKeys({ project_service_accounts: [['service-account']] })

const pollMs = 5_000
const changes = ['service-account']
const pathOf = (projectId: number) => `/projects/${encodeId('prj', projectId)}/service-accounts`

/** The service account of a project; null where it has none. */
export function useServiceAccount(projectId: number) {
  return useRead({
    key: ['service-account', { projectId }],
    read: async () => {
      const { items } = await callAsMe<{ items: ServiceAccount[] }>(pathOf(projectId))
      return items[0] ?? null
    },
    refetchInterval: usePolled(projectTopic(projectId), pollMs),
  })
}

/** Gives the project its service account, or that other credentials. */
export function useSaveServiceAccount(projectId: number, account: ServiceAccount | null, name: string) {
  return useChange({
    run: ({ username, key }: Credentials) => {
      const credentials = { username, token: key }
      return account
        ? callAsMe(`${pathOf(projectId)}/${account.id}`, { method: 'PATCH', json: { credentials } })
        : callAsMe(pathOf(projectId), { method: 'POST', json: { name, credentials } })
    },
    changes,
    success: account ? 'Project service account updated' : 'Project service account created',
    failure: `Error ${account ? 'updating' : 'creating'} project service account`,
  })
}

interface TestResult {
  success: boolean
  message: string
}

/** Tries credentials at the host without keeping them; null tries those that are kept. */
export function useTestServiceAccount(projectId: number, name: string) {
  return useChange({
    run: (typed: Credentials | null) =>
      callAsMe<TestResult>(`${pathOf(projectId)}/test`, {
        method: 'POST',
        json: typed ? { credentials: { username: typed.username, token: typed.key } } : {},
      }),
    success: ({ success, message }) =>
      success
        ? `Service account credentials for ${name} are valid!`
        : { error: `Service account credentials test for ${name} failed: ${message}` },
    failure: 'Unexpected error encountered when testing the service account',
  })
}

/** Takes the service account from the project. */
export function useDeleteServiceAccount(projectId: number) {
  return useChange({
    run: ({ id }: ServiceAccount) => callAsMe(`${pathOf(projectId)}/${id}`, { method: 'DELETE' }),
    changes,
    success: 'Project service account deleted',
    failure: (error) => `Error deleting project service account: ${messageOf(error)}`,
  })
}
