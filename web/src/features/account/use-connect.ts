import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { PopupProblem } from '../../shared/sign-in/messages.ts'
import { askByPopup } from '../../shared/sign-in/popup.ts'
import { useToast } from '../../shared/ui/toast.ts'
import { type Connection, connect, disconnect } from './queries.ts'

const connected = 'Your account was connected.'
const notConnected = 'Unknown error while connecting integration'

/** Connects and disconnects integrations, one at a time (spec 1 §4). */
export function useConnect() {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<number | null>(null)

  /** Whether it worked; a refusal has been told. */
  const run = async (
    id: number,
    work: () => Promise<unknown>,
    done: string,
    failed?: string,
  ): Promise<boolean> => {
    setBusy(id)
    try {
      await work()
      await client.invalidateQueries({ queryKey: ['connections'] })
      toast.success(done)
      return true
    } catch (error) {
      toast.error(error instanceof PopupProblem ? error.message : messageOf(error, failed))
      return false
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,
    byPopup: ({ workspace_integration_id: id }: Connection) =>
      run(
        id,
        async () => connect(id, await askByPopup({ integrationId: id, purpose: 'connect' })),
        connected,
        notConnected,
      ),
    byPassword: (
      { workspace_integration_id: id }: Connection,
      credentials: { username_or_email: string; password: string },
    ) => run(id, () => connect(id, credentials), connected, notConnected),
    onDisconnect: ({ workspace_integration_id: id, external_user_id: externalId }: Connection) =>
      run(id, () => disconnect(externalId ?? 0), 'Your account was disconnected.'),
  }
}
