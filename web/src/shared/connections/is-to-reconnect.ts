import { ApiProblem } from '../data/api.ts'

/** Whether a Git host knows the caller's account no more, or never did, so that they connect it. */
export function isToReconnect(error: unknown): boolean {
  return (
    error instanceof ApiProblem && error.code === 'VCS_PROVIDER_ERROR' && error.extra.reason === 'reconnect'
  )
}
