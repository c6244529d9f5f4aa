// A mail server that can be told to refuse.
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  received: Email[]
  /** To whom they went: the envelopes of all of them. */
  recipients: string[]
  /** How many mails were offered, taken or not. */
  offered(): number
  /** Refuses the next mails after they were sent, with a temporary failure. */
  refuse(count: number): void
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: Email[] = []
  const recipients: string[] = []
  let offered = 0
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 500,
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      offered++
      if (refusals > 0) {
        refusals--
        done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        return
      }
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      received.push(await PostalMime.parse(Buffer.concat(chunks)))
      done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    recipients,
    offered: () => offered,
    refuse(count) {
      refusals = count
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
