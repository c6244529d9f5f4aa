// The engine in a worker without net, files or environment, which ends with a request that takes too long.
import '../../_shared/lanes/alone.ts'
import { Kept } from '../model/kept.ts'
import { answerOf, prepare } from './mock.ts'
import type { SafeOperation } from './safe-operation.ts'
import type { Job } from './types.ts'

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Job>) => void
  postMessage(message: unknown): void
}

// Everything is loaded.
Deno.permissions.revokeSync({ name: 'read' })

const prepared = new Kept<SafeOperation>(200)

scope.onmessage = ({ data: { digest, text, request, wanted } }) => {
  const operation = prepared.get(digest) ?? prepare(text)
  prepared.set(digest, operation)
  scope.postMessage(answerOf(operation, request, wanted))
}
scope.postMessage('ready')
