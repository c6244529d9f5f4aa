// SAML 2.0 sign-in: node-saml verifies signatures, times, audience and InResponseTo; what it leaves to us is checked
// here: DOCTYPE, size, destination, recipient, and that an assertion is used once.
import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { isOn, textOf } from '../domain/settings.ts'
import type { ExternalIdentity } from '../git/provider.ts'
import { refusalOf, SamlRefusal } from './refusal.ts'
import { type ResponseFacts, readResponse } from './response.ts'

export { SamlRefusal } from './refusal.ts'

export interface SamlSettings {
  entryPoint: string
  identifierFormat: string
  /** PEM or bare base64; several, one after the other, while an identity provider changes its key. */
  cert: string
  /** Our entity id, as the identity provider knows it. */
  issuer: string
  callbackUrl: string
  disableRequestedAuthnContext?: boolean | undefined
  allowIdpInitiated?: boolean | undefined
  idpIssuer?: string | undefined
  emailAttribute?: string | undefined
  firstNameAttribute?: string | undefined
  lastNameAttribute?: string | undefined
}

/** The settings of an integration with an identity provider, which posts its answers to `callbackUrl`. */
export function samlSettings(config: Record<string, unknown>, callbackUrl: string): SamlSettings {
  const text = (name: string) => textOf(config, name)
  return {
    entryPoint: text('entryPoint') ?? '',
    identifierFormat: text('identifierFormat') ?? '',
    cert: text('cert') ?? '',
    issuer: text('issuer') ?? '',
    callbackUrl,
    disableRequestedAuthnContext: isOn(config, 'disableRequestedAuthnContext'),
    allowIdpInitiated: isOn(config, 'allowIdpInitiated'),
    idpIssuer: text('idpIssuer'),
    emailAttribute: text('emailAttribute'),
    firstNameAttribute: text('firstNameAttribute'),
    lastNameAttribute: text('lastNameAttribute'),
  }
}

/** What has to be remembered between a request and its response. */
export interface SamlStore {
  putRequest(id: string, value: string): Promise<void>
  getRequest(id: string): Promise<string | null>
  takeRequest(id: string): Promise<string | null>
  /** False when the assertion was used before. */
  assertionOnce(id: string, expiresAt: Date): Promise<boolean>
}

export interface SamlProvider {
  /** Where the browser goes to sign in. */
  authorizeUrl(relayState: string): Promise<string>
  /** What the identity provider is told about us. */
  metadata(): string
  /** Who a response is about. Throws SamlRefusal. */
  validate(form: { SAMLResponse: string }): Promise<ExternalIdentity>
}

const clockSkewMs = 60_000
const requestLifeMs = 3_600_000
const mostBytes = 128 * 1024
// What is nested costs more than it has letters, and every sign-in waits meanwhile; a signed answer with a hundred
// groups has some 500.
const mostTags = 3_000

/** A workspace's identity provider. */
export function samlProvider(settings: SamlSettings, store: SamlStore): SamlProvider {
  const saml = new SAML({
    entryPoint: settings.entryPoint,
    issuer: settings.issuer,
    callbackUrl: settings.callbackUrl,
    idpCert: certificatesOf(settings.cert),
    identifierFormat: settings.identifierFormat || null,
    disableRequestedAuthnContext: settings.disableRequestedAuthnContext ?? false,
    audience: settings.issuer,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    requestIdExpirationPeriodMs: requestLifeMs,
    validateInResponseTo: settings.allowIdpInitiated
      ? ValidateInResponseTo.ifPresent
      : ValidateInResponseTo.always,
    cacheProvider: cacheOf(store),
  })
  return {
    authorizeUrl: (relayState) => saml.getAuthorizeUrlAsync(relayState, undefined, {}),
    metadata: () => saml.generateServiceProviderMetadata(null, null),
    async validate({ SAMLResponse }) {
      const facts = readResponse(decoded(SAMLResponse))
      checkDestination(facts, settings)
      const profile = await verified(saml, SAMLResponse)
      checkIssuer(profile, settings)
      await consume(profile, store)
      return identityOf(profile, settings)
    },
  }
}

/** One or several certificates, however they were pasted. Throws SamlRefusal when there is none. */
export function certificatesOf(text: string): string[] {
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g)].map(
    ([, body = '']) => body,
  )
  const found = (blocks.length > 0 ? blocks : [text]).map((body) => body.replace(/\s+/g, '')).filter(Boolean)
  if (found.length === 0 || found.some((body) => !/^[A-Za-z0-9+/]+=*$/.test(body)))
    throw new SamlRefusal('misconfigured', 'The certificate of the identity provider cannot be read.')
  return found
}

/** Refuses what is no certificate. Throws SamlRefusal. */
export function requireCertificates(text: string): void {
  for (const body of certificatesOf(text)) {
    try {
      new X509Certificate(Buffer.from(body, 'base64'))
    } catch {
      throw new SamlRefusal('misconfigured', 'The certificate of the identity provider cannot be read.')
    }
  }
}

function decoded(response: string): string {
  if (response.length > (mostBytes * 4) / 3)
    throw new SamlRefusal('too_large', 'The answer of the identity provider is too large.')
  const xml = textIn(response)
  if (xml.split('<', mostTags + 2).length > mostTags + 1)
    throw new SamlRefusal('too_large', 'The answer of the identity provider is too large.')
  return xml
}

function textIn(response: string): string {
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(response.replace(/\s+/g, '')), (c) => c.charCodeAt(0)),
    )
  } catch {
    throw new SamlRefusal('malformed', 'The answer of the identity provider cannot be read.')
  }
}

function checkDestination({ destination, recipients }: ResponseFacts, { callbackUrl }: SamlSettings): void {
  const elsewhere = [...(destination === null ? [] : [destination]), ...recipients].some(
    (address) => address !== callbackUrl,
  )
  // Without a recipient a stolen assertion could be brought to anybody (SAML profiles §4.1.4.2).
  if (elsewhere || recipients.length === 0)
    throw new SamlRefusal(
      'wrong_destination',
      'The answer of the identity provider is meant for another place.',
    )
}

/** node-saml compares the issuer of log-outs only. */
function checkIssuer({ issuer }: Profile, { idpIssuer }: SamlSettings): void {
  if (idpIssuer && issuer !== idpIssuer)
    throw new SamlRefusal(
      'wrong_issuer',
      'The answer comes from another identity provider than the one configured.',
    )
}

async function verified(saml: SAML, SAMLResponse: string): Promise<Profile> {
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
    if (profile) return profile
  } catch (error) {
    throw refusalOf(error)
  }
  throw new SamlRefusal('malformed', 'The answer of the identity provider says nothing about a person.')
}

async function consume(profile: Profile, store: SamlStore): Promise<void> {
  const { assertionId, notOnOrAfter } = readResponse(profile.getAssertionXml?.() ?? '')
  if (!assertionId) throw new SamlRefusal('malformed', 'The assertion has no identifier.')
  const expiresAt = new Date(Math.max(Date.parse(notOnOrAfter ?? '') || 0, Date.now()) + 2 * clockSkewMs)
  if (!(await store.assertionOnce(assertionId, expiresAt)))
    throw new SamlRefusal('replayed', 'This answer of the identity provider was used before.')
}

function identityOf(profile: Profile, settings: SamlSettings): ExternalIdentity {
  const value = (names: (string | undefined)[]) => {
    for (const name of names) {
      const found = name === undefined ? undefined : profile[name]
      const first: unknown = Array.isArray(found) ? found[0] : found
      if (typeof first === 'string' && first.trim() !== '') return first.trim()
    }
    return null
  }
  const nameId = profile.nameID?.trim()
  if (!nameId || nameId.length > 1000)
    throw new SamlRefusal('malformed', 'The answer of the identity provider says nothing about a person.')
  const email =
    value([
      settings.emailAttribute,
      'email',
      'mail',
      'urn:oid:0.9.2342.19200300.100.1.3',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    ]) ?? (nameId.includes('@') ? nameId : null)
  if (!email) throw new SamlRefusal('no_email', 'The identity provider did not tell an e-mail address.')
  return {
    externalId: nameId,
    username: email,
    firstName: value([
      settings.firstNameAttribute,
      'firstName',
      'givenName',
      'urn:oid:2.5.4.42',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    ]),
    lastName: value([
      settings.lastNameAttribute,
      'lastName',
      'sn',
      'surname',
      'urn:oid:2.5.4.4',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    ]),
    avatarUrl: null,
    emails: [{ email, verified: true, primary: true }],
  }
}

function cacheOf(store: SamlStore): CacheProvider {
  return {
    async saveAsync(key, value) {
      await store.putRequest(key, value)
      return { value, createdAt: Date.now() }
    },
    getAsync: (key) => store.getRequest(key),
    removeAsync: (key) => (key === null ? Promise.resolve(null) : store.takeRequest(key)),
  }
}
