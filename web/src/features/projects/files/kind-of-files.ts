import { kindByName } from '../../../../../analysis/files/kinds.ts'
import type { PickedFile } from '../../../shared/import-files/bundle.ts'
import { mayBeCollection } from '../../../shared/import-files/postman.ts'
import { isArchive, readBundle } from '../../../shared/import-files/read-bundle.ts'
import type { FlavourId } from '../flavours.ts'

/** A kind of project that is made of files. */
export type FileKind = 'import' | 'postman' | 'spectral'

/** What dropped files become: on the tab of style guides what its one kind takes, else what they are. */
export async function kindOfFiles(picked: PickedFile[], flavour: FlavourId): Promise<FileKind> {
  const [first, ...others] = picked
  if (!first || others.length > 0) return (await areCollections(picked)) ? 'postman' : 'import'
  if (flavour === 'style_guide' || (await isRulesetAlone(first))) return 'spectral'
  return (await areCollections(picked)) ? 'postman' : 'import'
}

async function areCollections(picked: PickedFile[]): Promise<boolean> {
  for (const file of picked) if (!(await mayBeCollection(file))) return false
  return picked.length > 0
}

/** Whether a file is a ruleset, or an archive holds one and nothing that is documented. */
async function isRulesetAlone(file: PickedFile): Promise<boolean> {
  if (!isArchive(file.path)) {
    if (kindByName(file.path) === 'ruleset') return true
    if (kindByName(file.path) !== 'data') return false
    // It brings a parser of YAML along.
    const { isRuleset } = await import('./ruleset.ts')
    return isRuleset(file)
  }
  const { files } = await readBundle([file])
  const kinds = files.map(({ path }) => kindByName(path))
  return kinds.includes('ruleset') && !kinds.some((kind) => kind === 'data' || kind === 'markdown')
}
