import { fileTooLarge, maxImportBytes } from '../../../../../supabase/functions/_shared/domain/imports.ts'
import type { UnpackAnswer } from './archive.worker.ts'
import { type Bundle, BundleError, bundleOf, type PickedFile } from './bundle.ts'

/** How long an archive may take to unpack. */
const timeoutMs = 30_000

/** Whether a file is an archive, by its name. */
export function isArchive(path: string): boolean {
  return /\.zip$/i.test(path)
}

/** The bundle that files make; one archive alone is unpacked. Throws BundleError. */
export async function readBundle(picked: PickedFile[]): Promise<Bundle> {
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
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const answer = await new Promise<UnpackAnswer>((resolve) => {
      const fail = (message: string) => resolve({ ok: false, message })
      worker.onmessage = (event: MessageEvent<UnpackAnswer>) => resolve(event.data)
      worker.onerror = () => fail('The archive cannot be read.')
      timer = setTimeout(() => fail('The archive takes too long to unpack.'), timeoutMs)
      worker.postMessage(archive)
    })
    if (!answer.ok) throw new BundleError(answer.message)
    return answer.unpacked
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
