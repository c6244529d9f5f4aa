// One document's updates become part of its snapshot. By a Y.Doc: merging thousands of updates with each other takes quadratic time.
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ClientBase } from 'pg'
import { applyTo, firstState, textOf } from '../../editing/documents/state.ts'
import { encodeFile } from '../../editing/documents/text.ts'
import { type Fitting, type NumberedUpdate, putTogether } from './fitting.ts'

// Of what a snapshot holds this much stays for who was away: beyond it they take the snapshot.
const KEPT_BYTES = 16 * 1024 * 1024

interface Opened {
  epoch: number
  eol: 'lf' | 'crlf'
  bom: boolean
  snapshot_seq: string
  state: Buffer
}

/**
 * Writes a snapshot that holds all updates there are, unless the document was set back meanwhile. Where they take too much work
 * to be put in place it holds those before, and the document is blocked; where only opening it would, it begins anew with its text.
 * What was typed since stays waiting; a text that is as its file, or as the branch has it by now, is no change any more.
 */
export async function compactDocument(db: ClientBase, id: string): Promise<void> {
  const { rows } = await db.query<Opened>(
    `select d.epoch, d.eol, d.bom, s.seq as snapshot_seq, s.state
     from public.documents d join private.document_snapshots s on s.document_id = d.id and s.epoch = d.epoch where d.id = $1`,
    [id],
  )
  const [opened] = rows
  if (!opened) return
  const { epoch, eol, bom, snapshot_seq: from, state } = opened
  const { rows: updates } = await db.query<NumberedUpdate>(
    'select seq, update from private.document_updates where document_id = $1 and epoch = $2 and seq > $3 order by seq',
    [id, epoch, from],
  )
  const fits = putTogether(gunzipSync(state), updates)
  // A document that begins anew loses nothing: what would go with it is left to people.
  if (!fits || (!fits.state && !fits.isWhole)) return block(db, { id, epoch })
  await db.query('begin')
  try {
    const { rows: still } = await db.query(
      `select from public.documents d join private.document_snapshots s on s.document_id = d.id and s.epoch = d.epoch
       where d.id = $1 and d.epoch = $2 and s.seq = $3 for no key update of d`,
      [id, epoch, from],
    )
    if (still.length > 0) await write(db, { id, epoch, eol, bom, last: fits.last ?? from }, fits)
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

interface Written extends Pick<Opened, 'eol' | 'bom'> {
  id: string
  epoch: number
  last: string
}

async function write(db: ClientBase, document: Written, fits: Fitting): Promise<void> {
  const { id, epoch } = document
  let { last } = document
  if (fits.state) {
    await db.query(
      'update private.document_snapshots set seq = $2, state = $3, created_at = now() where document_id = $1',
      [id, last, gzipSync(fits.state)],
    )
  } else {
    // Nothing comes between: the document is locked.
    const { rows } = await db.query<NumberedUpdate>(
      'select seq, update from private.document_updates where document_id = $1 and seq > $2 order by seq',
      [id, last],
    )
    for (const { update } of rows) applyTo(fits.doc, update, fits.work)
    const anew = await db.query<{ seq: string }>('select private.begin_with_snapshot($1, $2) as seq', [
      id,
      gzipSync(firstState(textOf(fits.doc))),
    ])
    last = anew.rows[0]?.seq ?? last
  }
  const bytes = encodeFile({ ...document, text: textOf(fits.doc) })
  const hash = createHash('sha256').update(bytes).digest()
  await settle(db, { id, last, hash, size: bytes.length })
  if (!fits.isWhole) await block(db, { id, epoch })
}

/** Closes a document that nobody could open: what is typed from now on is refused, until it is set back or recovered. */
export async function block(db: Queryable, { id, epoch }: { id: string; epoch: number }): Promise<void> {
  await db.query('update public.documents set is_blocked = true where id = $1 and epoch = $2', [id, epoch])
}

type Queryable = Pick<ClientBase, 'query'>

async function settle(
  db: ClientBase,
  { id, last, hash, size }: { id: string; last: string; hash: Buffer; size: number },
): Promise<void> {
  // A text that is what the branch has by now, as after a commit from here, has not moved.
  await db.query(
    `update public.documents d
     set hash = d.moved_hash, published_path = d.path, base_moved = false, moved_hash = null
     where d.id = $1 and d.base_moved and d.moved_hash = $2 and exists (
       select from public.branch_files f where f.branch_id = d.branch_id and f.path = d.path and f.hash = d.moved_hash)`,
    [id, hash],
  )
  await db.query(
    `update public.documents d
     set size = $4, is_edited = d.hash is distinct from $3 or d.seq > $2,
       waiting_bytes = coalesce((select sum(length(u.update)) from private.document_updates u where u.document_id = d.id and u.seq > $2), 0)
     where d.id = $1`,
    [id, last, hash, size],
  )
  await db.query(
    `with held as (
       select u.seq, sum(length(u.update)) over (order by u.seq desc) as bytes
       from private.document_updates u where u.document_id = $1 and u.seq <= $2
     ), gone as (
       delete from private.document_updates u using held where u.document_id = $1 and u.seq = held.seq and held.bytes > $3 returning u.seq
     )
     update private.document_snapshots s set trimmed_seq = newest.seq
     from (select max(seq) as seq from gone) newest where s.document_id = $1 and newest.seq > s.trimmed_seq`,
    [id, last, KEPT_BYTES],
  )
}
