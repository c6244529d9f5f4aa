import { refusal } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { PopupProblem } from '../../shared/provider-popup/messages.ts'
import { askByPopup, leaveForProvider, providerMessage } from '../../shared/provider-popup/popup.ts'
import { loginByCode } from './queries.ts'
import { useSignIn } from './use-sign-in.ts'

interface Way {
  integrationId: number
  /** Path of the workspace to go on to. */
  returnTo: string
}

/**
 * Sign-in at a provider's page: by popup, or in this window once a popup was blocked. `onEntered` is called for who is
 * in the workspace then.
 */
export function useProviderSignIn(onEntered?: () => void) {
  const { slug } = useWorkspace()
  const { finish, explain, joinStatus } = useSignIn()
  const requestOf = (way: Way) => ({ ...way, purpose: 'login' as const, workspace: slug })
  const popup = useChange({
    run: async (way: Way) => {
      const answer = await askByPopup(requestOf(way))
      return loginByCode(answer).catch((error: unknown) => {
        throw refusal(explain(error))
      })
    },
    onDone: (result) => {
      finish(result)
      if (result.token && !result.join_request_status) onEntered?.()
    },
  })
  const window = useChange({ run: (way: Way) => leaveForProvider(requestOf(way)) })
  const error = window.error ?? popup.error
  const isBlocked = popup.error instanceof PopupProblem && popup.error.reason === 'blocked'
  const blocked = isBlocked ? popup.variables : undefined
  return {
    start: (way: Way) => {
      window.reset()
      popup.mutate(way)
    },
    /** The integration whose popup is open. */
    busy: popup.isPending ? popup.variables.integrationId : null,
    problem: error ? providerMessage(error) : null,
    /** Goes on in this window, where the popup was blocked. */
    leave: blocked ? () => window.mutate(blocked) : null,
    joinStatus,
  }
}
