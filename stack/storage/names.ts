// Which names buckets and objects may have (upstream's rules). Bytes are never stored by name.
import { invalidKey, StorageError } from './errors.ts'

const KEY = /^(\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)+$/
const BUCKET = /^(\w|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)+$/
const MAX_KEY = 1024
const MAX_BUCKET = 100
const PLACEHOLDER = '.emptyFolderPlaceholder'

/** Whether it only stands for a folder with nothing in it, as the dashboard makes them. */
export function isPlaceholder(key: string): boolean {
  return key.endsWith(PLACEHOLDER)
}

/** The key, if it is a valid one; throws InvalidKey. */
export function validKey(key: string): string {
  const climbs = key.split('/').some((segment) => segment === '.' || segment === '..')
  if (!KEY.test(key) || key.length > MAX_KEY || climbs || key.startsWith('/')) throw invalidKey(key)
  return key
}

/** The bucket's name, if it is a valid one; throws InvalidBucketName. */
export function validBucketName(name: string): string {
  if (BUCKET.test(name) && name.length <= MAX_BUCKET && name.trim() === name) return name
  throw new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
}

/** One segment or path of a URL in plain text; throws InvalidKey for broken escapes. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw invalidKey(path)
  }
}
