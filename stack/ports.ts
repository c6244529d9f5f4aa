import { createServer } from 'node:net'

/** Whether a server could listen on this loopback port now. */
export function isFree(port: number): Promise<boolean> {
  return listen(port).then(
    (close) => close().then(() => true),
    () => false,
  )
}

/** The first of `count` consecutive free loopback ports, chosen at random above the ephemeral start. */
export async function freeBlock(count: number): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)))
    if (free.every(Boolean)) return first
  }
  throw new Error(`No ${count} consecutive free ports were found.`)
}

async function listen(port: number): Promise<() => Promise<void>> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}
