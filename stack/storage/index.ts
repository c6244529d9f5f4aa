// The Storage API on files: rows and policies in Postgres, bytes in a folder.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { callerKey } from '../http/caller-key.ts'
import { answering, type Service } from '../http/service.ts'
import { apiRolesOnly, JwtError, requestToken, type TokenVerifier, type Verified } from '../jwt.ts'
import type { Log } from '../log.ts'
import { SharedPool } from '../postgres/shared-pool.ts'
import type { StorageContext } from './context.ts'
import { NOBODY } from './db.ts'
import { invalidInput, toStorageError } from './errors.ts'
import { openFileStore } from './file-store.ts'
import { findRoute } from './router.ts'
import { sendError } from './send-error.ts'
import { createUrlSigner } from './signed-urls.ts'

export interface StorageOptions {
  /** Connects as authenticator. */
  dbUrl: string
  /** Where the bytes and the key of signed links are kept. */
  dir: string
  verify: TokenVerifier
  /** The most bytes any object may have; 50 MiB by default. */
  fileSizeLimit?: number
  poolSize?: number
  log?: Log
}

const DEFAULT_LIMIT = 50 * 1024 * 1024

/** Starts the service; connections open when they are needed. */
export async function createStorage(o: StorageOptions): Promise<Service> {
  const verify = apiRolesOnly(o.verify)
  const files = await openFileStore(o.dir)
  const urls = await createUrlSigner(join(o.dir, 'url-signing.key'))
  const pool = new SharedPool({ connectionString: o.dbUrl, max: o.poolSize ?? 6 })
  const shared = { files, urls, fileSizeLimit: o.fileSizeLimit ?? DEFAULT_LIMIT }

  async function answer(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const [pathname = '', search = ''] = path.split(/\?(.*)/s)
    if (pathname === '/status') return void res.writeHead(200).end()
    const { handler, access, bucket, name } = findRoute(req.method ?? 'GET', pathname)
    const token = requestToken(req.headers)
    if (access === 'token' && !token) {
      throw invalidInput("headers must have required property 'authorization'")
    }
    const caller = access === 'open' ? NOBODY : await callerOf(token, access === 'optional')
    const ctx: StorageContext = { ...shared, pool: pool.of(callerKey(caller, forwardedFor(req))) }
    await handler(ctx, { req, res, query: new URLSearchParams(search), caller, bucket, name })
  }

  // Where none is needed, as upstream, a token that is worth nothing is nobody's.
  async function callerOf(token: string | undefined, isOptional: boolean): Promise<Verified> {
    if (!isOptional) return verify(token)
    if (!token) return NOBODY
    return verify(token).catch((error: unknown) => {
      if (error instanceof JwtError) return NOBODY
      throw error
    })
  }

  // A client that went away gets no answer and is no failure of ours.
  function report(error: unknown, { method }: IncomingMessage, res: ServerResponse): void {
    const known = toStorageError(error)
    if ((known && known.status !== 503) || res.destroyed) return
    const message = error instanceof Error ? error.message : 'unknown error'
    o.log?.('error', { service: 'storage', message, method })
  }

  function refuse(error: unknown, req: IncomingMessage, res: ServerResponse): void {
    sendError(res, toStorageError(error))
    // The rest of a refused upload is read and dropped, so that the client gets to the answer.
    req.unpipe()
    req.resume()
  }

  return {
    handle: answering(answer, { report, refuse }),
    check: () => pool.pool.query('select 1'),
    close: () => pool.close(),
  }
}

function forwardedFor({ headers }: IncomingMessage): string {
  return String(headers['x-forwarded-for'] ?? '')
}
