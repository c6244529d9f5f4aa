// An operation is tried against a real API that answers no browser (no CORS), with every way to sign in.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { aWorkspace } from '../functions/support/people.ts'
import { aProjectOf } from './projects.ts'
import { at, expectAccessible, picture, stack } from './support.ts'

let api: Server
let origin: string
const challenges = new Map<string, string>()

/** Who signed a request, by whichever scheme. */
function signer({ headers, url = '' }: IncomingMessage): string {
  const { authorization = '', cookie = '' } = headers
  if (headers['x-key'] === 'k1') return 'key in a header'
  if (new URL(url, origin).searchParams.get('key') === 'k2') return 'key in the query'
  if (cookie === 'sid=k3') return 'key in a cookie'
  if (authorization === `Basic ${btoa('ada:pass word')}`) return 'basic'
  if (authorization === 'Bearer t0ken') return 'bearer'
  if (authorization === 'Bearer by-code') return 'authorisation code'
  return authorization === 'Bearer by-client' ? 'client credentials' : 'nobody'
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Gives out tokens as RFC 6749 and RFC 7636 say. */
function tokenFor(form: URLSearchParams): Record<string, string> {
  const grant = form.get('grant_type')
  if (grant === 'client_credentials')
    return form.get('client_secret') === 'hush'
      ? { access_token: 'by-client', token_type: 'bearer' }
      : { error: 'invalid_client' }
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isRight = grant === 'authorization_code' && challenges.get(form.get('code') ?? '') === proof
  return isRight ? { access_token: 'by-code', token_type: 'bearer' } : { error: 'invalid_grant' }
}

test.beforeAll(async () => {
  api = createServer(async (req, res) => {
    const url = new URL(req.url ?? '', origin)
    const body = await bodyOf(req)
    if (url.pathname === '/authorize') {
      const code = `code-${challenges.size}`
      challenges.set(code, url.searchParams.get('code_challenge') ?? '')
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      // As a page that says whether it could lead the docs elsewhere.
      const page = `<script>location = ${JSON.stringify(back.href)} + '&held=' + (opener !== null)</script>`
      return void res.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
    }
    const answer =
      url.pathname === '/token'
        ? tokenFor(new URLSearchParams(body))
        : { id: 7, signer: signer(req), pet: body ? JSON.parse(body) : null }
    const status = 'error' in answer ? 400 : 200
    res
      .writeHead(status, { 'Content-Type': 'application/json', 'Set-Cookie': 'evil=1' })
      .end(JSON.stringify(answer))
  })
  await once(api.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
test.afterAll(() => {
  api.closeAllConnections()
  api.close()
})

const description = () => `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
servers: [{ url: "${origin}/v1" }]
paths:
  /pets/{kind}:
    post:
      summary: Add a pet
      description: Adds a pet to the store, and says who asked for it.
      security: [{ header: [] }, { query: [] }, { cookie: [] }, { basic: [] }, { bearer: [] }, { oauth: [read] }, {}]
      parameters:
        - { name: kind, in: path, required: true, schema: { type: string, enum: [cat, dog] } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: limit, in: query, description: How many, schema: { type: integer, default: 20 } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Pet" }
            example: { name: Rex, age: 3 }
      responses:
        "200":
          description: The pet
          content:
            application/json:
              schema:
                type: object
                required: [id, signer]
                properties: { id: { type: integer }, signer: { type: string }, pet: { $ref: "#/components/schemas/Pet" } }
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }
  securitySchemes:
    header: { type: apiKey, in: header, name: X-Key }
    query: { type: apiKey, in: query, name: key }
    cookie: { type: apiKey, in: cookie, name: sid }
    basic: { type: http, scheme: basic }
    bearer: { type: http, scheme: bearer }
    oauth:
      type: oauth2
      flows:
        authorizationCode: { authorizationUrl: "${origin}/authorize", tokenUrl: "${origin}/token", scopes: { read: Read pets } }
        clientCredentials: { tokenUrl: "${origin}/token", scopes: { read: Read pets } }
`

async function expectAnswer(page: Page, signer: string) {
  const body = page.getByRole('group', { name: 'Body of the answer' })
  await expect(body).toContainText(`"signer": "${signer}"`)
  await expect(page.getByText(/Matches the description \(200, application\/json\)/)).toBeVisible()
}

test('an operation is tried with every way to sign in', async ({ page }) => {
  const workspace = await aWorkspace(stack())
  const store = { name: 'Pet store', visibility: 'public' }
  await aProjectOf(workspace.owner.token, workspace.id, store, [['pets.yaml', description()]])
  await page.goto(at('/docs/pet-store', workspace.slug))
  await page.getByRole('treeitem', { name: 'Add a pet' }).click()
  await page.getByRole('button', { name: 'Try it' }).click()
  const form = page.getByRole('form', { name: 'Try it' })
  const choose = (way: string) => form.getByLabel('Way to authenticate').selectOption({ label: way })
  const send = () => form.getByRole('button', { name: 'Send', exact: true }).click()

  await form.getByLabel(/^X-Key/).fill('k1')
  await picture(page, '1-form')
  await form.getByLabel(/^X-Key/).press('Control+Enter')
  await expect(form.getByText(/does not allow other pages to call it \(CORS\)/)).toBeVisible()
  await picture(page, '2-cors')
  await form.getByRole('button', { name: 'Send through Waymark' }).click()
  await expectAnswer(page, 'key in a header')
  await expect(page.getByRole('group', { name: /Request sample/ })).toContainText('X-Key: k1')
  await picture(page, '3-answer')
  await expectAccessible(page)

  await choose('query')
  await form.getByLabel(/^key/).fill('k2')
  await send()
  await expectAnswer(page, 'key in the query')
  await choose('cookie')
  await form.getByLabel(/^sid/).fill('k3')
  await send()
  await expectAnswer(page, 'key in a cookie')
  await choose('basic')
  await form.getByLabel(/^User name/).fill('ada')
  await form.getByLabel(/^Password/).fill('pass word')
  await send()
  await expectAnswer(page, 'basic')
  await choose('bearer')
  await form.getByLabel(/^Token/).fill('t0ken')
  await send()
  await expectAnswer(page, 'bearer')

  await choose('oauth')
  await form.getByLabel(/^Client ID/).fill('docs')
  await picture(page, '4-oauth')
  // The popup may be closed again before anybody has looked at it.
  const back = page.context().waitForEvent('request', (request) => /held=false/.test(request.url()))
  await Promise.all([back, form.getByRole('button', { name: 'Get token' }).click()])
  await expect(form.getByLabel(/^Access token/)).toHaveValue('by-code')
  await send()
  await expectAnswer(page, 'authorisation code')
  await form.getByLabel('OAuth flow').selectOption('clientCredentials')
  await form.getByLabel(/^Client secret/).fill('wrong')
  await form.getByRole('button', { name: 'Get token' }).click()
  await expect(form.getByText('No token was given: invalid_client')).toBeVisible()
  await form.getByLabel(/^Client secret/).fill('hush')
  await form.getByRole('button', { name: 'Get token' }).click()
  await expect(form.getByLabel(/^Access token/)).toHaveValue('by-client')
  await send()
  await expectAnswer(page, 'client credentials')

  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  for (const secret of ['k1', 'pass word', 't0ken', 'by-code', 'by-client', 'hush', 'evil'])
    expect(kept).not.toContain(secret)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await form.scrollIntoViewIfNeeded()
  await picture(page, '5-phone-dark')
  await page.getByRole('heading', { name: 'Answer 200' }).scrollIntoViewIfNeeded()
  await picture(page, '6-phone-answer-dark')
  await expectAccessible(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
