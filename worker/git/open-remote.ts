// From a task to what its analysis reads the branch with: the address is checked here, once, and held to.

import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { gitCapabilities } from '../../supabase/functions/_shared/domain/git-hosts.ts'
import { gitClient } from '../../supabase/functions/_shared/git/client.ts'
import { allowed, checkedLookup, OutgoingError } from '../../supabase/functions/_shared/net/outgoing.ts'
import type { Config } from '../config.ts'
import { RemoteError } from './failures.ts'
import type { Remote } from './remote.ts'
import type { Source } from './source.ts'

/** What opens a branch of a source. Throws RemoteError where its address is none to be called. */
export async function openRemote(
  { gitSeconds, gitMegabytes }: Pick<Config, 'gitSeconds' | 'gitMegabytes'>,
  { url, settings, access }: Source,
  branch: string,
  scratch: string,
): Promise<Remote> {
  return {
    url,
    branch,
    authorization: access && gitClient(settings, access).remote({ remoteUrlHttp: url }).authorization,
    pinned: await pin(url),
    blobless: gitCapabilities[settings.kind].blobless,
    scratch,
    seconds: gitSeconds,
    megabytes: gitMegabytes,
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
