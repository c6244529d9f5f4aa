// Parsing 13 MB takes long enough to be felt: it happens off the page's thread.
import { type CheckResult, checkText } from './check-file.ts'

self.onmessage = async (event: MessageEvent<File>) => {
  const file = event.data
  self.postMessage(await check(file))
}

async function check(file: File): Promise<CheckResult> {
  try {
    return checkText(await file.text(), file.name)
  } catch (error) {
    console.error(error)
    return { ok: false, fault: { message: 'The file could not be read.' } }
  }
}
