// What chosen or dropped files bring: archives are unpacked, and collections of Postman described beside themselves.
import { type Bundle, type PickedFile, requireRoom } from '../../../shared/import-files/bundle.ts'
import { isArchive, readBundle, withDescriptions } from '../../../shared/import-files/read-bundle.ts'

/**
 * The files that become files of the working copy: one archive alone brings what is in it, several each a folder.
 * @throws BundleError for what cannot be read, or is too much
 */
export async function brought(picked: readonly PickedFile[]): Promise<Bundle> {
  const files = picked.filter(({ path }) => !isArchive(path))
  const archives = picked.filter(({ path }) => isArchive(path))
  const found = [await withDescriptions({ name: '', files, leftOut: 0 })]
  for (const archive of archives) {
    const bundle = await readBundle([archive])
    const inFolder = (path: string) => (picked.length === 1 ? path : `${bundle.name}/${path}`)
    found.push({
      ...bundle,
      files: bundle.files.map(({ path, content }) => ({ path: inFolder(path), content })),
    })
  }
  const all = {
    name: '',
    files: found.flatMap(({ files: of }) => of),
    leftOut: found.reduce((sum, { leftOut }) => sum + leftOut, 0),
    collections: found.reduce((sum, { collections = 0 }) => sum + collections, 0),
  }
  requireRoom(all.files)
  return all
}

/** What is said of it where more came, or less, than somebody chose; null where it goes without saying. */
export function saidOf({ files, leftOut, collections = 0 }: Bundle, chosen: number): string | null {
  if (files.length === chosen && leftOut === 0 && collections === 0) return null
  const said = [files.length === 1 ? '1 file is here.' : `${files.length} files are here.`]
  if (collections > 0)
    said.push(
      collections === 1
        ? 'One describes a Postman collection.'
        : `${collections} of them describe Postman collections.`,
    )
  if (leftOut > 0)
    said.push(
      leftOut === 1
        ? 'One was left out: it is of no kind that is read here.'
        : `${leftOut} were left out: they are of no kind that is read here.`,
    )
  return said.join(' ')
}
