// Objects of Storage: stored, listed, read, moved, and opened by links.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StorageStack, startStorage } from '../support/storage.ts'

let stack: StorageStack
beforeAll(async () => {
  stack = await startStorage()
})
afterAll(() => stack.close())

const bytesOf = async (blob: Blob | null) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer())

describe('an object', () => {
  it('comes back as it was uploaded, as plain bytes and as a form', async () => {
    const { id, client } = await stack.aUser()
    const bucket = client.storage.from('own')
    const bytes = Buffer.from([0, 1, 2, 255])
    const plain = await bucket.upload(`${id}/plain.bin`, bytes, { contentType: 'application/x-thing' })
    expect(plain.error).toBeNull()
    expect(plain.data).toMatchObject({ path: `${id}/plain.bin`, fullPath: `own/${id}/plain.bin` })
    const blob = new Blob(['{"a": 1}'], { type: 'application/json' })
    await bucket.upload(`${id}/sub folder/form (1).json`, blob, { metadata: { kind: 'settings' } })

    const read = await bucket.download(`${id}/plain.bin`)
    expect(await bytesOf(read.data)).toEqual(bytes)
    expect(read.data?.type).toBe('application/x-thing')
    const form = await bucket.download(`${id}/sub folder/form (1).json`)
    expect(await form.data?.text()).toBe('{"a": 1}')
    const info = await bucket.info(`${id}/sub folder/form (1).json`)
    expect(info.data).toMatchObject({
      name: `${id}/sub folder/form (1).json`,
      bucketId: 'own',
      size: 8,
      contentType: 'application/json',
      cacheControl: 'max-age=3600',
      metadata: { kind: 'settings' },
    })
  })

  it('streamed in at 20 MB comes out the same', async () => {
    const { id, client } = await stack.aUser()
    const big = Buffer.alloc(20 * 1024 * 1024, 'waymark')
    const { error } = await client.storage.from('own').upload(`${id}/big`, big)
    expect(error).toBeNull()
    const { data } = await client.storage.from('own').download(`${id}/big`)
    expect((await bytesOf(data)).equals(big)).toBe(true)
  })

  it('is not replaced unless that is asked for', async () => {
    const { id, client } = await stack.aUser()
    const bucket = client.storage.from('own')
    const first = await bucket.upload(`${id}/a`, 'one')
    const again = await bucket.upload(`${id}/a`, 'two')
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    const replaced = await bucket.upload(`${id}/a`, 'three', { upsert: true })
    expect(replaced.data?.id).toBe(first.data?.id)
    expect(await (await bucket.download(`${id}/a`)).data?.text()).toBe('three')
    expect((await bucket.update(`${id}/a`, 'four')).error).toBeNull()
    expect(await (await bucket.download(`${id}/a`)).data?.text()).toBe('four')
    expect((await bucket.update(`${id}/new`, 'five')).error).toBeNull()
  })

  it('exists or does not', async () => {
    const { id, client } = await stack.aUser()
    await client.storage.from('own').upload(`${id}/here`, 'x')
    expect((await client.storage.from('own').exists(`${id}/here`)).data).toBe(true)
    expect((await client.storage.from('own').exists(`${id}/gone`)).data).toBe(false)
  })

  it('moves, is copied and is removed', async () => {
    const { id, client } = await stack.aUser()
    const bucket = client.storage.from('own')
    await bucket.upload(`${id}/from`, 'content', { metadata: { a: 1 } })
    expect((await bucket.move(`${id}/from`, `${id}/to`)).error).toBeNull()
    expect((await bucket.copy(`${id}/to`, `${id}/twin`)).data?.path).toBe(`own/${id}/twin`)
    expect((await bucket.download(`${id}/from`)).error).not.toBeNull()
    const removed = await bucket.remove([`${id}/to`, `${id}/nothing`])
    expect(removed.data?.map(({ name }) => name)).toEqual([`${id}/to`])
    expect(await (await bucket.download(`${id}/twin`)).data?.text()).toBe('content')
    expect((await bucket.info(`${id}/twin`)).data?.metadata).toEqual({ a: 1 })
  })

  it('is copied over another, or under another type, where that is asked for', async () => {
    const { id, client } = await stack.aUser()
    const bucket = client.storage.from('own')
    await bucket.upload(`${id}/from`, 'new', { contentType: 'text/plain', metadata: { a: 1 } })
    await bucket.upload(`${id}/to`, 'old')
    const before = await stack.filesOnDisk()
    const place = { bucketId: 'own', sourceKey: `${id}/from`, destinationKey: `${id}/to` }
    expect((await stack.call('POST', '/object/copy', place)).json).toMatchObject({
      statusCode: '409',
      code: 'KeyAlreadyExists',
    })
    const over = await stack.call<{ id: string }>('POST', '/object/copy', place, { 'x-upsert': 'true' })
    expect(over.json).toMatchObject({
      Key: `own/${id}/to`,
      Id: over.json.id,
      name: `${id}/to`,
      bucket_id: 'own',
      owner: '',
      owner_id: '',
      metadata: { size: 3, mimetype: 'text/plain' },
      user_metadata: { a: 1 },
    })
    expect(await (await bucket.download(`${id}/to`)).data?.text()).toBe('new')
    expect(await stack.filesOnDisk()).toEqual(before)

    const metadata = { mimetype: 'text/css', cacheControl: 'max-age=5' }
    const restyled = { ...place, destinationKey: `${id}/style`, copyMetadata: false, metadata }
    expect((await stack.call('POST', '/object/copy', restyled)).json).toMatchObject({ metadata })
    const info = await stack.call<{ etag: string }>('GET', `/object/info/own/${id}/style`)
    expect(info.json).toMatchObject({ content_type: 'text/css', metadata: null })
    expect(info.headers.get('cache-control')).toBe('max-age=5')
    expect(info.headers.get('etag')).toBe(info.json.etag)
    expect(info.headers.get('last-modified')).not.toBeNull()
    const [removed] = (await stack.call<[object]>('DELETE', '/object/own', { prefixes: [`${id}/to`] })).json
    expect(removed).toMatchObject({ name: `${id}/to`, owner: '', owner_id: '' })
  })

  it('is deleted with at most 999 others', async () => {
    await stack.service.storage.from('open').upload('last.txt', 'x')
    const others = Array.from({ length: 999 }, (_, n) => `no-such-object-${n}`)
    const tooMany = await stack.call('DELETE', '/object/open', { prefixes: ['last.txt', 'one', ...others] })
    expect([tooMany.status, tooMany.json]).toMatchObject([400, { code: 'InvalidRequest' }])
    expect((await stack.raw('/object/public/open/last.txt')).status).toBe(200)
    const removed = await stack.call('DELETE', '/object/open', { prefixes: [...others, 'last.txt'] })
    expect([removed.status, removed.json]).toMatchObject([200, [{ name: 'last.txt' }]])
  })

  it('is read in part', async () => {
    await stack.service.storage.from('open').upload('range.txt', '0123456789')
    const part = async (range: string, headers = {}) => {
      const response = await stack.raw('/object/public/open/range.txt', { headers: { range, ...headers } })
      return [response.status, response.headers.get('content-range'), await response.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await part('bytes=5-100')).toEqual([206, 'bytes 5-9/10', '56789'])
    expect((await part('bytes=10-'))[0]).toBe(416)
    expect(await part('bytes=2-4', { 'if-range': '"other"' })).toEqual([200, null, '0123456789'])
  })

  it('is not sent again to who has it', async () => {
    await stack.service.storage.from('open').upload('cached.txt', 'x', { cacheControl: '60' })
    const first = await stack.raw('/object/public/open/cached.txt')
    expect(first.headers.get('cache-control')).toBe('max-age=60')
    const etag = first.headers.get('etag') ?? ''
    const second = await stack.raw('/object/public/open/cached.txt', { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
    const head = await stack.raw('/object/public/open/cached.txt', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1', ''])
  })

  it('of a public bucket is read without a token, and with one that is worth nothing', async () => {
    const { id, client } = await stack.aUser()
    await stack.service.storage.from('open').upload('plain.txt', 'x')
    await client.storage.from('own').upload(`${id}/mine`, 'secret')
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }]) {
      expect(await (await stack.raw('/object/open/plain.txt', { headers })).text()).toBe('x')
      for (const path of [
        `/object/own/${id}/mine`,
        `/object/own/${id}/none`,
        `/object/info/own/${id}/mine`,
      ]) {
        const refused = await stack.raw(path, { headers })
        expect([refused.status, await refused.json()]).toMatchObject([
          400,
          { statusCode: '404', code: 'NoSuchBucket', message: 'Bucket not found' },
        ])
      }
    }
    expect(await (await stack.raw('/object/info/open/plain.txt')).json()).toMatchObject({
      size: 1,
      metadata: {},
    })
  })

  it('is offered under the name that is asked for', async () => {
    await stack.service.storage.from('open').upload('report.pdf', 'x')
    const response = await stack.raw('/object/public/open/report.pdf?download=Bericht%20%C3%BC.pdf')
    const disposition = response.headers.get('content-disposition')
    expect(disposition).toBe(
      `attachment; filename=Bericht%20%C3%BC.pdf; filename*=UTF-8''Bericht%20%C3%BC.pdf`,
    )
  })
})

describe('a folder', () => {
  it('lists what is directly in it', async () => {
    const { id, client } = await stack.aUser()
    const bucket = client.storage.from('own')
    for (const name of ['b.txt', 'a.txt', 'deep/x.txt', 'deep/er/y.txt', '100%_sure.txt'.replace('%', '')]) {
      await bucket.upload(`${id}/${name}`, 'x')
    }
    const names = async (path: string, options = {}) =>
      (await bucket.list(path, options)).data?.map(({ name }) => name)
    expect(await names(id)).toEqual(['100_sure.txt', 'a.txt', 'b.txt', 'deep'])
    expect(await names(`${id}/deep`)).toEqual(['er', 'x.txt'])
    expect(await names(id, { search: 'A' })).toEqual(['a.txt'])
    expect(await names(id, { search: '%' })).toEqual([])
    expect(await names(id, { limit: 2, offset: 1 })).toEqual(['a.txt', 'b.txt'])
    expect(await names(id, { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'deep',
      'b.txt',
      'a.txt',
      '100_sure.txt',
    ])
    const { data } = await bucket.list(id)
    expect(data?.find(({ name }) => name === 'deep')?.id).toBeNull()
    expect(data?.find(({ name }) => name === 'a.txt')?.metadata).toMatchObject({ size: 1 })
  })

  it('is ordered and searched whatever the case, and below its sub-folders', async () => {
    const bucket = stack.service.storage.from('open')
    for (const name of ['B', 'a', 'C/one/x', 'c/one/y', 'c/only', 'd_e', 'dxe']) {
      await bucket.upload(`sorted/${name}`, 'x')
    }
    const names = async (search: string, options = {}) =>
      (await bucket.list('sorted', { search, ...options })).data?.map(({ name, id }) =>
        id ? name : `${name}/`,
      )
    expect(await names('')).toEqual(['a', 'B', 'C/', 'd_e', 'dxe'])
    expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual(
      ['a', 'B', 'C/', 'd_e', 'dxe'].reverse(),
    )
    expect(await names('c/on')).toEqual(['C/one/', 'c/only'])
    expect(await names('c/one/')).toEqual(['C/one/x', 'c/one/y'])
    expect(await names('D_')).toEqual(['d_e'])
    expect(await names('%')).toEqual([])
    const newest = { sortBy: { column: 'created_at', order: 'desc' } }
    expect(await names('', newest)).toEqual(['c/', 'C/', 'dxe', 'd_e', 'a', 'B'])
    expect(await names('c/o', newest)).toEqual(['c/one/', 'C/one/', 'c/only'])
  })
})

describe('a signed link', () => {
  it('opens its object for whoever has it, until it expires', async () => {
    const { id, client } = await stack.aUser()
    await client.storage.from('own').upload(`${id}/shared file.txt`, 'for you')
    const { data } = await client.storage.from('own').createSignedUrl(`${id}/shared file.txt`, 60)
    const response = await fetch(data?.signedUrl ?? '')
    expect(await response.text()).toBe('for you')
    expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now())
    const many = await client.storage
      .from('own')
      .createSignedUrls([`${id}/shared file.txt`, `${id}/none`], 60)
    expect(await (await fetch(many.data?.[0]?.signedUrl ?? '')).text()).toBe('for you')
    expect(many.data?.[1]).toMatchObject({
      signedUrl: null,
      error: expect.stringContaining('does not exist'),
    })
  })

  it('takes one upload into its name, which then belongs to the giver', async () => {
    const { id, client } = await stack.aUser()
    const bucket = client.storage.from('own')
    const { data, error } = await bucket.createSignedUploadUrl(`${id}/drop box.txt`)
    expect(error).toBeNull()
    const drop = (content: string) =>
      stack.anonymous.storage.from('own').uploadToSignedUrl(`${id}/drop box.txt`, data?.token ?? '', content)
    expect((await drop('dropped')).error).toBeNull()
    expect((await drop('again')).error).toMatchObject({ statusCode: '409' })
    expect(await (await bucket.download(`${id}/drop box.txt`)).data?.text()).toBe('dropped')
    const { rows } = await stack.admin.query('select owner_id from storage.objects where name = $1', [
      `${id}/drop box.txt`,
    ])
    expect(rows).toEqual([{ owner_id: id }])
  })
})
