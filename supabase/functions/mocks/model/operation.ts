// The operation that a request is for: one look into the database, which also says whether the caller may read it. The
// routes of a branch are kept by its analysis, operations by their digest.
import { rpc } from '../../_shared/db/rest.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { refusal, unavailable } from '../../_shared/http/problem.ts'
import type { MockAddress } from './address.ts'
import { Kept } from './kept.ts'
import { readerOf } from './reader.ts'
import { type ListedRoute, type Match, RoutingTable } from './routing.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    mock_operation: RowOf<'mock_operation', 'digest' | 'data'> | null
    mock_routes: ListedRoute[] | null
  }
}

export interface MockedOperation {
  /** The same for the same text. */
  digest: string
  /** JSON of the operation, as analysis wrote it. */
  text: string
}

interface Table {
  id: string
  routes: RoutingTable
}

/** What a caller was answered lately from, a guess that the database confirms or not. */
const guesses = new Kept<string>(5_000)
const tables = new Kept<Table>(100_000, ({ routes }) => 20 + routes.size)
const digests = new Kept<string>(20_000)
const texts = new Kept<string>(16 * 1024 * 1024, (text) => text.length)

// An analysis may end between two looks, hardly twice.
const mostLooks = 4

/** Throws NOT_FOUND or METHOD_NOT_ALLOWED, and what the database refuses with. */
export async function findOperation(
  c: AppContext,
  site: string,
  address: MockAddress,
): Promise<MockedOperation> {
  const caller = [site, address.project, address.branch, readerOf(c)].join('\n')
  const method = c.req.method.toLowerCase()
  for (let look = 0; look < mostLooks; look++) {
    const table = tables.get(guesses.get(caller) ?? '')
    const match = table?.routes.match(method, address.path, address.api)
    const uri = match && 'uri' in match ? match.uri : null
    const place = `${table?.id}\n${uri}`
    const known = uri === null ? undefined : digests.get(place)
    const found = await rpc(c, 'mock_operation', {
      p_workspace_slug: site,
      p_project_slug: address.project,
      p_branch_slug: address.branch,
      p_uri: uri,
      p_known: known !== undefined && texts.get(known) !== undefined ? known : null,
    })
    if (!found) throw refusal('NOT_FOUND', 'There is no such mock server.')
    const id = `${found.branch_id}/${found.version}`
    if (match === undefined || id !== table?.id) {
      const listed = await rpc(c, 'mock_routes', { p_branch_id: found.branch_id })
      tables.set(id, { id, routes: new RoutingTable(listed ?? []) })
      guesses.set(caller, id)
      continue
    }
    if (uri === null || found.digest === null) throw notMocked(match, address.path)
    const text = found.data ?? texts.get(found.digest)
    if (text === undefined) continue
    digests.set(place, found.digest)
    if (found.data !== null) texts.set(found.digest, text)
    return { digest: found.digest, text }
  }
  throw unavailable(new Error('The branch changed while it was read.'))
}

function notMocked(match: Match, path: string) {
  if ('uri' in match || match.allowed.length === 0) {
    return refusal('NOT_FOUND', `The description has no operation at ${path}.`)
  }
  const allow = match.allowed.map((method) => method.toUpperCase()).join(', ')
  return refusal('METHOD_NOT_ALLOWED', `The description has ${allow} at ${path}.`, {
    headers: { Allow: allow },
  })
}
