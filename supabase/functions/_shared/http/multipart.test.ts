// Forms that do not end by themselves.
import { expect, it } from 'vitest'
import { readForm } from './multipart.ts'

it('reading ends with its signal, for the form and for whoever takes a file of it', async () => {
  const limit = new AbortController()
  const start = '--b\r\nContent-Disposition: form-data; name="body"; filename="a"\r\n\r\nhalf'
  const request = new Request('http://unused.invalid', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    // Never closed.
    body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(start)) }),
    duplex: 'half',
  } as RequestInit)
  const reading = readForm(request, { fileBytes: 100, signal: limit.signal }, async ({ content }) => {
    content.once('data', () => limit.abort())
    await new Promise((resolve) => content.once('close', resolve))
  })
  await expect(reading).rejects.toThrow('The form took too long.')
})
