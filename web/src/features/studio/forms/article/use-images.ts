import { useState } from 'react'
import { messageOf } from '../../../../shared/data/api.ts'
import { BundleError } from '../../../../shared/import-files/bundle.ts'
import type { OpenDocument } from '../../documents/open-document.ts'
import { imagesInMarkdown, mostImages } from './images.ts'

/** Makes images files of the working copy, and answers their paths. */
export type AddImages = (images: readonly File[]) => Promise<readonly string[]>

/** Puts images into an article: they are uploaded first, and shown where they came to, wherever that is by then. */
export function useImages({ model, path }: Pick<OpenDocument, 'model' | 'path'>, add: AddImages | undefined) {
  const [uploading, setUploading] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (images: readonly File[], at: number): Promise<void> => {
    if (!add || images.length === 0) return
    if (uploading !== null) return setRefusal('Wait for the images that are on their way.')
    if (images.length > mostImages) return setRefusal(`At most ${mostImages} images at a time.`)
    const mark = model.mark(at, 'before')
    setRefusal(null)
    setUploading(images.length === 1 ? (images[0]?.name ?? '') : `${images.length} images`)
    try {
      const paths = await add(images)
      const place = model.find(mark) ?? model.text.length
      model.apply([{ from: place, to: place, insert: imagesInMarkdown(path, paths) }], 'form')
    } catch (error) {
      setRefusal(
        error instanceof BundleError ? error.message : messageOf(error, 'The image could not be uploaded.'),
      )
    } finally {
      setUploading(null)
    }
  }
  return { take, uploading, refusal, dismiss: () => setRefusal(null) }
}
