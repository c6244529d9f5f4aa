// The facade's calls as whoever is signed in.
import { ApiProblem, type ApiRequest, callApi } from './api.ts'
import { withProof } from './proof.ts'
import { accessToken, renewRefusedToken } from './session.ts'

const refusedToken = [
  'INVALID_TOKEN',
  'TOKEN_ERROR',
  'TOKEN_EXPIRED',
  'TOKEN_NOT_BEFORE',
  'TOKEN_PAYLOAD_MALFORMED',
]

/** `callApi` with the session's token. A token that the server no longer accepts is renewed once and the call repeated. */
export function callAsMe<T>(path: string, request: Omit<ApiRequest, 'token'> = {}): Promise<T> {
  return withProof(() => callOnce<T>(path, request))
}

async function callOnce<T>(path: string, request: Omit<ApiRequest, 'token'>): Promise<T> {
  const token = await accessToken()
  const sentAt = Date.now()
  try {
    return await callApi<T>(path, { ...request, token })
  } catch (error) {
    const isRefused = error instanceof ApiProblem && refusedToken.includes(error.code)
    const renewed = token && isRefused ? await renewRefusedToken(sentAt) : null
    if (!renewed) throw error
    return callApi<T>(path, { ...request, token: renewed })
  }
}
