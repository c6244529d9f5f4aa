// `?node=`: the beginning of a page's name in the documentation leads to the file, and the place in it, that it is made of.
import type { Key } from '../../../../../editing/types.ts'
import { supabase, unwrap } from '../../../shared/data/supabase.ts'
import type { StudioFile } from '../model.ts'

/** Where a node stands; null where there is none of the name. */
export async function placeOfNode(
  branchId: number,
  prefix: string,
  files: readonly StudioFile[],
): Promise<{ file: StudioFile; at: Key[] } | null> {
  const [node] = await unwrap(
    supabase
      .from('branch_nodes')
      .select('uri')
      .eq('branch_id', branchId)
      .like('slug', `${prefix.replace(/[\\%_]/g, '\\$&')}%`)
      .order('slug')
      .limit(1),
  )
  return node ? placeOf(node.uri, files) : null
}

/** The file that an address of a node names, and the way to its value there. */
export function placeOf(uri: string, files: readonly StudioFile[]): { file: StudioFile; at: Key[] } | null {
  const address = uri.replace(/^\//, '')
  const file = files
    .filter(
      ({ path, deleted_at }) => deleted_at === null && (address === path || address.startsWith(`${path}/`)),
    )
    .sort((a, b) => b.path.length - a.path.length)[0]
  if (!file) return null
  const rest = address.slice(file.path.length + 1)
  const keys = rest === '' ? [] : rest.split('/').map(plain)
  return { file, at: keys }
}

/** A part of a pointer, `~1` for '/', as addresses have it. */
function plain(part: string): Key {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~')
  return /^\d+$/.test(text) ? Number(text) : text
}
