// The server of documents, as the product has it: the route that opens one, and the calls that write and catch up.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { ApiProblem, apiUrl, networkProblem, problemFromBody } from '../../../shared/data/api.ts'
import { fetchAsCaller, rpc } from '../../../shared/data/supabase.ts'
import { type DocumentServer, Refusal } from './server.ts'
import { fromBase64, readOpened, toBase64 } from './wire.ts'

/** The documents of one branch. */
export function documentsOf(projectId: number, branchSlug: string): DocumentServer {
  const path = `/projects/${encodeId('prj', projectId)}/branches/${encodeURIComponent(branchSlug)}/doc`
  return {
    load: (id) => asked(async () => readOpened(await bytesOf(`${path}?document=${id}`))),
    append: (id, epoch, updates) =>
      asked(() =>
        rpc('append_updates', {
          p_document_id: id,
          p_epoch: epoch,
          p_updates: updates.map(({ key, update }) => ({ key, update: toBase64(update) })),
        }),
      ),
    after: (id, epoch, seq) =>
      asked(async () => {
        const rows = await rpc('updates_after', { p_document_id: id, p_epoch: epoch, p_seq: seq })
        return rows.map((row) => ({
          seq: row.seq,
          key: row.key,
          author: row.author_id,
          update: fromBase64(row.update) ?? new Uint8Array(),
        }))
      }),
  }
}

/** What the facade answers as bytes. */
export async function bytesOf(path: string): Promise<Uint8Array> {
  const response = await fetchAsCaller(apiUrl(path)).catch(() => {
    throw networkProblem()
  })
  if (response.ok) return new Uint8Array(await response.arrayBuffer())
  throw problemFromBody(response.status, await response.json().catch(() => undefined))
}

async function asked<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error)
  }
}

/** What an answer means for a session. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiProblem)) return new Refusal('later', 'The document could not be read.')
  const { status, detail } = error
  const field = error.fields[0]?.field
  if (status === 409 && (field === 'epoch' || field === 'seq')) return new Refusal('reset', detail)
  if (status === 409 && field === 'document_id') return new Refusal('gone', detail)
  if (status === 404) return new Refusal('gone', 'This file is no longer there, or no longer yours to see.')
  if (status === 403) return new Refusal('denied', detail)
  // Nobody is signed in: whoever comes back sends it.
  if (status === 0 || status === 401 || status === 408 || status === 429 || status >= 500)
    return new Refusal('later', detail)
  return new Refusal('refused', detail)
}
