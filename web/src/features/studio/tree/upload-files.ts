// Files from this computer: texts go with the call that makes them, others by the place for uploads.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { apiUrl, networkProblem, problemFromBody } from '../../../shared/data/api.ts'
import { fetchAsCaller } from '../../../shared/data/supabase.ts'
import type { PickedFile } from '../../../shared/import-files/bundle.ts'
import type { NewFile } from '../queries.ts'
import { freePath } from './templates.ts'

/** Texts of this many bytes go with one call, whose body ends at 1 MiB with what JSON adds; other files are uploaded. */
const mostText = 400_000
/** How many files are on their way at once. */
const atOnce = 4
const anyName = 'upload'

/**
 * Makes ready what the call for new files takes, under paths that are free.
 * @throws ApiProblem where an upload is refused
 */
export async function uploadFiles(
  files: readonly PickedFile[],
  folder: string,
  taken: ReadonlySet<string>,
  workspaceId: number,
): Promise<NewFile[]> {
  const known = new Set(taken)
  const made: NewFile[] = []
  const waiting: { at: number; path: string; content: Blob }[] = []
  let room = mostText
  for (const { path: name, content } of files) {
    const path = freePath(folder ? `${folder}/${name}` : name, known)
    known.add(path.toLowerCase())
    const text = content.size <= room ? textOf(await content.arrayBuffer()) : null
    if (text === null) waiting.push({ at: made.length, path, content })
    else room -= content.size
    made.push(text === null ? { path } : { path, text })
  }
  const next = async (): Promise<void> => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      made[file.at] = { path: file.path, upload: await uploaded(file.content, workspaceId) }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
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

/**
 * Brings bytes to the place for uploads; answers their name there.
 * @throws ApiProblem where they are refused
 */
export async function uploaded(content: Blob, workspaceId: number): Promise<string> {
  const form = new FormData()
  // Where they go is said when a file is made of them.
  form.set('paths', JSON.stringify([anyName]))
  form.set('file', content, anyName)
  const url = apiUrl(`/workspaces/${encodeId('wk', workspaceId)}/uploads`)
  const response = await fetchAsCaller(url, { method: 'POST', body: form }).catch(() => {
    throw networkProblem()
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw problemFromBody(response.status, body)
  const [name] = (body as { objects: string[] }).objects
  return name ?? ''
}
