// Node data is stored once a workspace, by the hash of its text.
import type { ClientBase } from 'pg'
import { type JsonObject, snapshotText } from '../../analysis/index.ts'
import type { HashedNode } from './describe.ts'

const BATCH_BYTES = 2_000_000

/**
 * Writes the snapshots that the workspace does not hold yet, in batches of about 2 MB; returns how many. Outside the
 * swap this is harmless: nobody reads a snapshot that no node points to, and the clean-up removes it after a while.
 */
export async function writeMissingSnapshots(
  db: ClientBase,
  workspaceId: string,
  nodes: HashedNode[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<number> {
  const missing = await missingFrom(db, workspaceId, nodes)
  onProgress(0, missing.length)
  let written = 0
  for (const batch of batches(missing)) {
    const { rowCount } = await db.query(
      `insert into public.snapshots (workspace_id, hash, data, size)
       select $1, hash, data::json, octet_length(data)
       from unnest($2::bytea[], $3::text[]) as new (hash, data)
       on conflict do nothing`,
      [workspaceId, batch.hashes, batch.texts],
    )
    written += rowCount ?? 0
    onProgress(Math.min(written, missing.length), missing.length)
  }
  return written
}

interface Snapshot {
  hash: Buffer
  data: JsonObject
}

function snapshotsOf({ node, hash, externalHash }: HashedNode): Snapshot[] {
  const whole = { hash, data: node.data }
  return externalHash && node.externalData
    ? [whole, { hash: externalHash, data: node.externalData }]
    : [whole]
}

// Inside a transaction the lock keeps what is there from being cleaned up before it is pointed to.
async function missingFrom(db: ClientBase, workspaceId: string, nodes: HashedNode[]): Promise<Snapshot[]> {
  const snapshots = nodes.flatMap(snapshotsOf)
  const byHash = new Map(snapshots.map((snapshot) => [snapshot.hash.toString('hex'), snapshot]))
  const { rows } = await db.query<{ hash: Buffer }>(
    `select hash from public.snapshots where workspace_id = $1 and hash = any ($2::bytea[]) for key share`,
    [workspaceId, snapshots.map(({ hash }) => hash)],
  )
  for (const { hash } of rows) byHash.delete(hash.toString('hex'))
  return [...byHash.values()]
}

function* batches(snapshots: Snapshot[]): Generator<{ hashes: Buffer[]; texts: string[] }> {
  let hashes: Buffer[] = []
  let texts: string[] = []
  let size = 0
  for (const { hash, data } of snapshots) {
    const text = snapshotText(data)
    hashes.push(hash)
    texts.push(text)
    size += text.length
    if (size < BATCH_BYTES) continue
    yield { hashes, texts }
    hashes = []
    texts = []
    size = 0
  }
  if (hashes.length > 0) yield { hashes, texts }
}
