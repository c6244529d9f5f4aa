// Pages that many read at once are made once: the same for everybody, they are kept for a moment, compressed too.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding, encode } from '../http/compress.ts'

type Encoding = NonNullable<ReturnType<typeof acceptedEncoding>>

/** A page as it goes out. */
export class MadePage {
  readonly etag: string
  readonly #plain: Buffer
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(html: string) {
    this.#plain = Buffer.from(html)
    this.etag = `W/"${createHash('sha256').update(this.#plain).digest('base64url').slice(0, 27)}"`
  }

  /** Bytes without any compression. */
  get size(): number {
    return this.#plain.length
  }

  /** Its bytes, in the encoding that a client takes. */
  async body(accepted: string): Promise<{ encoding: Encoding | undefined; bytes: Buffer }> {
    const encoding = acceptedEncoding(accepted)
    if (encoding === undefined) return { encoding, bytes: this.#plain }
    const made = this.#encoded.get(encoding) ?? encode(encoding, this.#plain)
    this.#encoded.set(encoding, made)
    return { encoding, bytes: await made }
  }
}

/** What is kept of an address; what may not be kept is for who asked alone. */
export interface Kept<Page> {
  page: Page
  mayBeKept: boolean
}

interface Entry<Page> {
  made: Promise<Kept<Page>>
  until: number
  size: number
}

/** Pages by their addresses, each for `keptMs`, all of them within a number of bytes. */
export class KeptPages<Page extends { size: number }> {
  readonly #entries = new Map<string, Entry<Page>>()
  readonly #keptMs: number
  readonly #mostBytes: number
  #bytes = 0

  constructor(keptMs: number, mostBytes: number) {
    this.#keptMs = keptMs
    this.#mostBytes = mostBytes
  }

  /** The page that is kept, or that somebody waits for already; else the one that is made now. */
  async get(address: string, make: () => Promise<Kept<Page>>): Promise<Kept<Page>> {
    const found = this.#entries.get(address)
    if (found && found.until > performance.now()) {
      const kept = await found.made.catch(() => undefined)
      return kept?.mayBeKept ? kept : make()
    }
    if (found) this.#drop(address, found)
    const entry: Entry<Page> = { made: make(), until: performance.now() + this.#keptMs, size: 0 }
    this.#entries.set(address, entry)
    try {
      const made = await entry.made
      const { page, mayBeKept } = made
      if (mayBeKept && this.#entries.get(address) === entry) this.#count(entry, page.size)
      else this.#drop(address, entry)
      return made
    } catch (error) {
      this.#drop(address, entry)
      throw error
    }
  }

  #count(entry: Entry<Page>, size: number): void {
    entry.size = size
    entry.until = performance.now() + this.#keptMs
    this.#bytes += size
    for (const [address, oldest] of this.#entries) {
      if (this.#bytes <= this.#mostBytes && oldest.until > performance.now()) break
      this.#drop(address, oldest)
    }
  }

  #drop(address: string, entry: Entry<Page>): void {
    if (this.#entries.get(address) !== entry) return
    this.#entries.delete(address)
    this.#bytes -= entry.size
  }
}

/** Answers with a page, or that it is as it was; without an ETag a browser asks for it whole the next time. */
export async function sendMade(
  req: IncomingMessage,
  res: ServerResponse,
  page: MadePage,
  { withEtag }: { withEtag: boolean },
): Promise<void> {
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.setHeader('vary', 'Accept, Accept-Encoding')
  if (withEtag) {
    res.setHeader('etag', page.etag)
    if (req.headers['if-none-match'] === page.etag) {
      res.writeHead(304).end()
      return
    }
  }
  const { encoding, bytes } = await page.body(String(req.headers['accept-encoding'] ?? ''))
  if (encoding !== undefined) res.setHeader('content-encoding', encoding)
  res.setHeader('content-length', bytes.length)
  res.writeHead(200).end(req.method === 'HEAD' ? undefined : bytes)
}
