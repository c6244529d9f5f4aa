import pg from 'pg'
import { JwtError } from '../jwt.ts'
import { isUnavailable } from '../postgres/pool.ts'

/** A refusal as the Storage API words it. */
export class StorageError extends Error {
  readonly status: number
  readonly code: string
  readonly error: string
  constructor(status: number, code: string, message: string, error = code) {
    super(message)
    this.status = status
    this.code = code
    this.error = error
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, 'Unauthorized')
export const alreadyExists = () =>
  new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate')
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large')
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')

/** For now (no database, no room on the disk): the same request may succeed in a moment. */
export const unavailable = () =>
  new StorageError(503, 'SlowDown', 'The service is not available at the moment, please try again')

/** What any failure looks like from outside; undefined for one that is nobody's business. */
export function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error
  if (error instanceof JwtError) return new StorageError(403, 'InvalidJWT', error.message, 'Unauthorized')
  if (isUnavailable(error)) return unavailable()
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === '42501') return accessDenied(inStorageWords(error.message))
  if (error.code === '23505') return alreadyExists()
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
