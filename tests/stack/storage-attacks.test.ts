import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StorageStack, startStorage } from '../support/storage.ts'

let stack: StorageStack
beforeAll(async () => {
  stack = await startStorage()
})
afterAll(() => stack.close())

async function rowsNamed(name: string): Promise<number> {
  const { rowCount } = await stack.admin.query('select from storage.objects where name = $1', [name])
  return rowCount ?? 0
}

/** A request whose path reaches the server exactly as written. */
function exactly(
  method: string,
  path: string,
  token: string,
  body = '',
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(stack.url)
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
    const sent = request(
      { hostname, port, method, path: `/storage/v1${path}`, headers },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('a stranger', () => {
  it('can do nothing with another user’s objects', async () => {
    const owner = await stack.aUser()
    const path = `${owner.id}/secret.txt`
    await owner.client.storage.from('own').upload(path, 'secret')
    const before = await stack.filesOnDisk()
    const stranger = await stack.aUser()
    for (const { storage } of [stranger.client, stack.anonymous]) {
      const own = storage.from('own')
      expect((await own.download(path)).error).not.toBeNull()
      expect((await own.info(path)).error).toMatchObject({ statusCode: '404' })
      expect((await own.list(owner.id)).data).toEqual([])
      expect((await own.createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' })
      expect((await own.upload(path, 'mine', { upsert: true })).error).toMatchObject({ statusCode: '403' })
      expect((await own.upload(`${owner.id}/new`, 'mine')).error).toMatchObject({
        statusCode: '403',
        message: 'new row violates row-level security policy',
      })
      expect((await own.update(path, 'mine')).error).toMatchObject({ statusCode: '403' })
      expect((await own.move(path, `${stranger.id}/stolen`)).error).toMatchObject({ statusCode: '404' })
      expect((await own.copy(path, `${stranger.id}/stolen`)).error).toMatchObject({ statusCode: '404' })
      expect((await own.createSignedUploadUrl(`${owner.id}/new`)).error).toMatchObject({ statusCode: '403' })
      expect((await own.remove([path])).data).toEqual([])
    }
    expect(await stack.filesOnDisk()).toEqual(before)
    expect(await (await owner.client.storage.from('own').download(path)).data?.text()).toBe('secret')
  })

  it('cannot move or copy their own object into another’s folder', async () => {
    const victim = await stack.aUser()
    const { id, client } = await stack.aUser()
    await client.storage.from('own').upload(`${id}/gift`, 'x')
    const before = await stack.filesOnDisk()
    for (const transfer of ['move', 'copy'] as const) {
      const { error } = await client.storage.from('own')[transfer](`${id}/gift`, `${victim.id}/gift`)
      expect(error).toMatchObject({ statusCode: '403' })
    }
    expect(await stack.filesOnDisk()).toEqual(before)
  })

  it('cannot touch buckets', async () => {
    const { client } = await stack.aUser()
    expect((await client.storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
    expect((await client.storage.listBuckets()).data).toEqual([])
    for (const call of ['getBucket', 'deleteBucket'] as const) {
      expect((await client.storage[call]('own')).error).toMatchObject({ statusCode: '404' })
    }
    expect((await client.storage.emptyBucket('own')).error).toMatchObject({ statusCode: '403' })
    expect((await client.storage.updateBucket('own', { public: true })).error).toMatchObject({
      statusCode: '404',
    })
  })

  it('learns nothing by the public door of a private bucket', async () => {
    const { id, client } = await stack.aUser()
    await client.storage.from('own').upload(`${id}/a`, 'x')
    for (const path of [`/object/public/own/${id}/a`, `/object/info/public/own/${id}/a`]) {
      const response = await fetch(`${stack.url}/storage/v1${path}`)
      expect(await response.json()).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    }
  })

  it('needs a token, and a good one', async () => {
    const none = await fetch(`${stack.url}/storage/v1/object/own/a`)
    expect(none.status).toBe(400)
    const forged = `${stack.keys.serviceRoleKey.slice(0, -4)}AAAA`
    const answer = await exactly('GET', '/object/authenticated/own/a', forged)
    expect(JSON.parse(answer.text)).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
  })
})

describe('a path', () => {
  const hostile = [
    '../../../../tmp/evil',
    '..%2f..%2f..%2ftmp%2fevil',
    '%2e%2e/%2e%2e/evil',
    'a/../../evil',
    'a/./evil',
    '%2fetc/passwd',
    'nul%00byte',
    'back%5c..%5cslash',
    '%E0%A4%A',
    'line%0abreak',
    `${'x'.repeat(1025)}`,
  ]
  it.each(hostile)('like %s leads nowhere', async (path) => {
    const before = await stack.filesOnDisk()
    for (const method of ['POST', 'GET', 'DELETE']) {
      const { status } = await exactly(method, `/object/open/${path}`, stack.keys.serviceRoleKey, 'x')
      expect(status).toBe(400)
    }
    expect(await stack.filesOnDisk()).toEqual(before)
  })

  it('of a bucket cannot climb either', async () => {
    for (const bucket of ['..%2f..', '.%00', 'a%2fb', '%20own']) {
      const { status } = await exactly('GET', `/object/${bucket}/file`, stack.keys.serviceRoleKey)
      expect(status).toBe(400)
    }
    const body = JSON.stringify({ bucketId: 'open', sourceKey: 'a', destinationKey: '../../b' })
    expect((await exactly('POST', '/object/copy', stack.keys.serviceRoleKey, body)).text).toContain(
      'InvalidKey',
    )
  })
})

describe('an upload that breaks off', () => {
  // Sends half of what it announces, then goes away once the server has begun to write.
  async function breakOff(name: string, token: string, headers: Record<string, string>, half: string) {
    const { hostname, port } = new URL(stack.url)
    const path = `/storage/v1/object/own/${name}`
    const sent = request({
      hostname,
      port,
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    sent.on('error', () => undefined)
    sent.write(half)
    await expect.poll(async () => (await stack.filesOnDisk()).drafts).toBe(1)
    sent.destroy()
    await expect.poll(async () => (await stack.filesOnDisk()).drafts).toBe(0)
  }

  it('leaves neither row nor file, as plain bytes', async () => {
    const { id, token } = await stack.aUser()
    const before = await stack.filesOnDisk()
    await breakOff(
      `${id}/half`,
      token,
      { 'content-length': '100000', 'content-type': 'text/plain' },
      'x'.repeat(5000),
    )
    expect(await stack.filesOnDisk()).toEqual(before)
    expect(await rowsNamed(`${id}/half`)).toBe(0)
  })

  it('leaves neither row nor file, as a form', async () => {
    const { id, token } = await stack.aUser()
    const before = await stack.filesOnDisk()
    const type = 'multipart/form-data; boundary=b'
    const half = `--b\r\ncontent-disposition: form-data; name=""; filename="f"\r\ncontent-type: text/plain\r\n\r\n${'x'.repeat(5000)}`
    await breakOff(`${id}/half`, token, { 'content-type': type, 'content-length': '100000' }, half)
    expect(await stack.filesOnDisk()).toEqual(before)
    expect(await rowsNamed(`${id}/half`)).toBe(0)
  })

  it('or grows too large leaves the old object as it was', async () => {
    const { storage } = stack.service
    await storage.createBucket('small', { public: false, fileSizeLimit: 100 })
    await storage.from('small').upload('a', 'old')
    const before = await stack.filesOnDisk()
    async function* endless() {
      for (let i = 0; i < 50; i++) yield Buffer.alloc(1000)
    }
    const { error } = await storage
      .from('small')
      .upload('a', Readable.from(endless()), { upsert: true, duplex: 'half' })
    expect(error).toMatchObject({ statusCode: '413' })
    expect(await stack.filesOnDisk()).toEqual(before)
    expect(await (await storage.from('small').download('a')).data?.text()).toBe('old')
  })

  it('or is malformed is refused', async () => {
    const { id, token } = await stack.aUser()
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', 'no boundary here'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nonly a field\r\n--b--\r\n',
      ],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name=""; filename="f"\r\n\r\ncut off',
      ],
      ['no type at all', 'x'],
    ] as const) {
      const response = await fetch(`${stack.url}/storage/v1/object/own/${id}/bad`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      })
      expect(response.status, `${type} ${body}`).toBe(400)
    }
    expect((await stack.filesOnDisk()).drafts).toBe(0)
    expect(await rowsNamed(`${id}/bad`)).toBe(0)
  })
})

describe('the placeholder of a folder', () => {
  it('takes any type and not one byte, however it gets there', async () => {
    const { storage } = stack.service
    const pictures = storage.from('pictures')
    const name = 'album/.emptyFolderPlaceholder'
    const page = (content: string) => new Blob([content], { type: 'text/html' })
    async function* unmeasured() {
      yield Buffer.from('x')
    }
    for (const body of ['x', page('x'), Readable.from(unmeasured())]) {
      const { error } = await pictures.upload(name, body, { contentType: 'text/html', duplex: 'half' })
      expect(error).toMatchObject({ statusCode: '413' })
    }
    await storage.from('open').upload('full.html', page('x'))
    for (const transfer of ['copy', 'move'] as const) {
      const { error } = await storage
        .from('open')
        [transfer]('full.html', name, { destinationBucket: 'pictures' })
      expect(error).toMatchObject({ statusCode: '413' })
    }
    expect(await rowsNamed(name)).toBe(0)
    expect((await pictures.upload(name, page(''))).error).toBeNull()
  })
})

describe('a copy under another type', () => {
  it('is held to the types of its bucket, and puts nothing into headers that is none', async () => {
    const { storage } = stack.service
    await storage.from('pictures').upload('ok.png', 'x', { contentType: 'image/png' })
    const copy = async (metadata: Record<string, string>) => {
      const place = { bucketId: 'pictures', sourceKey: 'ok.png', destinationKey: crypto.randomUUID() }
      const response = await fetch(`${stack.url}/storage/v1/object/copy`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stack.keys.serviceRoleKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ...place, copyMetadata: false, metadata }),
      })
      return response.json()
    }
    expect(await copy({ mimetype: 'text/html' })).toMatchObject({ statusCode: '415' })
    expect(await copy({ mimetype: 'image/png\r\nx: y' })).toMatchObject({ statusCode: '415' })
    const { name, metadata } = await copy({ cacheControl: 'no-cache\r\nx: y' })
    expect(metadata.cacheControl).not.toContain('x: y')
    expect((await storage.from('pictures').download(name)).error).toBeNull()
  })
})

describe('twenty uploads to one name', () => {
  it('leave one object with the bytes of one of them', async () => {
    const { id, client } = await stack.aUser()
    const before = (await stack.filesOnDisk()).published
    const bucket = client.storage.from('own')
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => bucket.upload(`${id}/race`, `content ${i}`, { upsert: true })),
    )
    expect(results.every(({ error }) => error === null)).toBe(true)
    expect((await stack.filesOnDisk()).published).toBe(before + 1)
    expect(await (await bucket.download(`${id}/race`)).data?.text()).toMatch(/^content \d+$/)
  })
})

describe('a signed link', () => {
  it('opens nothing else, however it is bent', async () => {
    const { id, client } = await stack.aUser()
    const bucket = client.storage.from('own')
    await bucket.upload(`${id}/a`, 'a')
    await bucket.upload(`${id}/b`, 'b')
    const signed = new URL((await bucket.createSignedUrl(`${id}/a`, 60)).data?.signedUrl ?? '')
    const token = signed.searchParams.get('token') ?? ''
    const read = async (name: string, withToken: string) => {
      const response = await fetch(`${stack.url}/storage/v1/object/sign/own/${name}?token=${withToken}`)
      return { status: response.status, text: await response.text() }
    }
    expect(await read(`${id}/a`, token)).toEqual({ status: 200, text: 'a' })
    const [header, payload = '', signature] = token.split('.')
    const bent = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), url: `own/${id}/b` }
    const bentPayload = Buffer.from(JSON.stringify(bent)).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const forged of [
      token,
      `${header}.${bentPayload}.${signature}`,
      `${none}.${bentPayload}.`,
      stack.keys.serviceRoleKey,
      '',
    ]) {
      expect((await read(`${id}/b`, forged)).status).toBe(400)
    }
    const asUpload = await fetch(`${stack.url}/storage/v1/object/upload/sign/own/${id}/a?token=${token}`, {
      method: 'PUT',
      body: 'overwritten',
    })
    expect(await asUpload.json()).toMatchObject({
      statusCode: '400',
      code: 'InvalidSignature',
      message: 'Token is not scoped for upload',
    })
    const asBearer = await exactly('GET', `/object/authenticated/own/${id}/a`, token)
    expect(JSON.parse(asBearer.text)).toMatchObject({ statusCode: '403' })
  })

  it('expires', async () => {
    const { id, client } = await stack.aUser()
    await client.storage.from('own').upload(`${id}/a`, 'a')
    const { data } = await client.storage.from('own').createSignedUrl(`${id}/a`, 1)
    await expect.poll(async () => (await fetch(data?.signedUrl ?? '')).status, { timeout: 15_000 }).toBe(400)
    expect(await (await fetch(data?.signedUrl ?? '')).json()).toMatchObject({
      code: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
    })
  })
})

describe('uploaded content', () => {
  it('can run no script where the application lives', async () => {
    const script = '<script>alert(1)</script>'
    for (const [name, contentType] of [
      ['page.html', 'text/html'],
      ['page.xhtml', 'application/xhtml+xml'],
      ['image.svg', 'image/svg+xml'],
      // The pages' own policy lets scripts of this origin run.
      ['script.js', 'text/javascript'],
      ['module.mjs', 'application/javascript; charset=utf-8'],
    ] as const) {
      await stack.service.storage.from('open').upload(name, script, { contentType })
      const { headers } = await fetch(`${stack.url}/storage/v1/object/public/open/${name}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain('sandbox')
      expect(headers.get('content-type')).not.toMatch(/html|javascript/)
    }
  })
})
