import { useState } from 'react'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { PopupProblem } from '../../shared/sign-in/messages.ts'
import { askByPopup, leaveForProvider, providerMessage } from '../../shared/sign-in/popup.ts'
import { type LoginResult, loginByCode } from './queries.ts'
import { useSignIn } from './use-sign-in.ts'

interface Failure {
  integrationId: number
  message: string
}

/**
 * Sign-in at a provider's page: by popup, or in this window once a popup was blocked. `onEntered` is called for who is
 * in the workspace then.
 */
export function useProviderSignIn(onEntered?: () => void) {
  const { slug } = useWorkspace()
  const { finish, refusal, joinStatus } = useSignIn()
  const [problem, setProblem] = useState<Failure>()
  const [blocked, setBlocked] = useState(false)

  const entered = (result: LoginResult) => {
    finish(result)
    if (result.token && !result.join_request_status) onEntered?.()
  }

  const start = async (integrationId: number, returnTo: string) => {
    setProblem(undefined)
    try {
      const answer = await askByPopup({ integrationId, purpose: 'login', workspace: slug, returnTo })
      await loginByCode(answer).then(entered, (error: unknown) =>
        setProblem({ integrationId, message: refusal(error) }),
      )
    } catch (error) {
      setBlocked(error instanceof PopupProblem && error.reason === 'blocked')
      setProblem({ integrationId, message: providerMessage(error) })
    }
  }

  const leave = async (integrationId: number, returnTo: string) => {
    try {
      await leaveForProvider({ integrationId, purpose: 'login', workspace: slug, returnTo })
    } catch (error) {
      setProblem({ integrationId, message: providerMessage(error) })
    }
  }

  return { start, leave, problem, canLeave: blocked, joinStatus }
}
