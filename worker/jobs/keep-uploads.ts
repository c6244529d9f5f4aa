// Job `keep_uploads`: what was uploaded into a working copy moves from the bucket for uploads to where files are kept by content.
import { createHash } from 'node:crypto'
import type { Task } from 'graphile-worker'
import type { PoolClient } from 'pg'
import { decodeFile } from '../../editing/documents/text.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { keepFiles } from '../analyze/files.ts'
import type { Context } from '../context.ts'
import { IN_USE } from '../moving/files-in-use.ts'

interface Upload {
  workspace_id: string
  upload: string
}

/** The graphile-worker task; payload `{branch_id}`. Cut off anywhere, the next one goes on; rejects to be retried. */
export function keepUploads({ db, storage, log, stopping }: Context): Task {
  return async (payload) => {
    const { branch_id: branchId } = payload as { branch_id: number }
    const client = await db.connect()
    try {
      for (const upload of await waiting(client, branchId)) {
        stopping.throwIfAborted()
        const bytes = await storage.download('uploads', upload.upload, maxImportBytes)
        if (typeof bytes === 'string') {
          log('warn', 'an uploaded file is not there', { branch: branchId, what: bytes })
          continue
        }
        const hash = createHash('sha256').update(bytes).digest()
        await keepFiles(client, storage, { workspaceId: upload.workspace_id }, [{ path: '', bytes, hash }])
        await pass(client, upload, { hash, bytes })
        if (!(await isExported(client, upload.workspace_id))) await storage.remove('uploads', [upload.upload])
      }
    } finally {
      client.release()
    }
  }
}

/** An archive that was begun before this reads it where it was; the clean-up has it a day later. */
async function isExported(client: PoolClient, workspaceId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from (select $1::bigint as workspace_id) o where ${IN_USE}`,
    [workspaceId],
  )
  return rowCount !== 0
}

async function waiting(client: PoolClient, branchId: number): Promise<Upload[]> {
  const { rows } = await client.query<Upload>(
    `select distinct s.workspace_id, s.upload from private.document_sources s
     join public.documents d on d.id = s.document_id where d.branch_id = $1 and s.upload is not null order by s.upload`,
    [branchId],
  )
  return rows
}

/** All documents that begin with an upload begin with the kept file, those of other versions too. */
async function pass(
  client: PoolClient,
  { workspace_id, upload }: Upload,
  { hash, bytes }: { hash: Buffer; bytes: Buffer },
): Promise<void> {
  const kind = decodeFile(bytes) ? 'text' : 'binary'
  await client.query(
    `with passed as (
       update private.document_sources set hash = $3, upload = null where workspace_id = $1 and upload = $2 returning document_id)
     update public.documents d set kind = $4, size = $5 from passed
     where d.id = passed.document_id and not exists (select from private.document_snapshots s where s.document_id = d.id)`,
    [workspace_id, upload, hash, kind, bytes.length],
  )
}
