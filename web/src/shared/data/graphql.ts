// Reads of whole trees by GraphQL. Documents are typed by the committed schema and go out as they are written:
// nothing parses them in the browser. They live in *.operations.ts, each with a golden answer (tests/stack/contract).
import type { TadaDocumentNode } from 'gql.tada'
import { apiOrigin } from '../config/config.ts'
import { ApiProblem, networkProblem } from './api.ts'
import { fetchAsCaller } from './supabase.ts'

interface Answer {
  data?: unknown
  errors?: { message: string }[]
}

/**
 * Asks in the caller's role; throws ApiProblem when the server refuses, cannot be reached, or answers with errors.
 */
export async function query<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await send(JSON.stringify({ query: document, variables }))
  const answer = (await response.json().catch(() => ({}))) as Answer
  const [error] = answer.errors ?? []
  if (!response.ok || error) throw refusalOf(response.status, error?.message)
  return answer.data as Result
}

async function send(body: string): Promise<Response> {
  try {
    return await fetchAsCaller(`${apiOrigin}/graphql/v1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
  } catch {
    throw networkProblem()
  }
}

/** The rows of a connection. */
export function nodesOf<Node>(connection: { edges: { node: Node }[] } | null | undefined): Node[] {
  return connection?.edges.map(({ node }) => node) ?? []
}

/** Errors come with status 200; their text is for developers, so people get the catalogue's sentence. */
function refusalOf(status: number, message = ''): ApiProblem {
  const code = status === 429 ? 'TOO_MANY_REQUESTS' : 'INTERNAL_SERVER_ERROR'
  const problem = { code, status: status === 200 ? 500 : status, detail: '', fields: [] }
  return new ApiProblem(problem, { graphql: message })
}
