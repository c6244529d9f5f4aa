// Many files that become one project: from a folder, an archive, or chosen together.
import { kindByName } from '../../../../analysis/files/kinds.ts'
import {
  filesTooLarge,
  maxImportBytes,
  maxImportFiles,
} from '../../../../supabase/functions/_shared/domain/imports.ts'

/** A file as it was dropped, chosen or found in an archive. */
export interface PickedFile {
  path: string
  content: Blob
}

export interface Bundle {
  /** Of the folder or the archive; '' for files that were chosen together. */
  name: string
  files: PickedFile[]
  /** How many files are of no kind that is read here. */
  leftOut: number
  /** How many of the files are descriptions that were made of Postman collections. */
  collections?: number
}

/** Files that cannot be imported; the message is fit to show. */
export class BundleError extends Error {
  override name = 'BundleError'
}

export const tooManyFiles = `At most ${maxImportFiles.toLocaleString('en')} files can be imported at once.`

// Tools' own folders, and what archives of macOS hold beside each file.
const toolFolders = /(^|\/)(\.git|\.svn|node_modules|__MACOSX)\//

/** Whether a file of an import is read, by where it lies and how it is called. */
export function isRead(path: string): boolean {
  return !toolFolders.test(path) && kindByName(path) !== null
}

/** Whether a path stays within the project. */
export function isInside(path: string): boolean {
  return path.length <= 1000 && !path.startsWith('/') && !/(^|\/)\.\.?(\/|$)/.test(path)
}

/** Puts files together, without the folder that holds them all. Throws BundleError for too many or too large ones. */
export function bundleOf(picked: PickedFile[], name = ''): Bundle {
  const files = picked.filter(({ path }) => isRead(path) && isInside(path))
  if (files.length === 0) throw new BundleError('There is no file among these that can be imported.')
  requireRoom(files)
  const folder = commonFolder(files.map(({ path }) => path))
  return {
    name: name || folder.replace(/\/$/, ''),
    files: files.map(({ path, content }) => ({ path: path.slice(folder.length), content })),
    leftOut: picked.length - files.length,
  }
}

/** Throws BundleError for too many or too large files. */
export function requireRoom(files: PickedFile[]): void {
  if (files.length > maxImportFiles) throw new BundleError(tooManyFiles)
  if (files.reduce((sum, { content }) => sum + content.size, 0) > maxImportBytes)
    throw new BundleError(filesTooLarge)
}

/** The one folder at the top that all paths begin with, with its slash; '' when there is none. */
function commonFolder(paths: string[]): string {
  const first = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? ''
  // `.stoplight/` means something by its name.
  if (first.startsWith('.')) return ''
  return paths.every((path) => path.startsWith(first)) ? first : ''
}
