import type { IncomingMessage, ServerResponse } from 'node:http'
import type pg from 'pg'
import type { Verified } from '../jwt.ts'
import type { FileStore } from './file-store.ts'
import type { UrlSigner } from './signed-urls.ts'

/** What every route works with. */
export interface StorageContext {
  pool: pg.Pool
  files: FileStore
  urls: UrlSigner
  /** The most bytes any object may have. */
  fileSizeLimit: number
}

export interface StorageRequest {
  req: IncomingMessage
  res: ServerResponse
  query: URLSearchParams
  caller: Verified
  /** From the path, decoded and valid; empty where the route has none. */
  bucket: string
  name: string
}

export type Handler = (ctx: StorageContext, request: StorageRequest) => Promise<void>
