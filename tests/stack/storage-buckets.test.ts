// Buckets of Storage, what calls must look like, and its functions in the database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StorageStack, startStorage } from '../support/storage.ts'

let stack: StorageStack
beforeAll(async () => {
  stack = await startStorage()
})
afterAll(() => stack.close())

describe('a bucket', () => {
  it('is created, read, changed, listed, emptied and deleted', async () => {
    const { storage } = stack.service
    expect((await storage.createBucket('temp', { public: false, fileSizeLimit: '2MB' })).data?.name).toBe(
      'temp',
    )
    expect((await storage.createBucket('temp')).error).toMatchObject({ statusCode: '409' })
    expect((await storage.getBucket('temp')).data).toMatchObject({ id: 'temp', file_size_limit: 2_000_000 })
    await storage.updateBucket('temp', { public: true })
    expect((await storage.getBucket('temp')).data).toMatchObject({ public: true, file_size_limit: 2_000_000 })
    expect((await storage.listBuckets()).data?.map(({ id }) => id)).toContain('temp')
    await storage.from('temp').upload('a', 'x')
    expect((await storage.deleteBucket('temp')).error?.message).toMatch('not empty')
    const before = await stack.filesOnDisk()
    expect((await storage.emptyBucket('temp')).error).toBeNull()
    expect((await stack.filesOnDisk()).published).toBe(before.published - 1)
    expect((await storage.deleteBucket('temp')).error).toBeNull()
    expect((await storage.getBucket('temp')).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    })
  })

  it('takes only the sizes and types it is made for', async () => {
    const pictures = stack.service.storage.from('pictures')
    const upload = async (name: string, body: Buffer | Blob, contentType: string) =>
      (await pictures.upload(name, body, { contentType })).error
    expect(await upload('ok.png', Buffer.alloc(1000), 'image/png')).toBeNull()
    expect(await upload('big.png', Buffer.alloc(1001), 'image/png')).toMatchObject({ statusCode: '413' })
    const bigForm = new Blob([Buffer.alloc(5_000_000)], { type: 'image/png' })
    expect(await upload('form.png', bigForm, 'image/png')).toMatchObject({ statusCode: '413' })
    expect(await upload('page', Buffer.from('x'), 'text/html')).toMatchObject({ statusCode: '415' })
    const open = stack.service.storage.from('open')
    await open.upload('page.txt', 'x', { contentType: 'text/plain' })
    const smuggled = await open.copy('page.txt', 'page.png', { destinationBucket: 'pictures' })
    expect(smuggled.error).toMatchObject({ statusCode: '415' })
    const moved = await open.move('page.txt', 'page.png', { destinationBucket: 'pictures' })
    expect(moved.error).toMatchObject({ statusCode: '415' })
  })

  it('takes a type with its parameters only if it names them', async () => {
    const allowed_mime_types = ['text/plain', 'image/*']
    await stack.call('POST', '/bucket', { name: 'typed', allowed_mime_types })
    const upload = async (type: string) =>
      (await stack.call('POST', `/object/typed/${crypto.randomUUID()}`, 'x', { 'content-type': type })).json
    expect(await upload('text/plain')).toHaveProperty('Key')
    expect(await upload('image/png; a=b')).toHaveProperty('Key')
    for (const type of ['text/plain;charset=utf-8', 'TEXT/plain', 'text/html']) {
      const message = `mime type ${type} is not supported`
      expect(await upload(type)).toMatchObject({ statusCode: '415', message })
    }
    expect(await upload('word')).toMatchObject({ statusCode: '415', message: 'Invalid Content-Type header' })
  })

  it('that does not exist takes nothing', async () => {
    const { error } = await stack.service.storage.from('nowhere').upload('a', 'x')
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    const response = await stack.raw('/object/public/nowhere/a')
    expect(await response.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' })
  })

  it('is not what a call that is not served here names', async () => {
    const { error } = await stack.service.storage.from('open').listV2()
    expect(error).toMatchObject({ statusCode: '404', message: 'Route POST:/object/list-v2/open not found' })
  })
})

describe('an answer', () => {
  const list = '/object/list/open'
  const sign = '/object/sign/open/a'
  const oneOf = 'must be equal to one of the allowed values'
  it.each([
    ['POST', '/bucket', { id: 'x' }, "body must have required property 'name'"],
    ['POST', '/bucket', { name: 'x', public: 'maybe' }, 'body/public must be boolean'],
    ['POST', '/bucket', { name: 'x', type: 'odd' }, `body/type ${oneOf}`],
    [
      'PUT',
      '/bucket/open',
      {},
      "body must have required property 'public', body must have required property 'file_size_limit', body must have required property 'allowed_mime_types', body must match a schema in anyOf",
    ],
    ['GET', '/bucket?limit=0', undefined, 'querystring/limit must be >= 1'],
    ['GET', '/bucket?limit=x', undefined, 'querystring/limit must be integer'],
    ['GET', '/bucket?sortColumn=odd', undefined, `querystring/sortColumn ${oneOf}`],
    ['POST', list, {}, "body must have required property 'prefix'"],
    ['POST', list, { prefix: '', limit: 0 }, 'body/limit must be >= 1'],
    ['POST', list, { prefix: '', sortBy: { column: 'odd' } }, `body/sortBy/column ${oneOf}`],
    ['POST', list, { prefix: '', sortBy: {} }, "body/sortBy must have required property 'column'"],
    ['DELETE', '/object/open', { prefixes: [] }, 'body/prefixes must NOT have fewer than 1 items'],
    ['POST', sign, { expiresIn: 'x' }, 'body/expiresIn must be integer'],
    ['GET', sign, undefined, "querystring must have required property 'token'"],
  ])('to a mistake says which: %s %s %o', async (method, path, body, message) => {
    const { status, json } = await stack.call(method, path, body)
    expect(status).toBe(400)
    expect(json).toEqual({ statusCode: '400', error: 'Error', code: 'InvalidRequest', message })
  })

  it('to a conflict, an empty name and an odd time has a code of its own', async () => {
    const { storage } = stack.service
    await storage.from('open').upload('taken', 'x', { upsert: true })
    await storage.from('open').upload('mover', 'x', { upsert: true })
    const move = { bucketId: 'open', sourceKey: 'mover', destinationKey: 'taken' }
    for (const [method, path, body, expected] of [
      ['POST', '/bucket', { name: 'open' }, { statusCode: '409', code: 'BucketAlreadyExists' }],
      ['DELETE', '/bucket/open', undefined, { statusCode: '409', code: 'ResourceNotEmpty' }],
      ['POST', '/object/move', move, { statusCode: '409', code: 'ResourceAlreadyExists' }],
      ['POST', '/object/open/taken', 'x', { statusCode: '409', code: 'KeyAlreadyExists' }],
      ['POST', '/object/open/', 'x', { statusCode: '400', code: 'InvalidKey', message: 'Invalid key: ' }],
      ['POST', '/bucket', { name: 'x', allowed_mime_types: ['odd'] }, { code: 'InvalidMimeType' }],
      [
        'POST',
        '/object/sign/open/taken',
        { expiresIn: 1e15 },
        { code: 'InvalidParameter', message: 'Invalid Parameter expiresIn' },
      ],
    ] as const) {
      expect((await stack.call(method, path, body)).json).toMatchObject(expected)
    }
    expect((await stack.call('GET', '/nothing/here')).status).toBe(404)
  })

  it('has its keys where upstream has them', async () => {
    const [listed] = (await stack.call<[object]>('GET', '/bucket?search=own')).json
    const bucket = ['id', 'name', 'owner', 'public']
    const rules = ['file_size_limit', 'allowed_mime_types', 'created_at', 'updated_at']
    expect(Object.keys(listed)).toEqual([...bucket, 'type', ...rules])
    const { json } = await stack.call<{ owner: string }>('GET', '/bucket/own')
    expect([Object.keys(json), json.owner]).toEqual([[...bucket, ...rules], ''])
    const uploaded = await stack.call<object>('PUT', '/object/open/keys', 'x')
    expect(Object.keys(uploaded.json)).toEqual(['Key', 'Id'])
    const moved = { bucketId: 'open', sourceKey: 'keys', destinationKey: 'locks' }
    expect((await stack.call('POST', '/object/move', moved)).json).toEqual({ message: 'Successfully moved' })
    await stack.service.storage.createBucket('hollow')
    expect((await stack.call('POST', '/bucket/hollow/empty')).json).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    })
  })
})

describe('the database', () => {
  it('has the functions policies are written with', async () => {
    const { rows } = await stack.admin.query(`
      select storage.foldername('a/b/c.tar.gz') as folders, storage.foldername('c') as none,
             storage.filename('a/b/c.tar.gz') as file, storage.extension('a/b/c.tar.gz') as extension`)
    expect(rows).toEqual([{ folders: ['a', 'b'], none: [], file: 'c.tar.gz', extension: 'gz' }])
  })

  it('lets nobody delete rows behind the bytes', async () => {
    await expect(stack.admin.query('delete from storage.objects')).rejects.toThrow(
      'Use the Storage API instead',
    )
  })
})
