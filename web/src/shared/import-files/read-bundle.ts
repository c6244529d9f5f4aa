import { fileTooLarge, maxImportBytes } from '../../../../supabase/functions/_shared/domain/imports.ts'
import type { UnpackAnswer } from './archive.worker.ts'
import { type Bundle, BundleError, bundleOf, type PickedFile, requireRoom } from './bundle.ts'
import { answerOf } from './in-worker.ts'
import { mayBeCollection, pathOfDescription } from './postman.ts'
import type { ConvertAnswer } from './postman.worker.ts'

/** Whether a file is an archive, by its name. */
export function isArchive(path: string): boolean {
  return /\.zip$/i.test(path)
}

/** The bundle that files make; one archive alone is unpacked, and Postman collections are described. Throws BundleError. */
export async function readBundle(picked: PickedFile[]): Promise<Bundle> {
  return withDescriptions(await read(picked))
}

async function read(picked: PickedFile[]): Promise<Bundle> {
  const [first] = picked
  if (picked.length !== 1 || !first || !isArchive(first.path)) return bundleOf(picked)
  if (first.content.size > maxImportBytes) throw new BundleError(fileTooLarge)
  const { files, leftOut } = await unpackedBy(first.content)
  const bundle = bundleOf(
    files.map(({ path, bytes }) => ({ path, content: new Blob([bytes.slice()]) })),
    first.path.replace(/^.*\//, '').replace(/\.zip$/i, ''),
  )
  return { ...bundle, leftOut: bundle.leftOut + leftOut }
}

async function unpackedBy(archive: Blob) {
  const worker = new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module' })
  const answer = await answerOf<UnpackAnswer>(worker, archive, {
    broken: 'The archive cannot be read.',
    tooLong: 'The archive takes too long to unpack.',
  })
  if (!answer.ok) throw new BundleError(answer.message)
  return answer.unpacked
}

/** The bundle with a description of each Postman collection in it, which stays beside. Throws BundleError. */
export async function withDescriptions(bundle: Bundle): Promise<Bundle> {
  const candidates: PickedFile[] = []
  for (const file of bundle.files) if (await mayBeCollection(file)) candidates.push(file)
  if (candidates.length === 0) return bundle
  const worker = new Worker(new URL('./postman.worker.ts', import.meta.url), { type: 'module' })
  const answer = await answerOf<ConvertAnswer>(worker, candidates, {
    broken: 'The Postman collection cannot be read.',
    tooLong: 'The Postman collection takes too long to convert.',
  })
  if (!answer.ok) throw new BundleError(answer.message)
  const taken = new Set(bundle.files.map(({ path }) => path))
  const made = answer.descriptions.map(({ of, text }) => {
    const path = pathOfDescription(of, taken)
    taken.add(path)
    return { path, content: new Blob([text]) }
  })
  const files = [...bundle.files, ...made]
  requireRoom(files)
  const name = bundle.name || (bundle.files.length === 1 ? titleOf(answer.descriptions[0]?.text) : '')
  return { ...bundle, name, files, collections: made.length }
}

function titleOf(description = '{}'): string {
  const { info } = JSON.parse(description) as { info?: { title?: string } }
  return (info?.title ?? '').slice(0, 75)
}
