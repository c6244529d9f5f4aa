// What a client breaks off is nobody's defect: the log is kept for those.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { serving } from '../../stack/data-api/serving.ts'
import { readBytes } from '../../stack/http/body.ts'

/** The messages that are logged while one request is answered by `answer`. */
async function logged(answer: Parameters<typeof serving>[0]['answer'], leaves: boolean): Promise<string[]> {
  const messages: string[] = []
  const log = (_level: string, { message = '' }: { message?: string }) => messages.push(message)
  const handle = serving({ service: 'rest', log, answer })
  const begun = Promise.withResolvers<void>()
  const handled = Promise.withResolvers<void>()
  const server = createServer((req, res) => {
    begun.resolve()
    handle(req, res, '/').then(handled.resolve, handled.reject)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 100\r\n\r\nten bytes!')
  await begun.promise
  if (leaves) socket.destroy()
  await handled.promise
  socket.destroy()
  server.close()
  return messages
}

describe('the log of a data door', () => {
  it('has no line of a body that its client broke off', async () => {
    const reads: Parameters<typeof serving>[0]['answer'] = async (_request, req) => {
      await readBytes(req, 1000, () => new Error('too large'))
      return undefined
    }
    expect(await logged(reads, true)).toEqual([])
  })

  it('has one of what nobody foresaw', async () => {
    const fails = () => Promise.reject(new Error('a defect'))
    expect(await logged(fails, false)).toEqual([expect.stringContaining('a defect')])
  })
})
