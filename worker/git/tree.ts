// What a commit holds, without checking anything out: names and objects, of which the files to be read are chosen.
import { kindByName } from '../../analysis/files/kinds.ts'
import { isProjectPath } from '../../analysis/paths.ts'

export interface TreeFile {
  path: string
  object: string
}

// Beside plain files there are symbolic links (120000) and submodules (160000): what they lead to is not in the commit.
const PLAIN = /^100(644|755|664)$/

/** The files of `git ls-tree -r -z` that an analysis reads, and how many names cannot be used. */
export function chooseFiles(listing: Buffer): { files: TreeFile[]; unusable: number } {
  const files: TreeFile[] = []
  let unusable = 0
  let start = 0
  for (let end = listing.indexOf(0); end >= 0; end = listing.indexOf(0, start)) {
    const entry = listing.subarray(start, end)
    start = end + 1
    const tab = entry.indexOf(9)
    const [mode = '', type, object = ''] = entry.subarray(0, tab).toString('latin1').split(' ')
    if (type !== 'blob' || !PLAIN.test(mode)) continue
    const path = pathOf(entry.subarray(tab + 1))
    if (path === null) unusable++
    else if (kindByName(path) !== null) files.push({ path, object })
  }
  return { files, unusable }
}

// Trees can be made with any names, and the branch's files have no others than these.
function pathOf(bytes: Buffer): string | null {
  const path = bytes.toString()
  return Buffer.from(path).equals(bytes) && isProjectPath(path) ? path : null
}
