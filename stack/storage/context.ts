import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Verified } from '../jwt.ts'
import type { Connections } from '../postgres/shared-pool.ts'
import type { FileStore } from './file-store.ts'
import type { UrlSigner } from './signed-urls.ts'

/** What every route works with. */
export interface StorageContext {
  /** The share of the connections that whoever asks may take. */
  pool: Connections
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
