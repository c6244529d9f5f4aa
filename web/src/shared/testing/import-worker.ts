// The workers that read archives and collections, for tests: jsdom starts none.
import { CollectionError, descriptionOf } from '../../../../analysis/convert/collection.ts'
import { unpack } from '../import-files/archive.ts'
import { BundleError, type PickedFile } from '../import-files/bundle.ts'

/** The unpacking and the converting without a thread. */
export class UnpackWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null
  async postMessage(message: Blob | PickedFile[]) {
    this.onmessage?.({ data: await this.#answer(message) })
  }
  async #answer(message: Blob | PickedFile[]) {
    try {
      if (Array.isArray(message)) return { ok: true, descriptions: await described(message) }
      return { ok: true, unpacked: unpack(new Uint8Array(await message.arrayBuffer())) }
    } catch (error) {
      if (!(error instanceof BundleError || error instanceof CollectionError)) throw error
      return { ok: false, message: error.message }
    }
  }
  terminate() {}
}

async function described(files: PickedFile[]) {
  const found: { of: string; text: string }[] = []
  for (const { path, content } of files) {
    const text = descriptionOf(path, await content.text())
    if (text !== null) found.push({ of: path, text })
  }
  return found
}
