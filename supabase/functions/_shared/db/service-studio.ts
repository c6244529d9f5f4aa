// The service role's calls about documents of the Studio: bytes that lie where callers do not reach. Continues service.ts, the one
// module of the service role.
import type { RowOf } from '../domain/contract.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_document: StoredDocument | null
    svc_moved_object: string | null
  }
}

/**
 * A document: its newest snapshot (V2, gzip, Base64), after which update it was made, and what was typed since (V1, Base64); or
 * what it begins with, a text, an object of the bucket uploads, or one of the bucket files.
 */
export type StoredDocument = RowOf<
  'stored_document',
  'state' | 'snapshot_seq' | 'text' | 'upload' | 'object',
  {
    kind: 'text' | 'binary'
    eol: 'lf' | 'crlf'
    updates: { seq: number; update: string }[] | null
  }
>

/** A document, or its file in the branch alone: only once the caller was asked for the right to read it. */
export function storedDocument(id: string, published: boolean) {
  return call('svc_document', { p_document_id: id, p_published: published })
}

/** The object of what the branch has by now where it has moved under a document; null for none. */
export function movedObject(id: string) {
  return call('svc_moved_object', { p_document_id: id })
}

/** Keeps what was found in a document's file; a first snapshot (V2, gzip, Base64) unless there is one by now. */
export function keepSnapshot(
  id: string,
  found: {
    epoch: number
    kind: 'text' | 'binary'
    eol: 'lf' | 'crlf'
    bom: boolean
    size: number
    state?: string
  },
) {
  return call('svc_keep_snapshot', {
    p_document_id: id,
    p_epoch: found.epoch,
    p_kind: found.kind,
    p_eol: found.eol,
    p_bom: found.bom,
    p_size: found.size,
    ...(found.state === undefined ? {} : { p_state: found.state }),
  })
}
