import { useState } from 'react'
import { PopupProblem } from '../../shared/sign-in/messages.ts'
import { askByPopup, leaveForProvider, providerMessage } from '../../shared/sign-in/popup.ts'
import { loginByCode } from './queries.ts'
import { useSignIn } from './use-sign-in.ts'

interface Failure {
  integrationId: number
  message: string
}

/** Sign-in at a provider's page: by popup, or in this window once a popup was blocked. */
export function useProviderSignIn() {
  const { finish, refusal, joinStatus } = useSignIn()
  const [problem, setProblem] = useState<Failure>()
  const [blocked, setBlocked] = useState(false)

  const start = async (integrationId: number, returnTo: string) => {
    setProblem(undefined)
    try {
      const answer = await askByPopup({ integrationId, purpose: 'login', returnTo })
      await loginByCode(answer).then(finish, (error: unknown) =>
        setProblem({ integrationId, message: refusal(error) }),
      )
    } catch (error) {
      setBlocked(error instanceof PopupProblem && error.reason === 'blocked')
      setProblem({ integrationId, message: providerMessage(error) })
    }
  }

  const leave = async (integrationId: number, returnTo: string) => {
    try {
      await leaveForProvider({ integrationId, purpose: 'login', returnTo })
    } catch (error) {
      setProblem({ integrationId, message: providerMessage(error) })
    }
  }

  return { start, leave, problem, canLeave: blocked, joinStatus }
}
