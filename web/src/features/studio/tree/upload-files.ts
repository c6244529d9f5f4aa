// Files from this computer: texts go with the call that makes them, others by the place for uploads.
import { apiOrigin } from '../../../shared/config/config.ts'
import { networkProblem, problemFromBody } from '../../../shared/data/api.ts'
import { sessionState } from '../../../shared/data/session.ts'
import { fetchAsCaller } from '../../../shared/data/supabase.ts'
import { randomId } from '../documents/ids.ts'
import type { NewFile } from '../queries.ts'
import { freePath } from './templates.ts'

/** Texts of this many bytes go with one call, whose body ends at 1 MiB with what JSON adds; other files are uploaded. */
const mostText = 400_000

/**
 * Makes ready what the call for new files takes, under paths that are free.
 * @throws ApiProblem where an upload is refused
 */
export async function uploadFiles(
  files: readonly File[],
  folder: string,
  taken: ReadonlySet<string>,
  workspaceId: number,
): Promise<NewFile[]> {
  const known = new Set(taken)
  const made: NewFile[] = []
  let room = mostText
  for (const file of files) {
    const name = file.webkitRelativePath || file.name
    const path = freePath(folder ? `${folder}/${name}` : name, known)
    known.add(path.toLowerCase())
    const text = file.size <= room ? textOf(await file.arrayBuffer()) : null
    if (text !== null) room -= file.size
    made.push(text === null ? { path, upload: await uploaded(file, workspaceId) } : { path, text })
  }
  return made
}

/** The bytes as text; null where they are none. Line endings and mark are the server's business only where it has the bytes. */
function textOf(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') || text.includes('\r') || text.startsWith('\ufeff') ? null : text
  } catch {
    return null
  }
}

async function uploaded(file: File, workspaceId: number): Promise<string> {
  const session = sessionState()
  const owner = session.status === 'signed-in' ? session.authId : ''
  const name = `${workspaceId}/${owner}/${randomId()}`
  const response = await fetchAsCaller(`${apiOrigin}/storage/v1/object/uploads/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  }).catch(() => {
    throw networkProblem()
  })
  if (!response.ok) throw problemFromBody(response.status, await response.json().catch(() => undefined))
  return name
}
