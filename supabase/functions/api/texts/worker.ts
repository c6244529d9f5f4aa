// Puts texts together in a worker without net, files or environment, which ends with one that takes too long.
import '../../_shared/lanes/alone.ts'
import { putTogether } from './put-together.ts'
import type { Parts } from './types.ts'

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Parts>) => void
  postMessage(message: unknown): void
}

// Everything is loaded.
Deno.permissions.revokeSync({ name: 'read' })

scope.onmessage = async ({ data }) => scope.postMessage(await putTogether(data))
scope.postMessage('ready')
