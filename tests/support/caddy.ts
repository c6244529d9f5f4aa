// Debian's Caddy with the Caddyfile of deploy/, on loopback ports and with certificates of its own, and the server of pages
// behind it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freeBlock } from '../../stack/ports.ts'
import { findProgram } from '../programs.mjs'
import { temporaryDir } from './stack.ts'

const ROOT = join(import.meta.dirname, '../..')
const CADDYFILE = join(ROOT, 'deploy/Caddyfile')
const PAGES = join(ROOT, 'stack/gateway/serve-pages.ts')
const LOOK_MS = 50
const MOST_LOOKS = 600

export interface Caddy {
  /** Where it speaks HTTPS, and HTTP. */
  https: number
  http: number
  /** The end of what it said. */
  said(): string
  stop(): Promise<void>
}

/** Starts both with the settings of a deployment; the caller stops them. Rejects with what was said when one does not start. */
export async function startCaddy(env: Record<string, string>): Promise<Caddy> {
  const https = await freeBlock(4)
  const [http, ask, pages] = [https + 1, https + 2, https + 3]
  const data = temporaryDir()
  const caddy = new Program(
    findProgram('caddy') ?? 'caddy',
    ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'],
    {
      HOME: data,
      XDG_DATA_HOME: data,
      XDG_CONFIG_HOME: data,
      WAYMARK_ASK_PORT: String(ask),
      WAYMARK_CADDY_OPTIONS: `local_certs\nskip_install_trust\nhttps_port ${https}\nhttp_port ${http}\ndefault_bind 127.0.0.1`,
      WAYMARK_PAGES: `127.0.0.1:${pages}`,
      ...env,
    },
  )
  const server = new Program(process.execPath, [PAGES], {
    ...env,
    WAYMARK_PAGES_LISTEN: `127.0.0.1:${pages}`,
  })
  const stop = async () => {
    await Promise.all([caddy.stop(), server.stop()])
  }
  await Promise.all([caddy.listens(https), server.listens(pages)]).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { https, http, said: () => caddy.said + server.said, stop }
}

class Program {
  said = ''
  readonly #child: ChildProcess
  readonly #ended: Promise<never>

  constructor(program: string, args: string[], env: Record<string, string>) {
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
    child.stderr.on('data', (chunk: Buffer) => {
      this.said = (this.said + chunk).slice(-2_000)
    })
    this.#ended = new Promise<never>((_resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`${program} ended with code ${code}: ${this.said}`)))
    })
    this.#ended.catch(() => undefined)
  }

  /** Resolves once somebody listens at its port; rejects when it ends before. */
  listens(port: number): Promise<void> {
    return Promise.race([this.#ended, listens(port)])
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await exit
  }
}

async function listens(port: number): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error(`Nobody listens at port ${port}.`)
}
