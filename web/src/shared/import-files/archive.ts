// Archives are read here, in the browser of who brings them: what is sent are files, and the server never unpacks any.
import { unzipSync } from 'fflate'
import {
  filesTooLarge,
  maxImportBytes,
  maxImportFiles,
} from '../../../../supabase/functions/_shared/domain/imports.ts'
import { BundleError, isInside, isRead, tooManyFiles } from './bundle.ts'
import { checksumOf, checksumsIn } from './zip-checksums.ts'

/** The most entries of an archive, read or not. */
const mostEntries = 20_000
/** How often its packed size an entry may be; text of descriptions is packed to a tenth. */
const mostRatio = 200
/** Below this size the ratio says nothing. */
const smallBytes = 64 * 1024

export interface Unpacked {
  files: { path: string; bytes: Uint8Array }[]
  leftOut: number
}

/**
 * The files of a zip archive that are read here. Its own table says how large each will be: too many, too large or too
 * tightly packed ones are refused before anything is unpacked, and none gets more room than the table says.
 */
export function unpack(archive: Uint8Array): Unpacked {
  let entries = 0
  let leftOut = 0
  let taken = 0
  let bytes = 0
  const takes = (name: string, size: number, originalSize: number): boolean => {
    entries += 1
    if (entries > mostEntries) throw new BundleError('The archive holds too many files.')
    if (name.endsWith('/')) return false
    const path = pathOf(name)
    if (!isRead(path) || !isInside(path)) {
      leftOut += 1
      return false
    }
    taken += 1
    // What is not packed comes out as it lies there, whatever the archive says of its size.
    bytes += Math.max(size, originalSize)
    if (taken > maxImportFiles) throw new BundleError(tooManyFiles)
    if (bytes > maxImportBytes) throw new BundleError(filesTooLarge)
    if (originalSize > smallBytes && originalSize > size * mostRatio)
      throw new BundleError(`${path} is packed too tightly to be unpacked here.`)
    return true
  }
  try {
    const found = unzipSync(archive, {
      filter: ({ name, size, originalSize }) => takes(name, size, originalSize),
    })
    const checksums = checksumsIn(archive)
    const files = Object.entries(found).map(([name, content]) => {
      const said = checksums.get(name)
      if (said !== undefined && said !== checksumOf(content))
        throw new BundleError(
          `The archive is damaged: ${pathOf(name)} is not what it was when it was packed.`,
        )
      return { path: pathOf(name), bytes: content }
    })
    return { files, leftOut }
  } catch (error) {
    if (error instanceof BundleError) throw error
    throw new BundleError('The archive cannot be read. Only .zip archives without a password can.')
  }
}

// Some tools of Windows write their own slashes.
function pathOf(name: string): string {
  return name.replaceAll('\\', '/')
}
