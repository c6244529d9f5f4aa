import pg from 'pg'
import { JwtError } from '../jwt.ts'
import { isUnavailable } from '../postgres/pool.ts'

// As upstream, most answers are HTTP 400 and the body says which it is; what clients and proxies act upon by
// themselves keeps its own.
const AS_THEY_ARE = new Set([416, 500, 503])

/** A refusal as the Storage API words it. */
export class StorageError extends Error {
  readonly status: number
  httpStatus: number
  readonly code: string
  readonly error: string
  constructor(status: number, code: string, message: string, error = code) {
    super(message)
    this.status = status
    this.httpStatus = AS_THEY_ARE.has(status) ? status : 400
    this.code = code
    this.error = error
  }

  /** The same, with its status as that of HTTP. */
  asItIs(): this {
    this.httpStatus = this.status
    return this
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
/** What the schemas of a request refuse. */
export const invalidInput = (message: string, error = 'Error') =>
  new StorageError(400, 'InvalidRequest', message, error)
export const invalidParameter = (name: string) =>
  new StorageError(400, 'InvalidParameter', `Invalid Parameter ${name}`)
export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, 'Unauthorized')
export const alreadyExists = (code: 'BucketAlreadyExists' | 'KeyAlreadyExists' | 'ResourceAlreadyExists') =>
  new StorageError(409, code, 'The resource already exists', 'Duplicate')
export const notEmpty = () =>
  new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large')
export const invalidMimeType = (type: string) => invalidType(`mime type ${type} is not supported`)
export const malformedType = () => invalidType('Invalid Content-Type header')

function invalidType(message: string): StorageError {
  return new StorageError(415, 'InvalidMimeType', message, 'invalid_mime_type')
}

/** For now (no database, no room on the disk): the same request may succeed in a moment. */
export const unavailable = () =>
  new StorageError(503, 'SlowDown', 'The service is not available at the moment, please try again')

/** What any failure looks like from outside; undefined for one that is nobody's business. */
export function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error
  if (error instanceof JwtError) return accessDenied(error.message)
  if (isUnavailable(error)) return unavailable()
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === '42501') return accessDenied(inStorageWords(error.message))
  if (error.code === '23505') {
    return alreadyExists(error.table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists')
  }
  if (error.code === '23503')
    return new StorageError(404, 'InvalidRequest', 'The related resource does not exist')
  // Class 22 is data no column can hold, such as a NUL in a text.
  if (error.code?.startsWith('22')) return invalidRequest(error.message)
  if (error.code === '57014' || error.code === '55P03') {
    return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out')
  }
  return undefined
}

function inStorageWords(message: string): string {
  return message.includes('row-level security') ? 'new row violates row-level security policy' : message
}
