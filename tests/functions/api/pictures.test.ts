// A logo or favicon as it is served: at an address of its content, to be kept for ever, and with nothing in it that runs.
import { createHash, randomBytes } from 'node:crypto'
import { encode } from 'fast-png'
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aMember, aWorkspace } from '../support/people.ts'

const stack = sharedStack()
const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)"><script>alert(2)</script><rect width="8" height="8" fill="#123456"/></svg>',
).toString('base64')

it('an uploaded drawing comes sandboxed, from an address that says what is in it', async () => {
  const workspace = await aWorkspace(stack)
  const { id, owner } = workspace
  const json = { kind: 'logo', file: drawing }
  const made = await call(stack, `/workspaces/${id}/pictures`, { token: owner.token, json })
  expect(made.status).toBe(201)
  const { url } = made.json<{ url: string }>()
  expect(url.replace(/[0-9a-f]{64}$/, '…')).toBe(`/api/v1/workspaces/${id}/pictures/…`)
  const served = await call(stack, url.replace('/api/v1', ''))
  expect(served.status).toBe(200)
  expect(served.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(served.text).toContain('#123456')
  expect(served.text).not.toMatch(/alert|script|onload/)
  expect(createHash('sha256').update(served.text).digest('hex')).toBe(url.split('/').at(-1))
  // The same once more has the same address; a viewer uploads none.
  const again = await call(stack, `/workspaces/${id}/pictures`, { token: owner.token, json })
  expect(again.json<{ url: string }>().url).toBe(url)
  const viewer = await aMember(stack, workspace, 'viewer')
  expect((await call(stack, `/workspaces/${id}/pictures`, { token: viewer.token, json })).status).toBe(403)
})

it('a picture may have half a megabyte, which in Base64 is more than other bodies have', async () => {
  const { id, owner } = await aWorkspace(stack)
  // Noise, which nothing makes smaller.
  const file = Buffer.from(
    encode({
      width: 360,
      height: 360,
      data: Uint8Array.from(randomBytes(360 * 360 * 4)),
      channels: 4,
      depth: 8,
    }),
  )
  expect(file.length).toBeGreaterThan(500_000)
  const upload = (bytes: Buffer) =>
    call(stack, `/workspaces/${id}/pictures`, {
      token: owner.token,
      json: { kind: 'logo', file: bytes.toString('base64') },
    })
  expect((await upload(file)).status).toBe(201)
  const tooLarge = await upload(Buffer.concat([file, Buffer.alloc(100_000)]))
  expect([tooLarge.status, tooLarge.json<{ detail: string }>().detail]).toEqual([
    413,
    'The request body may have at most 700 KB.',
  ])
})
