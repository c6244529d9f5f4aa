// A hostile archive can take long: it is unpacked off the page's thread, and ends with it.
import { type Unpacked, unpack } from './archive.ts'
import { BundleError } from './bundle.ts'

export type UnpackAnswer = { ok: true; unpacked: Unpacked } | { ok: false; message: string }

self.onmessage = async (event: MessageEvent<Blob>) => {
  self.postMessage(await answerTo(event.data))
}

async function answerTo(archive: Blob): Promise<UnpackAnswer> {
  try {
    return { ok: true, unpacked: unpack(new Uint8Array(await archive.arrayBuffer())) }
  } catch (error) {
    if (error instanceof BundleError) return { ok: false, message: error.message }
    console.error(error)
    return { ok: false, message: 'The archive cannot be read.' }
  }
}
