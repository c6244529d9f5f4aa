// The language service without a worker, for tests: what it is told, it hears after the present work.
import { LanguageClient, type WorkerLike } from './client.ts'
import type { FromWorker } from './protocol.ts'
import { LanguageServer } from './server/language-server.ts'

/** A worker that runs here. `crash` breaks it down. */
export function inlineWorker(): WorkerLike & { crash: () => void } {
  let isOver = false
  const worker: WorkerLike & { crash: () => void } = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => {
      const copy = structuredClone(message)
      queueMicrotask(() => isOver || server.receive(copy))
    },
    terminate: () => {
      isOver = true
    },
    crash: () => worker.onerror?.({} as ErrorEvent),
  }
  const server = new LanguageServer((message: FromWorker) => {
    const copy = structuredClone(message)
    queueMicrotask(() => isOver || worker.onmessage?.({ data: copy } as MessageEvent<FromWorker>))
  })
  return worker
}

/** A client that has these files. */
export function languageWith(files: Record<string, string>): LanguageClient {
  const client = new LanguageClient(inlineWorker)
  for (const [path, text] of Object.entries(files)) client.open(path, textOf(text))
  return client
}

/** A string as a text that is read in pieces. */
export function textOf(text: string) {
  return { length: text.length, slice: (from: number, to: number) => text.slice(from, to) }
}
