// Sign-in with a directory: bind as the service, find exactly one entry, bind as that entry (RFC 4511).
import { connect, type LookupFunction } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Client, type Entry, InvalidCredentialsError } from 'ldapts'
import { sentenceOf } from '../domain/reasons.ts'
import { isOn, textOf } from '../domain/settings.ts'
import type { ExternalIdentity, TestResult } from '../git/provider.ts'
import { checkedLookup, OutgoingError } from '../net/outgoing.ts'

export interface DirectorySettings {
  /** ldap:// or ldaps:// */
  url: string
  bindDN: string
  bindCredentials: string
  searchBase: string
  /** With the placeholder {{username}}. */
  searchFilter: string
  startTls?: boolean | undefined
  /** PEM of the authority that signed the directory's certificate. */
  caCert?: string | undefined
  emailAttribute?: string | undefined
  usernameAttribute?: string | undefined
  firstNameAttribute?: string | undefined
  lastNameAttribute?: string | undefined
}

/** The settings of an integration with a directory, with its opened secret. */
export function directorySettings(
  config: Record<string, unknown>,
  { bindCredentials = '' }: Record<string, string>,
): DirectorySettings {
  const text = (name: string) => textOf(config, name)
  return {
    url: text('url') ?? '',
    bindDN: text('bindDN') ?? '',
    bindCredentials,
    searchBase: text('searchBase') ?? '',
    searchFilter: text('searchFilter') ?? '',
    startTls: isOn(config, 'startTls'),
    caCert: text('caCert'),
    emailAttribute: text('emailAttribute'),
    usernameAttribute: text('usernameAttribute'),
    firstNameAttribute: text('firstNameAttribute'),
    lastNameAttribute: text('lastNameAttribute'),
  }
}

/** A directory that refused or could not be asked; the message is fit to show. */
export class DirectoryError extends Error {
  override name = 'DirectoryError'
  readonly reason: 'bad_credentials' | 'unreachable' | 'misconfigured'

  constructor(reason: DirectoryError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const timeoutMs = 8_000
const wrong = sentenceOf('credentials_wrong')

/** Who a name and a password belong to. Throws DirectoryError. */
export async function signInDirectory(
  settings: DirectorySettings,
  { username, password }: { username: string; password: string },
): Promise<ExternalIdentity> {
  // An empty password would be an anonymous bind, which many directories grant (RFC 4513 §5.1.2).
  if (password === '') throw new DirectoryError('bad_credentials', wrong)
  const entry = await withDirectory(settings, (client) => findOne(client, settings, username))
  await withClient(settings, async (client) => {
    try {
      await client.bind(entry.dn, password)
    } catch (error) {
      throw isInvalid(error) ? new DirectoryError('bad_credentials', wrong) : error
    }
  })
  return identityOf(entry, settings, username)
}

/** Whether the directory answers, takes the service's credentials, and knows the place to search. */
export async function testDirectory(settings: DirectorySettings): Promise<TestResult> {
  try {
    await withDirectory(settings, (client) =>
      client.search(settings.searchBase, { scope: 'base', filter: '(objectClass=*)', sizeLimit: 1 }),
    )
    filterFor(settings.searchFilter, 'test')
    return { success: true, message: 'Everything looks good!' }
  } catch (error) {
    if (error instanceof DirectoryError) return { success: false, message: error.message }
    throw error
  }
}

/** The filter with the name in it, escaped so that it can only ever be a value (RFC 4515 §3). */
export function filterFor(template: string, username: string): string {
  if (!template.includes('{{username}}'))
    throw new DirectoryError('misconfigured', 'The search filter lacks the placeholder {{username}}.')
  const safe = username.replace(/[\\*()\0]|[^\x20-\x7e]/g, (character) =>
    Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(
      '',
    ),
  )
  return template.replaceAll('{{username}}', safe)
}

async function findOne(client: Client, settings: DirectorySettings, username: string): Promise<Entry> {
  const { searchEntries } = await client.search(settings.searchBase, {
    scope: 'sub',
    filter: filterFor(settings.searchFilter, username),
    sizeLimit: 2,
    timeLimit: Math.ceil(timeoutMs / 1000),
  })
  const [entry] = searchEntries
  // Two entries for one name: nobody can tell who is meant.
  if (!entry || searchEntries.length > 1) throw new DirectoryError('bad_credentials', wrong)
  return entry
}

function withDirectory<T>(settings: DirectorySettings, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(settings, async (client) => {
    try {
      await client.bind(settings.bindDN, settings.bindCredentials)
    } catch (error) {
      if (!isInvalid(error)) throw error
      throw new DirectoryError(
        'misconfigured',
        'The directory did not accept the Bind DN and its credentials.',
      )
    }
    return work(client)
  })
}

async function withClient<T>(settings: DirectorySettings, work: (client: Client) => Promise<T>): Promise<T> {
  const { name, lookup } = await mayBeCalled(settings)
  const tlsOptions = settings.caCert ? { ca: [settings.caCert] } : {}
  // To the addresses that were checked; the certificate has to bear the name all the same.
  const inTheClear = ((port: number) => connect({ host: name, port, lookup })) as typeof connect
  const overTls = ((port: number) =>
    connectTls({ ...tlsOptions, host: name, port, lookup })) as typeof connectTls
  const client = new Client({
    url: settings.url,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    createConnection: inTheClear,
    ...(settings.url.startsWith('ldaps:') ? { tlsOptions, createSecureConnection: overTls } : {}),
  })
  try {
    // Over a connection that exists already nobody knows the name that the certificate has to bear.
    if (settings.startTls) await client.startTLS({ ...tlsOptions, host: name })
    return await work(client)
  } catch (error) {
    if (error instanceof DirectoryError) throw error
    throw new DirectoryError(...explained(error, settings))
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

/** Directories too must not become a way into our own network: the host, and where it is allowed to lead. */
async function mayBeCalled({ url }: DirectorySettings): Promise<{ name: string; lookup: LookupFunction }> {
  try {
    // As an http address, because only of those are the many spellings of an IPv4 address made one.
    const asHttp = new URL(url.replace(/^ldaps?:/i, 'http:'))
    const lookup = await checkedLookup(asHttp)
    return { name: asHttp.hostname.replace(/^\[|\]$/g, ''), lookup }
  } catch (error) {
    throw new DirectoryError(
      'misconfigured',
      error instanceof OutgoingError ? error.message : sentenceOf('address_invalid'),
    )
  }
}

function explained(
  error: unknown,
  { url, searchBase }: DirectorySettings,
): [reason: DirectoryError['reason'], message: string] {
  const { code, message = '' } = error as { code?: string | number; message?: string }
  const host = url.replace(/^ldaps?:\/\//, '')
  if (code === 32) return ['misconfigured', `The search base ${searchBase} does not exist in the directory.`]
  if (/certificate|self.signed|altname/i.test(message) || /CERT|TLS/.test(String(code)))
    return ['unreachable', `The certificate of ${host} could not be verified.`]
  return ['unreachable', `The directory at ${host} could not be reached.`]
}

function isInvalid(error: unknown): boolean {
  return error instanceof InvalidCredentialsError || (error as { code?: unknown }).code === 49
}

function identityOf(entry: Entry, settings: DirectorySettings, typed: string): ExternalIdentity {
  const value = (name: string | undefined, fallback: string) => valuesOf(entry, name || fallback)[0] ?? null
  return {
    externalId:
      value('entryUUID', 'entryUUID') ?? value('objectGUID', 'objectGUID') ?? entry.dn.toLowerCase(),
    username: value(settings.usernameAttribute, 'uid') ?? typed,
    firstName: value(settings.firstNameAttribute, 'givenName'),
    lastName: value(settings.lastNameAttribute, 'sn'),
    avatarUrl: null,
    // The directory is what says who has which address.
    emails: valuesOf(entry, settings.emailAttribute || 'mail').map((email, index) => ({
      email,
      verified: true,
      primary: index === 0,
    })),
  }
}

/** Values of an attribute, whose name has no case: text for one, a list for several, an empty one for none. */
function valuesOf(entry: Entry, name: string): string[] {
  const key = Object.keys(entry).find((known) => known.toLowerCase() === name.toLowerCase())
  const value: unknown = key === undefined ? [] : entry[key]
  return (Array.isArray(value) ? value : [value]).flatMap((item) => {
    if (item instanceof Uint8Array)
      return [Array.from(item, (byte) => byte.toString(16).padStart(2, '0')).join('')]
    return typeof item === 'string' && item !== '' ? [item] : []
  })
}
