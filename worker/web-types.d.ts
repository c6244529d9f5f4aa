// Names of the web platform that Node has too and calls otherwise: what is shared with the functions uses them.
import type { webcrypto } from 'node:crypto'

declare global {
  type BlobPart = ArrayBuffer | NodeJS.ArrayBufferView<ArrayBuffer> | Blob | string
  type AesGcmParams = webcrypto.AesGcmParams
  interface CryptoKey extends webcrypto.CryptoKey {}
}
