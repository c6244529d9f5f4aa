import { expect, test } from 'vitest'
import { wholeBody } from './body.ts'

const requestOf = (body: ReadableStream | string) =>
  new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)

test('a body is read whole, up to its bound', async () => {
  expect((await wholeBody(requestOf('12345'), 5)).byteLength).toBe(5)
  await expect(wholeBody(requestOf('123456'), 5)).rejects.toMatchObject({ problem: { status: 413 } })
})

test('a body that breaks off is its client’s mistake', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('123'))
      controller.error(new Error('Cannot read body as underlying resource unavailable'))
    },
  })
  await expect(wholeBody(requestOf(broken), 5)).rejects.toMatchObject({
    problem: { code: 'VALIDATION_ERROR', status: 400 },
  })
})
