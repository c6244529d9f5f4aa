// A client that goes away in the middle of its body: no failure of the server's.
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { answering } from '../../stack/http/service.ts'

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'

/** What is reported of an answer to a body that its client breaks off. */
async function reported(answer: (req: IncomingMessage) => Promise<unknown>): Promise<unknown[]> {
  const reports: unknown[] = []
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const handle = answering(
    async (req) => {
      arrive()
      await answer(req)
    },
    { report: (error) => reports.push(error), refuse: () => undefined },
  )
  const server = createServer((req, res) => void handle(req, res, '/').finally(end))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${head}part`)
  await arrived
  socket.destroy()
  await over
  await new Promise((closed) => server.close(closed))
  return reports
}

it('is reported to nobody', async () => {
  expect(await reported((req) => buffer(req))).toEqual([])
})

it('hides no failure of another kind', async () => {
  const failure = new Error('the disk is full')
  const answer = async (req: IncomingMessage) => {
    await buffer(req).catch(() => undefined)
    throw failure
  }
  expect(await reported(answer)).toEqual([failure])
})
