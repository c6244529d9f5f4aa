// Calls of other platforms: by the guard of integrations, bounded, with every answer checked for its shape.
import type { z } from 'zod'
import { filesTooLarge, maxImportBytes, maxImportFiles } from '../domain/imports.ts'
import { fetchOutgoing, type OutgoingAnswer, OutgoingError } from '../net/outgoing.ts'
import { type MigratedFile, MigrationError } from './model.ts'

const listBytes = 24 * 1024 * 1024

type Query = Record<string, string | number | undefined>

/** One platform, asked with one key. */
export class Remote {
  readonly #base: string
  readonly #headers: Record<string, string>

  constructor(base: string, headers: Record<string, string>) {
    this.#base = base.replace(/\/+$/, '')
    this.#headers = headers
  }

  /** Reads JSON of a shape; `path` is encoded already. */
  async json<S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<z.output<S>> {
    const answer = await this.#ask(path, query, 'application/json', listBytes)
    const read = schema.safeParse(parsed(answer))
    if (!read.success) throw new MigrationError('refused', `${this.#host()} answered something unexpected.`)
    return read.data
  }

  /** Reads a file's bytes, of at most so many. */
  async bytes(
    path: string,
    most: number,
    query: Query = {},
    accept = '*/*',
  ): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#ask(path, query, accept, most)).bytes
  }

  async #ask(path: string, query: Query, accept: string, mostBytes: number): Promise<OutgoingAnswer> {
    const url = new URL(this.#base + path)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const answer = await this.#fetch(url.href, accept, mostBytes)
    const { status } = answer
    if (status === 200) return answer
    if (status === 401 || status === 403)
      throw new MigrationError('key', `${url.host} does not accept this key.`)
    if (status === 404 || status === 410)
      throw new MigrationError('not_found', `${url.host} does not have this.`)
    if (status === 429 || status >= 500)
      throw new MigrationError('later', `${url.host} answered with status ${status}.`)
    throw new MigrationError('refused', `${url.host} answered with status ${status}.`)
  }

  async #fetch(address: string, accept: string, mostBytes: number): Promise<OutgoingAnswer> {
    try {
      const headers = { accept, 'user-agent': 'Waymark', ...this.#headers }
      return await fetchOutgoing(address, { headers, mostBytes, follow: 'origin' })
    } catch (error) {
      if (error instanceof OutgoingError) throw new MigrationError('later', error.message)
      throw error
    }
  }

  #host(): string {
    return new URL(this.#base).host
  }
}

function parsed(answer: OutgoingAnswer): unknown {
  try {
    return answer.json()
  } catch {
    return undefined
  }
}

/** Collects the files of a version within the bounds of an import; what does not fit is refused with a sentence. */
export class FileCollector {
  readonly files: MigratedFile[] = []
  readonly leftOut: string[] = []
  #bytes = 0

  /** Adds a file, read by its path, unless that cannot be kept or is there already. */
  async take(
    path: string,
    read: (path: string, most: number) => Promise<Uint8Array<ArrayBuffer>>,
    more: Pick<MigratedFile, 'isCollection'> = {},
  ): Promise<void> {
    const safe = safePath(path)
    if (safe === null) {
      this.leftOut.push('A file whose name cannot be kept was left out.')
      return
    }
    if (this.files.some((one) => one.path === safe)) return
    if (this.files.length >= maxImportFiles)
      throw new MigrationError('refused', `A version has more than ${maxImportFiles} files.`)
    const left = maxImportBytes - this.#bytes
    const bytes = await read(safe, left)
    if (bytes.length > left) throw new MigrationError('refused', filesTooLarge)
    this.#bytes += bytes.length
    this.files.push({ path: safe, bytes, ...more })
  }
}

/** A path within a project, or null: never out of it, and with nothing that is not shown. */
export function safePath(path: string): string | null {
  const plain = path.replace(/^\/+/, '')
  const isSafe =
    plain.length > 0 &&
    plain.length <= 500 &&
    !/[\p{Cc}\p{Cs}\\]/u.test(plain) &&
    !/(^|\/)\.{0,2}(\/|$)/.test(plain)
  return isSafe ? plain : null
}

/** A name as part of a file's. */
export function fileName(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(0, 100) || 'api'
  )
}

/** The segments of a path, each encoded. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
