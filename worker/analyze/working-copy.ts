// The files of a working copy of the Studio, as somebody would save them now: texts with what was typed, line endings and marks.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { ClientBase } from 'pg'
import { DescriptionError } from '../../analysis/errors.ts'
import { documentOf, textOf } from '../../editing/documents/state.ts'
import { encodeFile } from '../../editing/documents/text.ts'
import { filesTooLarge, maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { sentenceOf } from '../../supabase/functions/_shared/domain/reasons.ts'
import type { Storage } from '../storage.ts'
import type { ImportedFile } from './files.ts'
import type { Progress } from './protocol.ts'

/** What was read of a document: what is typed after it is not published. */
export interface ReadDocument {
  id: string
  epoch: number
  seq: number
  path: string
  hash: string
}

export interface WorkingCopy {
  files: ImportedFile[]
  documents: ReadDocument[]
}

interface DocumentRow {
  id: string
  path: string
  epoch: number
  seq: string
  eol: 'lf' | 'crlf'
  bom: boolean
  /** Whether its bytes are those of its source: nothing was typed that is not in it. */
  is_source: boolean
  text: string | null
  bucket: string
  object: string | null
}

const typedOn = 'More was typed in this file meanwhile.'

const DOCUMENT = `
  select d.id, d.path, d.epoch, d.seq, d.eol, d.bom, not d.is_edited or s.document_id is null as is_source, o.text,
    case when o.upload is null then 'files' else 'uploads' end as bucket,
    coalesce(o.upload, f.workspace_id || '/' || f.object_id) as object
  from public.documents d
  left join private.document_snapshots s on s.document_id = d.id and s.epoch = d.epoch
  left join private.document_sources o on o.document_id = d.id
  left join public.files f on f.workspace_id = d.workspace_id and f.hash = case when o.document_id is null then d.hash else o.hash end`

const DOCUMENTS = `${DOCUMENT}
  where d.branch_id = $1 and d.deleted_at is null and ($2::uuid[] is null or d.id = any ($2))
  order by d.path collate "C"`

export interface Wanted {
  branchId: string | null
  /** The documents that are read; without them all there are. */
  ids?: string[]
  /** Documents as they were after an update, in place of how they are. */
  upTo?: Map<string, number>
}

/**
 * Files of the working copy of one moment. Throws DescriptionError beyond what a branch may hold, and where the branch has
 * moved under documents that were changed: nobody's push is overwritten unseen.
 */
export async function fetchWorkingCopy(
  db: ClientBase,
  storage: Storage,
  { branchId, ids, upTo }: Wanted,
  onProgress: (progress: Progress) => void,
): Promise<WorkingCopy> {
  const kept = new Map<string, Buffer>()
  await db.query('begin isolation level repeatable read read only')
  let rows: DocumentRow[]
  let left = maxImportBytes
  try {
    await refuseBehind(db, branchId, ids)
    rows = (await db.query<DocumentRow>(DOCUMENTS, [branchId, ids ?? null])).rows
    for (const row of rows) {
      if (row.is_source) continue
      const bytes = await typedBytes(db, row, upTo?.get(row.id))
      left -= bytes.length
      if (left < 0) throw new DescriptionError(filesTooLarge, row.path)
      kept.set(row.id, bytes)
    }
  } finally {
    await db.query('rollback')
  }
  const copy: WorkingCopy = { files: [], documents: [] }
  for (const { id, path, epoch, seq, ...source } of rows) {
    const bytes = kept.get(id) ?? (await sourceBytes(storage, source, path, left))
    if (!kept.has(id)) left -= bytes.length
    const hash = createHash('sha256').update(bytes).digest()
    copy.files.push({ path, bytes, hash })
    const read = Math.min(Number(seq), upTo?.get(id) ?? Number.POSITIVE_INFINITY)
    copy.documents.push({ id, epoch, seq: read, path, hash: hash.toString('hex') })
    onProgress({ phase: 'download', done: copy.files.length, total: rows.length })
  }
  return copy
}

/**
 * The bytes of one document as somebody would save it now, in the transaction of the caller: of one that was typed in what
 * `typed` answers, or what it began with where that is null.
 */
export async function documentBytes(
  db: ClientBase,
  storage: Storage,
  id: string,
  typed: () => Promise<Buffer | null>,
): Promise<Buffer> {
  const row = await documentRow(db, id)
  const bytes = row.is_source ? null : await typed()
  return bytes ?? sourceBytes(storage, row, row.path, maxImportBytes)
}

/** What was typed in a document, in the transaction of the caller. Throws DescriptionError where nobody can put it together. */
export async function typedDocument(db: ClientBase, id: string): Promise<Buffer> {
  const row = await documentRow(db, id)
  return bounded(await typedBytes(db, row), row.path, maxImportBytes)
}

async function documentRow(db: ClientBase, id: string): Promise<DocumentRow> {
  const { rows } = await db.query<DocumentRow>(`${DOCUMENT} where d.id = $1`, [id])
  if (!rows[0]) throw new Error(`There is no document ${id}.`)
  return rows[0]
}

async function refuseBehind(db: ClientBase, branchId: string | null, ids?: string[]): Promise<void> {
  const { rows } = await db.query<{ path: string }>(
    `select path from public.documents
     where branch_id = $1 and base_moved and changed and ($2::uuid[] is null or id = any ($2)) order by path limit 1`,
    [branchId, ids ?? null],
  )
  if (rows[0]) throw new DescriptionError(sentenceOf('working_copy_behind'), rows[0].path)
}

/** `upTo`: the last update that counts; without it all do. */
async function typedBytes(
  db: ClientBase,
  { id, path, eol, bom }: DocumentRow,
  upTo?: number,
): Promise<Buffer> {
  const { rows: snapshots } = await db.query<{ seq: string; state: Buffer }>(
    'select seq, state from private.document_snapshots where document_id = $1',
    [id],
  )
  const [snapshot] = snapshots
  if (!snapshot) throw new Error(`Document ${id} has no snapshot.`)
  // The snapshot holds more by now, and what it holds cannot be taken out of it.
  if (upTo !== undefined && Number(snapshot.seq) > upTo) throw new DescriptionError(typedOn, path)
  const { rows } = await db.query<{ update: Buffer }>(
    `select update from private.document_updates
     where document_id = $1 and seq > $2 and ($3::bigint is null or seq <= $3) order by seq`,
    [id, snapshot.seq, upTo ?? null],
  )
  try {
    const doc = documentOf(
      gunzipSync(snapshot.state),
      rows.map(({ update }) => update),
    )
    return Buffer.from(encodeFile({ text: textOf(doc), eol, bom }))
  } catch {
    // Beyond its bounds, or whatever else Yjs throws at what somebody sent: it will do so next time too.
    throw new DescriptionError(sentenceOf('document_blocked'), path)
  }
}

async function sourceBytes(
  storage: Storage,
  { text, bucket, object }: Pick<DocumentRow, 'text' | 'bucket' | 'object'>,
  path: string,
  most: number,
): Promise<Buffer> {
  if (text !== null || object === null) return bounded(Buffer.from(text ?? ''), path, most)
  const bytes = await storage.download(bucket, object, most)
  // On its way from one bucket to the other, or not stored any more: the next attempt knows.
  if (bytes === 'missing') throw new Error(`The file of ${path} is not in Storage.`)
  return bounded(bytes, path, most)
}

function bounded(bytes: Buffer | 'too large', path: string, most: number): Buffer {
  if (bytes === 'too large' || bytes.length > most) throw new DescriptionError(filesTooLarge, path)
  return bytes
}
