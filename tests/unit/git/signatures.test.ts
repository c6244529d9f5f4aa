// The published vectors of webhook signatures, and the two forms of GitLab.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newWebhookSecret, secretFor } from '../../../supabase/functions/_shared/git/webhooks/secret.ts'
import { verifyWebhook } from '../../../supabase/functions/_shared/git/webhooks/verify.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const github = {
  secret: "It's a Secret to Everybody",
  body: bytes('Hello, World!'),
  signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
}

describe('a signature of a whole body', () => {
  it.each([
    ['github', 'x-hub-signature-256'],
    ['bitbucket_cloud', 'x-hub-signature'],
    ['bitbucket_data_center', 'x-hub-signature'],
  ] as const)('of %s is the published one', async (kind, header) => {
    const { secret, body, signature } = github
    const verify = (value: string) => verifyWebhook(kind, new Headers({ [header]: value }), body, secret)
    expect(await verify(signature)).toBe(true)
    expect(await verify(signature.replace('sha256=', 'sha1='))).toBe(false)
    expect(await verify(signature.slice(0, -2))).toBe(false)
    expect(await verify(`${signature}00`)).toBe(false)
    expect(await verify(signature.replace('17', '18'))).toBe(false)
  })

  it('of GitHub in its older form is not taken', async () => {
    const headers = new Headers({ 'x-hub-signature': github.signature })
    expect(await verifyWebhook('github', headers, github.body, github.secret)).toBe(false)
  })
})

describe('the secret of an owner', () => {
  const common = newWebhookSecret()

  it('is always the same, no other owner’s, and a key as GitLab takes it', async () => {
    const secret = await secretFor(common, '7:100')
    expect(await secretFor(common, '7:100')).toBe(secret)
    const others = await Promise.all([
      secretFor(common, '7:101'),
      secretFor(common, '71:00'),
      secretFor(newWebhookSecret(), '7:100'),
    ])
    expect(new Set([common, secret, ...others]).size).toBe(5)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})

describe('GitLab', () => {
  const key = Buffer.alloc(32, 7)
  const secret = `whsec_${key.toString('base64')}`
  const body = bytes('{"object_kind":"push"}')
  const now = 1_790_000_000
  beforeEach(() => {
    vi.useFakeTimers({ now: now * 1000, toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function signed(time: number, id = 'evt_12345678', by = key): Record<string, string> {
    const text = `${id}.${time}.${new TextDecoder().decode(body)}`
    const signature = createHmac('sha256', by).update(text).digest('base64')
    return { 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': `v1,${signature}` }
  }
  const verify = (headers: Record<string, string>) =>
    verifyWebhook('gitlab', new Headers(headers), body, secret)

  it('signs for five minutes', async () => {
    for (const [time, good] of [
      [now, true],
      [now - 300, true],
      [now + 300, true],
      [now - 301, false],
      [now + 301, false],
    ] as const)
      expect([time, await verify(signed(time))]).toEqual([time, good])
  })

  it('signs id and time too', async () => {
    expect(await verify({ ...signed(now), 'webhook-id': 'evt_87654321' })).toBe(false)
    expect(await verify({ ...signed(now), 'webhook-timestamp': String(now - 1) })).toBe(false)
    const { 'webhook-id': _, ...unnamed } = signed(now)
    expect(await verify(unnamed)).toBe(false)
  })

  it('may bring several signatures, of which one is good', async () => {
    const { 'webhook-signature': good = '', ...rest } = signed(now)
    expect(await verify({ ...rest, 'webhook-signature': `v1,AAAA v2,x ${good}` })).toBe(true)
    expect(await verify({ ...rest, 'webhook-signature': good.replace('v1,', 'v2,') })).toBe(false)
  })

  it('in older versions sends the token, which helps no bad signature', async () => {
    expect(await verify({ 'x-gitlab-token': secret })).toBe(true)
    expect(await verify({ 'x-gitlab-token': `${secret}x` })).toBe(false)
    expect(await verify({ 'x-gitlab-token': '' })).toBe(false)
    const bad = signed(now, 'evt_12345678', Buffer.alloc(32, 8))
    expect(await verify({ ...bad, 'x-gitlab-token': secret })).toBe(false)
  })
})

describe('Azure DevOps', () => {
  it.each([
    ['waymark:secret', true],
    ['other:secret', false],
    ['waymark:secret2', false],
    ['waymark:', false],
  ])('is let in as %s: %s', async (credentials, good) => {
    const headers = new Headers({ authorization: `Basic ${btoa(credentials)}` })
    expect(await verifyWebhook('azure_devops_server', headers, bytes('{}'), 'secret')).toBe(good)
  })
})
