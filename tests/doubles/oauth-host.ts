// The OAuth part of a Git host's double: a page that a person clicks through and a token endpoint that is strict about
// what attackers try. State, redirect address, PKCE, client secret, one-use codes, their minute of life and scopes;
// refresh tokens that are each good for one renewal. What it lets in goes on to the host's API and remote.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEPT_MS } from '../../stack/http/kept.ts'
import { gitCallIn, isPush, serveGit } from './git/remote.ts'
import type { RestAnswer, RestRequest } from './git/routes.ts'
import type { GitState, Repository } from './git/state.ts'

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
  /** Ends the access tokens that are out; their refresh tokens still work. */
  expireTokens(): void
  /** Ends all tokens, as somebody does who takes the permission back. */
  revoke(): void
  /** How many calls of the API from now on are told to wait. */
  limited: number
  /** Calls of the API and of Git, as they came. */
  calls: { method: string; url: string; authorization: string | undefined }[]
  /** A token of the person, as the authorization page would have led to; with the scopes of repositories. */
  grant(): { accessToken: string; refreshToken: string }
  /** A personal access token of the person. */
  personalToken(): string
  state: GitState
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
  /** Organisations and repositories. */
  state: GitState
  /** Below which path the API is. */
  apiPath: string
  /** What a token of OAuth for repositories may. */
  repositoryScopes: string[]
  /** Whether the API takes a personal access token as a password; where not, as a bearer's only. */
  personalAsPassword: boolean
  /** Answers a call of the API for who was recognised; undefined for a path it does not know. */
  rest(request: RestRequest): Promise<RestAnswer | undefined>
  /** The repository that the address of a remote means. */
  repositoryAt(path: string): Repository | undefined
  /** The name that a token of OAuth is brought under by Git; null for a bearer's. */
  gitUser: string | null
  /** The answer to a call beyond the limit. */
  limit: { status: number; headers: Record<string, string> }
}

interface Code {
  redirectUri: string
  challenge: string | null
  person: DoublePerson
  scopes: string[]
  at: number
}

interface Granted {
  person: DoublePerson
  scopes: string[]
}

const codeLifeMs = 60_000

/** Starts a host on a free loopback port. */
export async function startHost(shape: HostShape): Promise<GitHostDouble> {
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Granted>()
  const refreshTokens = new Map<string, Granted>()
  const personalTokens = new Map<string, DoublePerson>()
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
    limited: 0,
    calls: [],
    state: shape.state,
    expireTokens: () => tokens.clear(),
    revoke() {
      tokens.clear()
      refreshTokens.clear()
      personalTokens.clear()
    },
    grant: () => granted({ person: double.person, scopes: shape.repositoryScopes }),
    personalToken() {
      const token = randomBytes(16).toString('hex')
      personalTokens.set(token, double.person)
      return token
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          shape.state.close()
          resolve()
        })
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
    const hidden = ['redirect_uri', 'state', 'code_challenge', 'scope']
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
        scopes: (form.get('scope') ?? '').split(/[ ,]+/),
        at: Date.now(),
      })
      target.searchParams.set('code', code)
    } else {
      target.searchParams.set('error', 'access_denied')
      target.searchParams.set('error_description', 'The user has denied access.')
    }
    res.writeHead(302, { location: target.href }).end()
  }

  const granted = (to: Granted) => {
    const [accessToken, refreshToken] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
    tokens.set(accessToken, to)
    refreshTokens.set(refreshToken, to)
    return { accessToken, refreshToken }
  }

  const tokenAnswer = (to: Granted) => {
    const { accessToken, refreshToken } = granted(to)
    const scope = to.scopes.join(' ')
    const kind = { token_type: 'bearer', scope, expires_in: 7200 }
    return { access_token: accessToken, refresh_token: refreshToken, ...kind }
  }

  const renewal = (req: IncomingMessage, form: URLSearchParams, res: ServerResponse) => {
    const given = refreshTokens.get(form.get('refresh_token') ?? '')
    // Each is good for one renewal, whatever comes of it.
    refreshTokens.delete(form.get('refresh_token') ?? '')
    if (!given || !provesClient(req, form)) return json(res, 400, { error: 'invalid_grant' })
    json(res, 200, tokenAnswer(given))
  }

  const token = (req: IncomingMessage, form: URLSearchParams, res: ServerResponse) => {
    if (form.get('grant_type') === 'refresh_token') return renewal(req, form, res)
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
    json(res, 200, tokenAnswer(given))
  }

  const provesClient = (req: IncomingMessage, form: URLSearchParams) => {
    const basic = basicOf(req)
    const [id, secret] =
      shape.clientProof === 'basic' ? basic : [form.get('client_id') ?? '', form.get('client_secret') ?? '']
    return id === double.clientId && same(secret, double.clientSecret)
  }

  /** Who a call is by: a bearer's token, or name and password. */
  const callerOf = (req: IncomingMessage): Granted | undefined => {
    const [, bearer = ''] = /^Bearer (.+)$/.exec(req.headers.authorization ?? '') ?? []
    const personal = personalTokens.get(bearer)
    return tokens.get(bearer) ?? (personal ? everything(personal) : byPassword(req, shape.personalAsPassword))
  }

  const byPassword = (req: IncomingMessage, takesPersonal: boolean): Granted | undefined => {
    const [name, password] = basicOf(req)
    const { person } = double
    if (shape.basic && name === person.username && same(password, person.password)) return everything(person)
    const owner = takesPersonal ? personalTokens.get(password) : undefined
    return owner && name === owner.username ? everything(owner) : undefined
  }

  const api = async (req: IncomingMessage, url: URL, body: Buffer, res: ServerResponse) => {
    const path = url.pathname
    const caller = callerOf(req)
    if (double.limited > 0) {
      double.limited -= 1
      return json(res, shape.limit.status, { message: 'Rate limit exceeded' }, shape.limit.headers)
    }
    const answer = caller ? shape.api(path, caller.person) : undefined
    if (answer) return json(res, 200, answer.body, answer.headers)
    const open = caller ? undefined : shape.open?.(path)
    if (open !== undefined && !req.headers.authorization) return json(res, 200, open)
    if (!caller) return json(res, 401, { message: 'Requires authentication' })
    const found = path.startsWith(shape.apiPath)
      ? await shape.rest({
          ...caller,
          method: req.method ?? 'GET',
          path: path.slice(shape.apiPath.length),
          query: url.searchParams,
          headers: req.headers,
          body,
          origin: double.url + shape.apiPath,
        })
      : undefined
    if (!found) return json(res, 404, { message: 'Not Found' })
    const { status = 200, headers = {} } = found
    if (found.body instanceof Uint8Array)
      res.writeHead(status, { 'content-type': 'application/octet-stream', ...headers }).end(found.body)
    else if (found.body === undefined) res.writeHead(status, headers).end()
    else json(res, status, found.body, headers)
  }

  const remote = (
    req: IncomingMessage,
    url: URL,
    res: ServerResponse,
    found: { repository: string; call: string },
  ) => {
    const repo = shape.repositoryAt(decodeURIComponent(found.repository))
    const [name, password] = basicOf(req)
    const byToken =
      shape.gitUser === null ? callerOf(req) : name === shape.gitUser ? tokens.get(password) : undefined
    const caller = byToken ?? byPassword(req, true)
    if (!caller && !(repo?.isPublic && !isPush(url)))
      return res.writeHead(401, { 'www-authenticate': 'Basic realm="Git"' }).end()
    if (!repo) return res.writeHead(404).end()
    serveGit(shape.state, repo, { req, res, url, call: found.call, user: caller?.person.username ?? '' })
  }

  const server = createServer({ keepAliveTimeout: KEPT_MS }, (req, res) => {
    handle(req, res).catch((error: unknown) => {
      console.error(error)
      if (!res.headersSent) send(res, 500, 'The double failed.')
    })
  })
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? '/', 'http://host')
    const ofGit = gitCallIn(url)
    const noted = {
      method: req.method ?? 'GET',
      url: req.url ?? '/',
      authorization: req.headers.authorization,
    }
    if (ofGit) {
      double.calls.push(noted)
      return remote(req, url, res, ofGit)
    }
    const body = await bytesOf(req)
    const form = () => new URLSearchParams(body.toString())
    if (shape.authorizePath && url.pathname === shape.authorizePath) authorize(url, res)
    else if (url.pathname === '/decide') decide(form(), res)
    else if (shape.tokenPath && url.pathname === shape.tokenPath && req.method === 'POST')
      token(req, form(), res)
    else {
      double.calls.push(noted)
      await api(req, url, body, res)
    }
  }
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

/** What a name and password, or a personal access token, may. */
function everything(person: DoublePerson): Granted {
  return { person, scopes: ['*'] }
}

async function bytesOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks)
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
