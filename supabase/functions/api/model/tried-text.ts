// What rules are tried on: the file that a node stands in, with the files of its branch that it may refer to.
import { kindByName } from '../../../../analysis/files/kinds.ts'
import { decodeText } from '../../../../analysis/parse/decode.ts'
import { asCaller, rowsOf } from '../../_shared/db/rest.ts'
import { storedFiles } from '../../_shared/db/service-git.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { openStored } from '../../_shared/storage/stored.ts'

const mostFiles = 200
const mostBytes = 2_000_000

export interface TriedText {
  path: string
  /** Where in the file the node stands. */
  within: string[]
  files: Record<string, string>
}

/** The text of a node of a branch that the caller may list the files of. */
export async function triedText(c: AppContext, branchId: number, uri: string): Promise<TriedText> {
  const rows = rowsOf<{ path: string; workspace_id: number; hash: string }[]>(
    await asCaller(c)
      .from('branch_files')
      .select('path, workspace_id, hash')
      .eq('branch_id', branchId)
      .order('path')
      .limit(5000),
  )
  const data = rows.filter(({ path }) => kindByName(path) === 'data')
  const own = data.find(({ path }) => uri === `/${path}` || uri.startsWith(`/${path}/`))
  const [first] = rows
  if (!own || !first) throw refusal('NOT_FOUND', 'There is no file here that rules are for.')
  const hashOf = (hash: string) => hash.replace(/^\\x/, '')
  const stored = await storedFiles(
    first.workspace_id,
    [...new Set(data.map(({ hash }) => hashOf(hash)))].slice(0, 5000),
  )
  const known = new Map(stored.map((file) => [file.hash, file]))
  const files: Record<string, string> = {}
  let left = mostBytes
  const take = async ({ path, hash }: (typeof data)[number]) => {
    const file = known.get(hashOf(hash))
    if (!file || file.size > left) return false
    left -= file.size
    const content = await openStored(file.object)
    if (content) files[path] = decodeText(new Uint8Array(await content.arrayBuffer()), path).text
    return content !== null
  }
  if (!(await take(own)))
    throw refusal('PAYLOAD_TOO_LARGE', 'The file is too large for rules to be tried on it here.')
  // A text that refers to no other file needs none.
  if (/\$ref["']?\s*:\s*["']?[^"'#\s]/.test(files[own.path] ?? ''))
    for (const row of data.filter((one) => one !== own).slice(0, mostFiles)) await take(row)
  return { path: own.path, within: segmentsOf(uri.slice(own.path.length + 1)), files }
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}
