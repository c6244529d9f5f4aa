// Storage by its own client, under policies.
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson, type Person, server, visitor } from './clients.ts'

let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = [await aPerson(), await aPerson()]
})

const bytes = (text: string) => new Blob([text], { type: 'text/plain' })

describe('objects', () => {
  it('are uploaded, read, listed, replaced, moved, copied and removed by their owner', async () => {
    const bucket = ada.client.storage.from('private')
    const path = `${ada.id}/a.txt`
    expect((await bucket.upload(path, bytes('one'))).error).toBeNull()
    expect((await bucket.upload(path, bytes('two'))).error).toMatchObject({ statusCode: '409' })
    expect((await bucket.upload(path, bytes('two'), { upsert: true })).error).toBeNull()
    expect(await (await bucket.download(path)).data?.text()).toBe('two')
    expect((await bucket.list(ada.id)).data?.map(({ name }) => name)).toEqual(['a.txt'])
    expect((await bucket.exists(path)).data).toBe(true)
    expect((await bucket.info(path)).data).toMatchObject({
      size: 3,
      contentType: expect.stringContaining('text/plain'),
      metadata: {},
    })
    expect((await bucket.copy(path, `${ada.id}/b.txt`)).error).toBeNull()
    expect((await bucket.move(path, `${ada.id}/c.txt`)).error).toBeNull()
    expect((await bucket.list(ada.id)).data?.map(({ name }) => name).sort()).toEqual(['b.txt', 'c.txt'])
    const removed = await bucket.remove([`${ada.id}/b.txt`, `${ada.id}/c.txt`])
    expect(removed.data).toHaveLength(2)
  })

  it('of others are not there', async () => {
    const path = `${ada.id}/secret.txt`
    await ada.client.storage.from('private').upload(path, bytes('secret'))
    const theirs = bob.client.storage.from('private')
    expect((await theirs.download(path)).error).not.toBeNull()
    expect((await theirs.list(ada.id)).data).toEqual([])
    expect((await theirs.upload(`${ada.id}/x.txt`, bytes('x'))).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    })
    expect((await theirs.remove([path])).data).toEqual([])
    expect((await theirs.createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await visitor().storage.from('private').download(path)).error).not.toBeNull()
    expect(await (await server().storage.from('private').download(path)).data?.text()).toBe('secret')
  })

  it('keep to the size and the types of their bucket', async () => {
    const bucket = ada.client.storage.from('small')
    expect((await bucket.upload(`${ada.id}/big.txt`, bytes('x'.repeat(1001)))).error).toMatchObject({
      statusCode: '413',
    })
    const json = new Blob(['{}'], { type: 'application/json' })
    expect((await bucket.upload(`${ada.id}/a.json`, json)).error).toMatchObject({ statusCode: '415' })
    expect(
      (await bucket.upload(`${ada.id}/ok.txt`, bytes('x'), { contentType: 'text/plain' })).error,
    ).toBeNull()
  })
})

describe('addresses', () => {
  it('that are signed open one object for a time', async () => {
    const bucket = ada.client.storage.from('private')
    await bucket.upload(`${ada.id}/signed.txt`, bytes('signed'), { upsert: true })
    const { data } = await bucket.createSignedUrl(`${ada.id}/signed.txt`, 60)
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('signed')
    const forged = (data?.signedUrl ?? '').replace('signed.txt', 'secret.txt')
    expect((await fetch(forged)).ok).toBe(false)
  })

  it('of a public bucket are open to everybody', async () => {
    const bucket = ada.client.storage.from('open')
    await bucket.upload(`${ada.id}/logo.txt`, bytes('logo'), { upsert: true })
    const { data } = bucket.getPublicUrl(`${ada.id}/logo.txt`)
    expect(await (await fetch(data.publicUrl)).text()).toBe('logo')
    const inside = visitor().storage.from('private').getPublicUrl(`${ada.id}/secret.txt`)
    expect((await fetch(inside.data.publicUrl)).ok).toBe(false)
  })

  it('for an upload take one object', async () => {
    const bucket = ada.client.storage.from('private')
    const path = `${ada.id}/given.txt`
    const { data } = await bucket.createSignedUploadUrl(path, { upsert: true })
    const put = await visitor()
      .storage.from('private')
      .uploadToSignedUrl(path, data?.token ?? '', bytes('given'))
    expect(put.error).toBeNull()
    expect(await (await bucket.download(path)).data?.text()).toBe('given')
  })
})

describe('buckets', () => {
  it('are made and removed by the server side only', async () => {
    const name = `b${Date.now()}`
    expect((await ada.client.storage.createBucket(name)).error).not.toBeNull()
    expect((await server().storage.createBucket(name, { public: false })).error).toBeNull()
    expect((await server().storage.getBucket(name)).data).toMatchObject({ id: name, public: false })
    expect((await server().storage.deleteBucket(name)).error).toBeNull()
  })
})
