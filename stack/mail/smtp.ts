import PostalMime, { type Address, type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MailStore } from './store.ts'

const MAX_MAIL = 10 * 1024 * 1024

/** An SMTP server on loopback that takes every mail and keeps it in `store`. */
export async function startSmtp(store: MailStore, port: number): Promise<{ close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: MAX_MAIL,
    closeTimeout: 1_000,
    onData(stream, session, done) {
      const envelope = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
      receive(stream, envelope, store).then(() => done(), done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function receive(stream: AsyncIterable<Buffer>, envelope: string[], store: MailStore): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const mail = await PostalMime.parse(Buffer.concat(chunks))
  store.add({
    from: mail.from ? show(mail.from) : '',
    to: envelope,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(describe),
  })
}

function show({ name, address }: Address): string {
  return name ? `${name} <${address ?? ''}>` : (address ?? '')
}

function describe({ filename, mimeType, content }: Email['attachments'][number]) {
  const size = typeof content === 'string' ? content.length : content.byteLength
  return { filename: filename ?? 'attachment', contentType: mimeType, size }
}
