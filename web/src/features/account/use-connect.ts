import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { PopupProblem } from '../../shared/provider-popup/messages.ts'
import { askByPopup } from '../../shared/provider-popup/popup.ts'
import { type Connection, connect, disconnect } from './queries.ts'

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

/** Connects and disconnects integrations, one at a time. Each tells whether it worked. */
export function useConnect() {
  const change = useChange({
    run: ({ work }: Attempt) => work(),
    changes: ['connections'],
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
        work: async () => connect(id, await askByPopup({ integrationId: id, purpose: 'connect' })),
        done: connected,
        failed: notConnected,
      }),
    byPassword: (
      { workspace_integration_id: id }: Connection,
      credentials: { username_or_email: string; password: string },
    ) => attempt({ id, work: () => connect(id, credentials), done: connected, failed: notConnected }),
    onDisconnect: ({ workspace_integration_id: id, external_user_id: externalId }: Connection) =>
      attempt({ id, work: () => disconnect(externalId ?? 0), done: 'Your account was disconnected.' }),
  }
}
