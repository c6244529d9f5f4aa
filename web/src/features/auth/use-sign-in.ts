import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { ApiProblem, messageOf } from '../../shared/data/api.ts'
import { adoptToken, lockOf, reportLock } from '../../shared/data/session.ts'
import { useToast } from '../../shared/ui/toast.ts'
import type { JoinRequestStatus } from './join-request.ts'
import type { LoginResult } from './queries.ts'
import { useReturnPath } from './return-path.ts'

/** Finishes a sign-in, however it was made: takes the session, goes on to the confirmation, or tells of the request. */
export function useSignIn() {
  const navigate = useNavigate()
  const toast = useToast()
  const target = useReturnPath()
  const [joinStatus, setJoinStatus] = useState<JoinRequestStatus | null>(null)

  const finish = (result: LoginResult) => {
    setJoinStatus(result.join_request_status)
    if (result.confirmation_required) {
      toast.info('Workspace email confirmation required')
      navigate(paths.authPage('confirm-workspace-member-email', target), { state: { email: result.email } })
    } else if (result.token && !result.join_request_status) adoptToken(result.token)
  }

  /** The words for a refusal; a locked workspace opens its dialog as well. */
  const explain = (error: unknown): string => {
    if (error instanceof ApiProblem && error.code === 'WORKSPACE_IS_LOCKED') reportLock(lockOf(error))
    return loginMessage(error)
  }

  return { finish, explain, joinStatus, refused: joinStatus === 'denied' || joinStatus === 'disabled' }
}

/** A refused sign-in shows the error's type too, which support can be told. */
function loginMessage(error: unknown): string {
  const message = messageOf(error)
  return error instanceof ApiProblem && error.status === 401 ? `${message} (${error.code})` : message
}
