// Parsing 13 MB takes long enough to be felt: it happens off the page's thread.
import { type CheckResult, checkFile } from './check-file.ts'

self.onmessage = async (event: MessageEvent<File>) => {
  const file = event.data
  self.postMessage(await check(file))
}

async function check(file: File): Promise<CheckResult> {
  try {
    return checkFile(new Uint8Array(await file.arrayBuffer()), file.name)
  } catch (error) {
    console.error(error)
    return { ok: false, fault: { message: 'The file could not be read.' } }
  }
}
