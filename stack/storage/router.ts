// Which call leads where. The first line that fits decides, so fixed words come before bucket names.
import type { Handler } from './context.ts'
import { StorageError } from './errors.ts'
import { decoded, validBucketName, validKey } from './names.ts'
import * as buckets from './routes/buckets.ts'
import * as download from './routes/download.ts'
import * as manage from './routes/manage.ts'
import * as upload from './routes/upload.ts'

export interface Found {
  handler: Handler
  /** `open`: the bucket is public or the link is signed; `optional`: a public bucket is read without, too. */
  access: Access
  bucket: string
  name: string
}

type Access = 'token' | 'optional' | 'open'
type Line = [method: string, pattern: RegExp, handler: Handler, access: Access]

// An empty name is one that is not valid.
const OBJECT = '(?<bucket>[^/]+)/(?<name>.*)'
const BUCKET = '(?<bucket>[^/]+)/?'
const line = (method: string, path: string, handler: Handler, access: Access = 'token'): Line => [
  method,
  new RegExp(`^${path}$`),
  handler,
  access,
]

const LINES: Line[] = [
  line('GET', '/bucket/?', buckets.listBuckets),
  line('POST', '/bucket/?', buckets.createBucket),
  line('POST', '/bucket/(?<bucket>[^/]+)/empty', buckets.emptyBucket),
  line('GET', `/bucket/${BUCKET}`, buckets.getBucket),
  line('PUT', `/bucket/${BUCKET}`, buckets.updateBucket),
  line('DELETE', `/bucket/${BUCKET}`, buckets.deleteBucket),
  line('GET', `/object/public/${OBJECT}`, download.downloadPublic, 'open'),
  line('GET', `/object/sign/${OBJECT}`, download.downloadSigned, 'open'),
  line('GET', `/object/authenticated/${OBJECT}`, download.download),
  line('GET', `/object/info/public/${OBJECT}`, download.infoPublic, 'open'),
  line('GET', `/object/info/authenticated/${OBJECT}`, download.info),
  line('GET', `/object/info/${OBJECT}`, download.info, 'optional'),
  line('GET', `/object/${OBJECT}`, download.download, 'optional'),
  line('POST', `/object/list/${BUCKET}`, manage.list),
  line('POST', '/object/move', manage.move),
  line('POST', '/object/copy', manage.copy),
  line('POST', `/object/upload/sign/${OBJECT}`, upload.signUpload),
  line('PUT', `/object/upload/sign/${OBJECT}`, upload.uploadSigned, 'open'),
  line('POST', '/object/sign/(?<bucket>[^/]+)', download.signDownloads),
  line('POST', `/object/sign/${OBJECT}`, download.signDownload),
  // The client's `listV2` is not served here, and no upload into a bucket of that name.
  line('POST', `/object/(?!list-v2/)${OBJECT}`, upload.createObject),
  line('PUT', `/object/${OBJECT}`, upload.updateObject),
  line('DELETE', '/object/(?<bucket>[^/]+)', manage.removeMany),
  line('DELETE', `/object/${OBJECT}`, manage.removeOne),
]

/** Finds the route of a call with the names in its path; throws 404, InvalidBucketName, InvalidKey. */
export function findRoute(method: string, pathname: string): Found {
  const asked = method === 'HEAD' ? 'GET' : method
  for (const [known, pattern, handler, access] of LINES) {
    const match = known === asked && pattern.exec(pathname)
    if (!match) continue
    const { bucket, name } = match.groups ?? {}
    return {
      handler,
      access,
      bucket: bucket === undefined ? '' : validBucketName(decoded(bucket)),
      name: name === undefined ? '' : validKey(decoded(name)),
    }
  }
  throw new StorageError(404, 'InvalidRequest', `Route ${method}:${pathname} not found`, 'Not Found').asItIs()
}
