// The server of documents, as the product has it: the route that opens one, and the calls that write and catch up.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { fetchBinary } from '../../../shared/data/binary.ts'
import { sessionState } from '../../../shared/data/session.ts'
import { shareToken } from '../../../shared/data/share-token.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { type Copies, noCopies } from './copies.ts'
import { type DocumentServer, Refusal } from './server.ts'
import { fromBase64, readOpened, toBase64 } from './wire.ts'

/** The documents of one branch; what the server says of them is kept in `copies`, to be read without it. */
export function documentsOf(
  projectId: number,
  branchSlug: string,
  copies: Copies = noCopies,
): DocumentServer {
  const path = `/projects/${encodeId('prj', projectId)}/branches/${encodeURIComponent(branchSlug)}/doc`
  return {
    load: (id) =>
      asked(async () => {
        const bytes = await bytesOf(`${path}?document=${id}`)
        const opened = await readOpened(bytes)
        void copies.keepDocument(id, opened.epoch, bytes)
        return opened
      }),
    kept: async (id) => {
      const copy = await copies.document(id)
      if (!copy) return null
      const opened = await readOpened(copy.bytes)
      return { ...opened, updates: [...opened.updates, ...copy.since] }
    },
    heard: copies.hear,
    append: (id, epoch, updates) =>
      asked(async () => {
        const taken = await rpc('append_updates', {
          p_document_id: id,
          p_epoch: epoch,
          p_updates: updates.map(({ key, update }) => ({ key, update: toBase64(update) })),
        })
        const sent = new Map(updates.map(({ key, update }) => [key, update]))
        const numbered = taken.map(({ key, seq }) => ({ seq, update: sent.get(key) ?? new Uint8Array() }))
        // Before the outbox forgets them: what is sent is in one place or the other.
        await copies.grow(id, epoch, numbered)
        return taken
      }),
    after: (id, epoch, seq) =>
      asked(async () => {
        const rows = await rpc('updates_after', { p_document_id: id, p_epoch: epoch, p_seq: seq })
        const updates = rows.map((row) => ({
          seq: row.seq,
          key: row.key,
          author: row.author_id,
          update: fromBase64(row.update) ?? new Uint8Array(),
        }))
        await copies.grow(id, epoch, updates)
        return updates
      }),
  }
}

/** What the facade answers as bytes. */
export async function bytesOf(path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetchBinary(path)).arrayBuffer())
}

async function asked<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  // What a visitor is refused says nothing of whoever comes back.
  if (sessionState().status !== 'signed-in' && shareToken() === null)
    throw new Refusal('later', 'Nobody is signed in.')
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
  if (status === 409 && field === 'blocked') return new Refusal('blocked', detail)
  if (status === 409 && field === 'document_id') return new Refusal('gone', detail)
  if (status === 404) return new Refusal('gone', 'This file is no longer there, or no longer yours to see.')
  if (status === 403) return new Refusal('denied', detail)
  // Nobody is signed in: whoever comes back sends it.
  if (status === 0 || status === 401 || status === 408 || status === 429 || status >= 500)
    return new Refusal('later', detail)
  return new Refusal('refused', detail)
}
