// Which call leads where. The first route that fits decides, so fixed words come before bucket names.
import { Routes } from '../http/routes.ts'
import type { Handler } from './context.ts'
import { StorageError } from './errors.ts'
import { decoded, validBucketName, validKey } from './names.ts'
import * as buckets from './routes/buckets.ts'
import * as download from './routes/download.ts'
import * as manage from './routes/manage.ts'
import * as upload from './routes/upload.ts'

export interface Found {
  handler: Handler
  access: Access
  bucket: string
  name: string
}

/** `open`: the bucket is public or the link is signed; `optional`: a public bucket is read without a token, too. */
type Access = 'token' | 'optional' | 'open'

// An empty name is one that is not valid.
const OBJECT = ':bucket/:name{.*}'
const route = (method: string, path: string, handler: Handler, access: Access = 'token') =>
  [method, path, { handler, access }] as const

const ROUTES = new Routes([
  route('GET', '/bucket', buckets.listBuckets),
  route('POST', '/bucket', buckets.createBucket),
  route('POST', '/bucket/:bucket/empty', buckets.emptyBucket),
  route('GET', '/bucket/:bucket', buckets.getBucket),
  route('PUT', '/bucket/:bucket', buckets.updateBucket),
  route('DELETE', '/bucket/:bucket', buckets.deleteBucket),
  route('GET', `/object/public/${OBJECT}`, download.downloadPublic, 'open'),
  route('GET', `/object/sign/${OBJECT}`, download.downloadSigned, 'open'),
  route('GET', `/object/authenticated/${OBJECT}`, download.download),
  route('GET', `/object/info/public/${OBJECT}`, download.infoPublic, 'open'),
  route('GET', `/object/info/authenticated/${OBJECT}`, download.info),
  route('GET', `/object/info/${OBJECT}`, download.info, 'optional'),
  route('GET', `/object/${OBJECT}`, download.download, 'optional'),
  route('POST', '/object/list/:bucket', manage.list),
  route('POST', '/object/move', manage.move),
  route('POST', '/object/copy', manage.copy),
  route('POST', `/object/upload/sign/${OBJECT}`, upload.signUpload),
  route('PUT', `/object/upload/sign/${OBJECT}`, upload.uploadSigned, 'open'),
  route('POST', '/object/sign/:bucket', download.signDownloads),
  route('POST', `/object/sign/${OBJECT}`, download.signDownload),
  route('POST', `/object/${OBJECT}`, upload.createObject),
  route('PUT', `/object/${OBJECT}`, upload.updateObject),
  route('DELETE', '/object/:bucket', manage.removeMany),
  route('DELETE', `/object/${OBJECT}`, manage.removeOne),
])

// The client's `listV2`: no upload into a bucket of that name either.
const NOT_SERVED = /^POST \/object\/list-v2\//

/** Finds the route of a call with the names in its path; throws 404, InvalidBucketName, InvalidKey. */
export function findRoute(method: string, pathname: string): Found {
  const found = ROUTES.find(method === 'HEAD' ? 'GET' : method, pathname)
  if (!found || NOT_SERVED.test(`${method} ${pathname}`)) throw noRoute(method, pathname)
  const { bucket, name } = found.params
  return {
    ...found.target,
    bucket: bucket === undefined ? '' : validBucketName(decoded(bucket)),
    name: name === undefined ? '' : validKey(decoded(name)),
  }
}

function noRoute(method: string, pathname: string): StorageError {
  return new StorageError(
    404,
    'InvalidRequest',
    `Route ${method}:${pathname} not found`,
    'Not Found',
  ).asItIs()
}
