// The lint worker: rules run here, beside the page, where there is no network and nothing of the page to reach.
import { LintWork } from './lint-work.ts'
import type { ToLint } from './protocol.ts'

const work = new LintWork((message) => self.postMessage(message))
let last = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<ToLint>) => {
  last = last.then(() => work.receive(data))
}
