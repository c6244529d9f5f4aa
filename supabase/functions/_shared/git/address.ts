// Addresses of repositories as people paste them: https, ssh and scp forms, pages of the host.
import { sentenceOf } from '../domain/reasons.ts'
import { OutgoingError } from '../net/outgoing.ts'
import { GitRefusal } from './outcome.ts'
import type { ProviderSettings } from './provider.ts'

/** An address taken apart; who is named in it plays no part. */
export interface RemoteAddress {
  form: 'http' | 'ssh'
  hostname: string
  /** With its port; of ssh, whose ports are the host's own business, the name alone. */
  host: string
  /** Decoded segments; the last one without `.git`. */
  segments: string[]
}

const invalid = () => new GitRefusal('invalid', 'Must be a valid URL')

/** Takes an address apart. Throws `invalid`. */
export function parseRemote(text: string): RemoteAddress {
  const trimmed = text.trim()
  if (trimmed.length > 2000 || /[\s\\]/.test(trimmed)) throw invalid()
  // As scp spells it (git-clone, "GIT URLS"): user@host:path.
  const [, scpHost, scpPath] = /^(?:[\w.-]+@)([\w.-]+):(?!\/\/)(.+)$/.exec(trimmed) ?? []
  const address = scpHost === undefined ? trimmed : `ssh://${scpHost}/${scpPath?.replace(/^\/+/, '')}`
  if (!URL.canParse(address)) throw invalid()
  const url = new URL(address)
  const form = /^https?:$/.test(url.protocol) ? 'http' : url.protocol === 'ssh:' ? 'ssh' : null
  if (form === null || url.hostname === '') throw invalid()
  const hostname = url.hostname.toLowerCase()
  return {
    form,
    hostname,
    host: form === 'http' ? url.host.toLowerCase() : hostname,
    segments: segmentsOf(url.pathname),
  }
}

function segmentsOf(pathname: string): string[] {
  const segments = pathname.split('/').filter(Boolean).map(decoded)
  const last = segments.at(-1)
  if (last !== undefined) segments[segments.length - 1] = last.replace(/\.git$/i, '')
  const isBad = segments.some((part) => /^\.{0,2}$/.test(part) || /[\p{Cc}/\\]/u.test(part))
  if (isBad || segments.length > 30) throw invalid()
  return segments
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalid()
  }
}

/** A host's own address, as a workspace's administrator wrote it. Throws where it is none. */
export function hostOf(hostUrl: string): URL {
  if (!URL.canParse(hostUrl)) throw new OutgoingError(sentenceOf('address_invalid'))
  return new URL(hostUrl)
}

/** The address's segments below a host's own address, or null where it is on another host or below another path. */
export function segmentsOn(address: RemoteAddress, hostUrl: string): string[] | null {
  const own = hostOf(hostUrl)
  if (address.form === 'ssh') return address.hostname === own.hostname ? address.segments : null
  if (address.host !== own.host) return null
  const prefix = own.pathname.split('/').filter(Boolean)
  const inside = prefix.every((part, index) => address.segments[index] === decoded(part))
  return inside ? address.segments.slice(prefix.length) : null
}

/** Where the repositories of a host are; those of Azure DevOps are not where one signs in. */
function repositoriesOrigin({ kind, hostUrl, apiUrl, contentUrl }: ProviderSettings): string {
  return hostOf(kind.startsWith('azure') ? contentUrl || apiUrl : hostUrl).origin
}

/** Whether an address is one of the host's: credentials of the one never go to another. */
export function isOwnUrl(settings: ProviderSettings, text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === repositoriesOrigin(settings)
}

/**
 * An address that a host gave for one of its repositories, if it is one on that host; credentials that stand in it are
 * left out. Throws `malformed`.
 */
export function ownUrl(settings: ProviderSettings, text: string): string {
  if (!isOwnUrl(settings, text))
    throw new GitRefusal('malformed', 'The provider named an address that is not its own.')
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href.replace(/\/$/, '')
}

/** An ssh address as a host gave it, or null where it is none. */
export function sshUrl(text: string | null | undefined): string | null {
  if (!text || text.length > 2000) return null
  try {
    return parseRemote(text).form === 'ssh' ? text : null
  } catch {
    return null
  }
}
