// A hostile collection can take long: it is converted off the page's thread, and ends with it.
import { CollectionError, descriptionOf } from '../../../../analysis/convert/collection.ts'

export type ConvertAnswer =
  | { ok: true; descriptions: { of: string; text: string }[] }
  | { ok: false; message: string }

self.onmessage = async (event: MessageEvent<{ path: string; content: Blob }[]>) => {
  self.postMessage(await answerTo(event.data))
}

async function answerTo(files: { path: string; content: Blob }[]): Promise<ConvertAnswer> {
  try {
    const descriptions: { of: string; text: string }[] = []
    for (const { path, content } of files) {
      const text = descriptionOf(path, await content.text())
      if (text !== null) descriptions.push({ of: path, text })
    }
    return { ok: true, descriptions }
  } catch (error) {
    if (error instanceof CollectionError) {
      if (error.cause) console.error(error.cause)
      return { ok: false, message: error.message }
    }
    console.error(error)
    return { ok: false, message: 'The Postman collection cannot be read.' }
  }
}
