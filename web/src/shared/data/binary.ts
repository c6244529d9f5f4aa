// What the facade answers as bytes: files, archives, pictures. A page cannot just name their address: it takes the reader's session.
import { ApiProblem, apiUrl, networkProblem, problemFromBody } from './api.ts'
import { fetchAsCaller } from './supabase.ts'

// A proxy's own page and the app itself come as these, where files come as octets, archives or pictures.
const textTypes = /^(text\/|application\/(json|problem\+json)\b)/i

/** Asks for bytes at a path of the facade. Throws ApiProblem, also where something else than bytes was answered. */
export async function fetchBinary(path: string): Promise<Response> {
  const response = await fetchAsCaller(apiUrl(path)).catch(() => {
    throw networkProblem()
  })
  if (!response.ok) throw problemFromBody(response.status, await response.json().catch(() => undefined))
  if (textTypes.test(response.headers.get('content-type') ?? ''))
    throw new ApiProblem({
      code: 'UNEXPECTED_ANSWER',
      status: response.status,
      detail: 'HTTP response was not binary data',
      fields: [],
    })
  return response
}

/** Whether it was refused because there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404
}
