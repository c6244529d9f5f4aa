// An identity provider that signs what a real one would, and what attackers make of it: tampered, unsigned, wrapped,
// replayed, late, or meant for somebody else.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { KEPT_MS } from '../../stack/http/kept.ts'

export interface SamlPerson {
  nameId: string
  email: string
  firstName: string
  lastName: string
}

/** What the next response is made like; `good` is none of it. */
export interface ResponseOptions {
  person?: SamlPerson
  /** Of the request; null for an identity provider that begins by itself. */
  inResponseTo?: string | null
  destination?: string
  recipient?: string
  audience?: string
  issuer?: string
  /** Seconds by which everything is in the past. */
  late?: number
  unsigned?: boolean
  /** Signed with a key nobody knows. */
  foreignKey?: boolean
  doctype?: boolean
  /** Changes the signed XML. */
  tamper?: (xml: string) => string
}

export interface IdpDouble {
  entryPoint: string
  issuer: string
  cert: string
  person: SamlPerson
  /** The request that a browser was sent with. */
  read(url: string): { id: string; acs: string; relayState: string }
  /** A response as it is posted, in base64. */
  respond(acs: string, audience: string, options?: ResponseOptions): string
  close(): Promise<void>
}

/** Starts it; its page answers with a form that posts the response, as a browser would click through. */
export async function startIdp(): Promise<IdpDouble> {
  const { key, cert } = keyPair()
  const foreign = keyPair()
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (req, res) => {
    const { pathname, search } = new URL(req.url ?? '/', 'http://idp')
    // Browsers ask for an icon as well.
    if (pathname !== '/sso') return void res.writeHead(404).end()
    const url = `${idp.entryPoint}${search}`
    const { id, acs, relayState } = idp.read(url)
    const response = idp.respond(acs, audienceOf(url), { inResponseTo: id })
    res.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Sign in</title>
      <h1>Sign in as ${idp.person.email}?</h1><form method="post" action="${acs}">
      <input type="hidden" name="SAMLResponse" value="${response}">
      <input type="hidden" name="RelayState" value="${relayState.replaceAll('"', '&quot;')}">
      <button>Sign in</button></form>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp: IdpDouble = {
    entryPoint: `${origin}/sso`,
    issuer: `${origin}/idp`,
    cert,
    person: { nameId: 'ada@idp.example', email: 'ada@idp.example', firstName: 'Ada', lastName: 'Lovelace' },
    read(url) {
      const xml = requestOf(url)
      const attribute = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(xml)?.[1] ?? ''
      return {
        id: attribute('ID'),
        acs: attribute('AssertionConsumerServiceURL'),
        relayState: new URL(url).searchParams.get('RelayState') ?? '',
      }
    },
    respond(acs, audience, options = {}) {
      const plain = responseXml({ acs, audience, issuer: idp.issuer, person: idp.person, options })
      const signed = options.unsigned ? plain : sign(plain, options.foreignKey ? foreign.key : key)
      const changed = options.tamper ? options.tamper(signed) : signed
      const text = options.doctype ? `<!DOCTYPE x [<!ENTITY y "z">]>${changed}` : changed
      return Buffer.from(text).toString('base64')
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return idp
}

function requestOf(url: string): string {
  const encoded = new URL(url).searchParams.get('SAMLRequest') ?? ''
  return inflateRawSync(Buffer.from(encoded, 'base64')).toString()
}

function audienceOf(url: string): string {
  return /<saml:Issuer[^>]*>([^<]+)</.exec(requestOf(url))?.[1] ?? ''
}

interface Parts {
  acs: string
  audience: string
  issuer: string
  person: SamlPerson
  options: ResponseOptions
}

function responseXml({ acs, audience, issuer, person: usual, options }: Parts): string {
  const person = options.person ?? usual
  const at = (seconds: number) => new Date(Date.now() + (seconds - (options.late ?? 0)) * 1000).toISOString()
  const id = () => `_${randomBytes(16).toString('hex')}`
  const to = options.inResponseTo ? ` InResponseTo="${options.inResponseTo}"` : ''
  const from = `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${options.issuer ?? issuer}</saml:Issuer>`
  const attribute = (name: string, value: string) =>
    `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id()}" Version="2.0" IssueInstant="${at(0)}" Destination="${options.destination ?? acs}"${to}>${from}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id()}" Version="2.0" IssueInstant="${at(0)}">${from}<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${person.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(300)}" Recipient="${options.recipient ?? acs}"${to}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-5)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${options.audience ?? audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${id()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attribute('email', person.email)}${attribute('firstName', person.firstName)}${attribute('lastName', person.lastName)}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

function sign(xml: string, key: string): string {
  const signature = new SignedXml({
    privateKey: key,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signature.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  })
  signature.computeSignature(xml, {
    location: { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: 'after' },
  })
  return signature.getSignedXml()
}

/** A key and its own certificate, PEM. */
export function keyPair(): { key: string; cert: string } {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-idp-'))
  try {
    const args = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=idp -keyout key.pem -out cert.pem'
    execFileSync('openssl', args.split(' '), { cwd: dir, stdio: 'ignore' })
    return {
      key: readFileSync(join(dir, 'key.pem'), 'utf8'),
      cert: readFileSync(join(dir, 'cert.pem'), 'utf8'),
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
}
