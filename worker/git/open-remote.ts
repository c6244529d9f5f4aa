// From a task to what its analysis reads the branch with: the address is checked here, once, and held to.

import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { Pool } from 'pg'
import { allowed, checkedLookup, OutgoingError } from '../../supabase/functions/_shared/net/outgoing.ts'
import type { Config } from '../config.ts'
import { RemoteError } from './failures.ts'
import type { Remote } from './remote.ts'
import { readSource } from './source.ts'

const BLOBLESS = ['github', 'gitlab']

/** What opens a branch of a project. Throws RemoteError where that cannot be, or its address is none to be called. */
export async function openRemote(
  { db, config }: { db: Pool; config: Config },
  { projectId, branchName }: { projectId: string; branchName: string },
  scratch: string,
): Promise<Remote> {
  const { url, kind, authorization } = await readSource(db, projectId)
  return {
    url,
    branch: branchName,
    authorization,
    pinned: await pin(url),
    blobless: BLOBLESS.includes(kind),
    scratch,
    seconds: config.gitSeconds,
    megabytes: config.gitMegabytes,
  }
}

/** `host:port:addresses` for an address that may be called: asked again, its name could lead elsewhere. */
async function pin(address: string): Promise<string | null> {
  const url = orRefused(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await addressesOf(url).catch((error) => {
    if (error instanceof OutgoingError) throw new RemoteError('later', error.message)
    throw error
  })
  if (isIP(host)) return null
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return `${host}:${port}:${addresses.map((one) => (isIP(one) === 6 ? `[${one}]` : one)).join(',')}`
}

function orRefused(address: string): URL {
  try {
    return allowed(address)
  } catch (error) {
    if (error instanceof OutgoingError) throw new RemoteError('refused', error.message)
    throw error
  }
}

async function addressesOf(url: URL): Promise<string[]> {
  const lookup = await checkedLookup(url)
  return new Promise((resolve, reject) => {
    lookup(url.hostname, { all: true }, (error, found) => {
      if (error) reject(error)
      else resolve((found as LookupAddress[]).map(({ address }) => address))
    })
  })
}
