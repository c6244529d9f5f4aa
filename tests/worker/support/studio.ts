// Working copies for tests of the worker: what editors send, and what is there afterwards.
import { createHash, randomUUID } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type * as Y from 'yjs'
import { documentOf, firstState, textOf } from '../../../editing/documents/state.ts'
import { decodeFile } from '../../../editing/documents/text.ts'
import type { Project, World } from './world.ts'

export interface Document {
  id: string
  path: string
  epoch: number
  seq: string
  changed: boolean
  base_moved: boolean
  deleted_at: Date | null
  waiting_bytes: string
}

export async function documentAt(world: World, { branchId }: Project, path: string): Promise<Document> {
  return world.untilRow<Document>(
    'select * from public.documents where branch_id = $1 and path = $2 order by deleted_at nulls first limit 1',
    [branchId, path],
  )
}

/** Makes files in the working copy. */
export async function create(
  world: World,
  { branchId }: Project,
  files: Record<string, string>,
): Promise<void> {
  await world.asOwner('select public.create_documents($1, $2)', [
    branchId,
    JSON.stringify(Object.entries(files).map(([path, text]) => ({ path, text }))),
  ])
}

/** Opens a document as the functions do: of what it begins with, as the test knows it. */
export async function opened(world: World, { id, epoch }: Document, file: string): Promise<void> {
  const { text, eol, bom } = decodeFile(Buffer.from(file)) ?? { text: '', eol: 'lf', bom: false }
  await world.db.query(`select public.svc_keep_snapshot($1, $2, 'text', $3, $4, $5, $6)`, [
    id,
    epoch,
    eol,
    bom,
    Buffer.byteLength(file),
    gzipSync(firstState(text)).toString('base64'),
  ])
}

/** The document as editors have it. */
export async function docOf(world: World, id: string): Promise<Y.Doc> {
  const { rows } = await world.db.query<{ state: Buffer; updates: Buffer[] }>(
    `select s.state, array(
       select u.update from private.document_updates u where u.document_id = s.document_id and u.seq > s.seq order by u.seq) as updates
     from private.document_snapshots s where s.document_id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) throw new Error('The document was not opened.')
  return documentOf(gunzipSync(row.state), row.updates)
}

export async function textNow(world: World, id: string): Promise<string> {
  return textOf(await docOf(world, id))
}

/** Types at the beginning of a document, a key at a time. */
export async function type(world: World, document: Document, letters: string): Promise<void> {
  const doc = await docOf(world, document.id)
  const updates: { key: string; update: string }[] = []
  doc.on('update', (update: Uint8Array) =>
    updates.push({ key: randomUUID(), update: Buffer.from(update).toString('base64') }),
  )
  for (const letter of [...letters].reverse()) doc.getText('t').insert(0, letter)
  await send(world, document, updates)
}

export async function send(
  world: World,
  { id, epoch }: Pick<Document, 'id' | 'epoch'>,
  updates: { key: string; update: string }[],
): Promise<void> {
  // As many as a call takes.
  for (let at = 0; at < updates.length; at += 100)
    await world.asOwner('select public.append_updates($1, $2, $3)', [
      id,
      epoch,
      JSON.stringify(updates.slice(at, at + 100)),
    ])
}

/** Puts an update where only the database does: one that is refused by now, or was never looked at. */
export async function smuggle(world: World, { id }: Pick<Document, 'id'>, update: Uint8Array): Promise<void> {
  await world.db.query(
    `with next as (
       update public.documents set seq = seq + 1, is_edited = true, waiting_bytes = waiting_bytes + length($2::bytea)
       where id = $1 returning id, seq, epoch)
     insert into private.document_updates (document_id, seq, epoch, key, update)
     select id, seq, epoch, gen_random_uuid(), $2 from next`,
    [id, Buffer.from(update)],
  )
}

/** Publishes; the job's id. */
export async function publish(world: World, { branchId }: Project, message = ''): Promise<string> {
  const { made } = await world.asOwner<{ made: { job_id: string } }>(
    'select to_jsonb(public.publish_working_copy($1, $2)) as made',
    [branchId, message],
  )
  return made.job_id
}

/** What the branch has, by path: SHA-256 of each file. */
export async function published(world: World, { branchId }: Project): Promise<Record<string, string>> {
  const { rows } = await world.db.query<{ path: string; hash: string }>(
    `select path, encode(hash, 'hex') as hash from public.branch_files where branch_id = $1 order by path`,
    [branchId],
  )
  return Object.fromEntries(rows.map(({ path, hash }) => [path, hash]))
}

/** The same of files as a test knows them. */
export function hashes(files: Record<string, string | Buffer>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      createHash('sha256').update(content).digest('hex'),
    ]),
  )
}
