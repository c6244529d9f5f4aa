// The language worker: what is slow about texts happens here, beside the page.
import type { ToWorker } from './protocol.ts'
import { LanguageServer } from './server/language-server.ts'

const server = new LanguageServer((message) => self.postMessage(message))
self.onmessage = ({ data }: MessageEvent<ToWorker>) => server.receive(data)
