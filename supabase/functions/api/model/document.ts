// A document of the Studio as the functions bring it: its first snapshot is made here, and nowhere else.
import { firstState } from '../../../../editing/documents/state.ts'
import { decodeFile, encodeFile, maxTextBytes } from '../../../../editing/documents/text.ts'
import { rpc } from '../../_shared/db/rest.ts'
import {
  keepSnapshot,
  movedObject,
  type StoredDocument,
  storedDocument,
} from '../../_shared/db/service-studio.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { fromBase64, toBase64 } from '../../_shared/http/base64.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { gzip } from '../../_shared/http/gzip.ts'
import { clientKey } from '../../_shared/http/limit.ts'
import { refusal, refusalFor, unavailable } from '../../_shared/http/problem.ts'
import { openStored } from '../../_shared/storage/stored.ts'
import { textTogether } from '../texts/texts.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    document_reading: RowOf<'document_reading'>
  }
}

/** A text document as it is: its newest snapshot (V2, gzip), and what was typed since (V1). */
export interface OpenedDocument {
  epoch: number
  snapshotSeq: number
  snapshot: Uint8Array
  updates: { seq: number; update: Uint8Array }[]
}

/** A document set back while it is opened begins anew; more often in a row nobody sets it back by hand. */
const mostAttempts = 5

/**
 * A document of a branch for the caller, null where it is no text; 404 where they may not read it. Who first opens it makes its
 * snapshot; of many at once one does, and all get the same.
 */
export async function openDocument(
  c: AppContext,
  branchId: number,
  id: string,
): Promise<OpenedDocument | null> {
  const isPublished = await readsPublished(c, branchId, id)
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const stored = await find(id, isPublished)
    if (stored.state !== null) return opened(stored, stored.state)
    if (stored.kind === 'binary' && !isPublished) return null
    const bytes = await bytesOf(stored)
    const file = bytes && decodeFile(bytes)
    if (isPublished) return file ? asPublished(stored, file.text) : null
    const { epoch } = stored
    await keepSnapshot(
      id,
      file
        ? {
            epoch,
            kind: 'text',
            eol: file.eol,
            bom: file.bom,
            size: bytes.length,
            state: toBase64(await gzip(firstState(file.text))),
          }
        : { epoch, kind: 'binary', eol: 'lf', bom: false, size: bytes?.length ?? maxTextBytes + 1 },
    )
  }
  throw unavailable(new Error(`Document ${id} was set back again and again.`))
}

/** Which state of a document: as it is, as it was last published or pulled, or what the branch has where it has moved under it. */
export type DocumentState = 'now' | 'published' | 'branch'

/** A document of a branch as a file for the caller: with its line endings, its mark, and what was typed. */
export async function documentContent(
  c: AppContext,
  branchId: number,
  id: string,
  of: DocumentState = 'now',
): Promise<{ path: string; content: Response }> {
  const isPublished = (await readsPublished(c, branchId, id)) || of !== 'now'
  const stored = await find(id, isPublished)
  const { path, state, text, eol, bom } = stored
  if (isPublished) {
    const object = of === 'branch' ? await movedObject(id) : stored.object
    if (object === null) throw refusal('NOT_FOUND', 'The branch has no such file.')
    return { path, content: await openSource({ ...stored, object }) }
  }
  if (state !== null) {
    const file = { text: await openedText(c, branchId, opened(stored, state)), eol, bom }
    return { path, content: new Response(new Uint8Array(encodeFile(file))) }
  }
  return { path, content: text === null ? await openSource(stored) : new Response(text) }
}

/** The text of a document that was opened. */
export function openedText(
  c: AppContext,
  branchId: number,
  { snapshot, updates }: OpenedDocument,
): Promise<string> {
  const asker = { owner: String(branchId), client: clientKey(c) }
  return textTogether(asker, { snapshot, updates: updates.map(({ update }) => update) })
}

/** Whether the caller sees the file in the branch alone. */
async function readsPublished(c: AppContext, branchId: number, id: string): Promise<boolean> {
  const { branch_id, view } = await rpc(c, 'document_reading', { p_document_id: id })
  if (branch_id !== branchId) throw refusalFor('document_not_found')
  return view === 'published'
}

async function find(id: string, isPublished: boolean): Promise<StoredDocument> {
  const stored = await storedDocument(id, isPublished)
  if (!stored) throw refusalFor('document_not_found')
  if (stored.is_blocked && !isPublished) throw refusalFor('document_blocked')
  return stored
}

function opened({ epoch, snapshot_seq, updates }: StoredDocument, state: string): OpenedDocument {
  return {
    epoch,
    snapshotSeq: snapshot_seq ?? 0,
    snapshot: fromBase64(state),
    updates: (updates ?? []).map(({ seq, update }) => ({ seq, update: fromBase64(update) })),
  }
}

// What readers from outside get is the file, not what was ever typed into it.
async function asPublished({ epoch, seq }: StoredDocument, text: string): Promise<OpenedDocument> {
  return { epoch, snapshotSeq: seq, snapshot: await gzip(firstState(text)), updates: [] }
}

/** What a document begins with; null where that is too large for a text. */
async function bytesOf(stored: StoredDocument): Promise<Uint8Array | null> {
  if (stored.text !== null) return new TextEncoder().encode(stored.text)
  const { body } = await openSource(stored)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxTextBytes) return null
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

async function openSource({ object, upload }: StoredDocument): Promise<Response> {
  const content =
    object !== null
      ? await openStored(object)
      : upload === null
        ? new Response('')
        : await openStored(upload, 'uploads')
  if (!content) throw refusal('NOT_FOUND', 'The file is not stored any more.')
  return content
}
