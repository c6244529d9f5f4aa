// A bare WebSocket server in a thread of its own: what the machine and the protocol cost without us.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { WebSocketServer } from 'ws'

const TEXT = JSON.stringify([null, null, 'realtime:bench', 'broadcast', { event: 'news', payload: { n: 1 } }])

/** Starts it; `broadcast` sends one text to everybody who is connected. */
export async function startEcho(): Promise<{ url: string; broadcast(): void; close(): Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url))
  const [port] = (await once(worker, 'message')) as [number]
  return {
    url: `ws://127.0.0.1:${port}`,
    broadcast: () => worker.postMessage('send'),
    close: () => worker.terminate(),
  }
}

if (!isMainThread && parentPort) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  parentPort.on('message', () => {
    for (const client of server.clients) client.send(TEXT)
  })
  parentPort.postMessage((server.address() as AddressInfo).port)
}
