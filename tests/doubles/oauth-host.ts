// The OAuth part of a Git host's double: a page that a person clicks through and a token endpoint that is strict about
// what attackers try. State, redirect address, PKCE, client secret, one-use codes, their minute of life and scopes.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DoublePerson {
  id: number | string
  username: string
  name: string
  password: string
  emails: { email: string; verified: boolean; primary?: boolean }[]
}

export interface GitHostDouble {
  url: string
  clientId: string
  clientSecret: string
  /** Who sits at the browser from now on. */
  person: DoublePerson
  /** Who answers say that they come from (RFC 9207); null says nothing. */
  issuer: string | null
  /** Codes that were brought to the token endpoint. */
  codesSeen: string[]
  /** Lets a minute pass for the codes that are out. */
  expireCodes(): void
  close(): Promise<void>
}

export interface HostShape {
  authorizePath: string
  tokenPath: string
  /** Scopes that must all be asked for. */
  scopes: string[]
  pkce: boolean
  /** How the client proves itself at the token endpoint. */
  clientProof: 'body' | 'basic'
  redirectUris: string[]
  /** Answers an API call of who was recognised; undefined for a path it does not know. */
  api(path: string, person: DoublePerson): { body: unknown; headers?: Record<string, string> } | undefined
  /** Answers for a call that brought no credentials. */
  open?(path: string): unknown
  /** Whether the API takes name and password. */
  basic?: boolean
}

interface Code {
  redirectUri: string
  challenge: string | null
  person: DoublePerson
  at: number
}

const codeLifeMs = 60_000

/** Starts a host on a free loopback port. */
export async function startHost(shape: HostShape): Promise<GitHostDouble> {
  const codes = new Map<string, Code>()
  const tokens = new Map<string, DoublePerson>()
  const double: GitHostDouble = {
    url: '',
    clientId: `client-${randomBytes(4).toString('hex')}`,
    clientSecret: randomBytes(12).toString('hex'),
    person: {
      id: 42,
      username: 'octo',
      name: 'Octo Cat',
      password: 'octo-password',
      emails: [{ email: 'octo@example.com', verified: true, primary: true }],
    },
    issuer: null,
    codesSeen: [],
    expireCodes: () => {
      for (const code of codes.values()) code.at -= codeLifeMs
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  const authorize = (url: URL, res: ServerResponse) => {
    const ask = (name: string) => url.searchParams.get(name) ?? ''
    const scopes = ask('scope').split(/[ ,]+/)
    const faults = [
      ask('client_id') !== double.clientId && 'client_id',
      !shape.redirectUris.some((allowed) => ask('redirect_uri').startsWith(allowed)) && 'redirect_uri',
      ask('response_type') !== 'code' && 'response_type',
      ask('state') === '' && 'state',
      shape.scopes.some((scope) => !scopes.includes(scope)) && 'scope',
      shape.pkce &&
        (ask('code_challenge_method') !== 'S256' || ask('code_challenge').length !== 43) &&
        'pkce',
    ].filter(Boolean)
    if (faults.length > 0) return send(res, 400, `bad ${faults.join(', ')}`)
    const hidden = ['redirect_uri', 'state', 'code_challenge']
      .map((name) => `<input type="hidden" name="${name}" value="${ask(name).replaceAll('"', '&quot;')}">`)
      .join('')
    const page = `<!doctype html><title>Sign in</title><h1>Authorize Waymark as ${double.person.username}?</h1>
      <form method="post" action="/decide">${hidden}<button name="decision" value="yes">Authorize</button>
      <button name="decision" value="no">Cancel</button></form>`
    res.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }

  const decide = (form: URLSearchParams, res: ServerResponse) => {
    const target = new URL(form.get('redirect_uri') ?? '')
    target.searchParams.set('state', form.get('state') ?? '')
    if (double.issuer !== null) target.searchParams.set('iss', double.issuer)
    if (form.get('decision') === 'yes') {
      const code = randomBytes(16).toString('hex')
      const challenge = form.get('code_challenge') || null
      codes.set(code, {
        redirectUri: form.get('redirect_uri') ?? '',
        challenge,
        person: double.person,
        at: Date.now(),
      })
      target.searchParams.set('code', code)
    } else {
      target.searchParams.set('error', 'access_denied')
      target.searchParams.set('error_description', 'The user has denied access.')
    }
    res.writeHead(302, { location: target.href }).end()
  }

  const token = (req: IncomingMessage, form: URLSearchParams, res: ServerResponse) => {
    double.codesSeen.push(form.get('code') ?? '')
    const given = codes.get(form.get('code') ?? '')
    // Whatever comes of it, a code is seen once.
    codes.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const good =
      given !== undefined &&
      form.get('grant_type') === 'authorization_code' &&
      provesClient(req, form) &&
      form.get('redirect_uri') === given.redirectUri &&
      Date.now() - given.at < codeLifeMs &&
      (given.challenge === null ||
        createHash('sha256').update(verifier).digest('base64url') === given.challenge)
    if (!given || !good)
      return json(res, 400, { error: 'invalid_grant', error_description: 'The code is not valid.' })
    const accessToken = randomBytes(16).toString('hex')
    tokens.set(accessToken, given.person)
    json(res, 200, { access_token: accessToken, token_type: 'bearer', scope: shape.scopes.join(' ') })
  }

  const provesClient = (req: IncomingMessage, form: URLSearchParams) => {
    const basic = basicOf(req)
    const [id, secret] =
      shape.clientProof === 'basic' ? basic : [form.get('client_id') ?? '', form.get('client_secret') ?? '']
    return id === double.clientId && same(secret, double.clientSecret)
  }

  const api = (req: IncomingMessage, path: string, res: ServerResponse) => {
    const [, bearer = ''] = /^Bearer (.+)$/.exec(req.headers.authorization ?? '') ?? []
    const [name, password] = basicOf(req)
    const byPassword =
      shape.basic &&
      name === double.person.username &&
      same(password, double.person.password) &&
      double.person
    const person = tokens.get(bearer) ?? (byPassword || undefined)
    const answer = person ? shape.api(path, person) : undefined
    if (answer) return json(res, 200, answer.body, answer.headers)
    const open = person ? undefined : shape.open?.(path)
    if (open !== undefined && !req.headers.authorization) return json(res, 200, open)
    json(res, person ? 404 : 401, { message: 'Requires authentication' })
  }

  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://host')
    const form = req.method === 'POST' ? new URLSearchParams(await textOf(req)) : new URLSearchParams()
    if (shape.authorizePath && url.pathname === shape.authorizePath) authorize(url, res)
    else if (url.pathname === '/decide') decide(form, res)
    else if (shape.tokenPath && url.pathname === shape.tokenPath && req.method === 'POST')
      token(req, form, res)
    else api(req, url.pathname, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

function basicOf(req: IncomingMessage): [name: string, password: string] {
  const [, encoded = ''] = /^Basic (.+)$/.exec(req.headers.authorization ?? '') ?? []
  const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  return [name, rest.join(':')]
}

function same(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

function json(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
