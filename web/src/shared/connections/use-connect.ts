import { messageOf } from '../data/api.ts'
import { useChange } from '../data/change.ts'
import { PopupProblem } from '../provider-popup/messages.ts'
import { askByPopup } from '../provider-popup/popup.ts'
import { type Connection, type Credentials, connect, disconnect } from './queries.ts'

const connected = 'Your account was connected.'
const notConnected = 'Unknown error while connecting integration'

interface Attempt {
  /** The integration's id. */
  id: number
  work: () => Promise<unknown>
  done: string
  /** What is said where the server has no words of its own. */
  failed?: string
}

/**
 * Connects and disconnects integrations, one at a time. Each tells whether it worked.
 * @param purpose what a provider's page is asked for: to know who somebody is, or their repositories as well
 */
export function useConnect(purpose: 'connect' | 'repositories' = 'connect') {
  const change = useChange({
    run: ({ work }: Attempt) => work(),
    // What a Git host refused to who was not connected is asked again.
    changes: ['connections', 'git-organizations', 'git-repositories', 'committers'],
    success: (_done, { done }) => done,
    failure: (error, { failed }) =>
      error instanceof PopupProblem ? error.message : messageOf(error, failed),
  })
  const attempt = (it: Attempt) =>
    change.mutateAsync(it).then(
      () => true,
      () => false,
    )
  return {
    busy: change.isPending ? change.variables.id : null,
    byPopup: ({ workspace_integration_id: id }: Connection) =>
      attempt({
        id,
        work: async () => connect(id, await askByPopup({ integrationId: id, purpose })),
        done: connected,
        failed: notConnected,
      }),
    byPassword: ({ workspace_integration_id: id }: Connection, credentials: Credentials) =>
      attempt({ id, work: () => connect(id, credentials), done: connected, failed: notConnected }),
    onDisconnect: ({ workspace_integration_id: id, external_user_id: externalId }: Connection) =>
      attempt({ id, work: () => disconnect(externalId ?? 0), done: 'Your account was disconnected.' }),
  }
}
