import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port of loopback that nobody listens at. It lies below those that instances choose (stack/ports.ts), and those that the
 * system gives to whoever connects: one of them would be taken before somebody listens at it, minutes later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 20_000)
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
