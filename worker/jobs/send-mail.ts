// Job `send_mail`: one row of the outbox becomes one mail.
//
// Sent once: the row is locked while the server takes the mail and marked in the same transaction, so no second worker
// sends it. What cannot be closed is the moment between the server's "accepted" and our commit: a worker killed just
// there sends the mail again on the next attempt, under the same Message-ID, by which receivers know the copy.
import type { Task } from 'graphile-worker'
import { createTransport, type Transporter } from 'nodemailer'
import type { PoolClient } from 'pg'
import type { Context } from '../context.ts'
import { compose } from '../mail/compose.ts'

interface OutboxMail {
  id: string
  recipient: string
  template: string
  data: Record<string, unknown>
  is_stale: boolean
}

/** The graphile-worker task; payload `{mail_id}`. Rejects when the server did not take the mail, to be retried. */
export function sendMail(context: Context): Task {
  const transport = connectTo(context.config.smtpUrl)
  context.stopping.addEventListener('abort', () => transport.close(), { once: true })
  return async (payload) => {
    const { mail_id: mailId } = payload as { mail_id: number }
    await context.db.query('update private.outbox_mails set attempts = attempts + 1 where id = $1', [mailId])
    const client = await context.db.connect()
    try {
      await client.query('begin')
      await sendLocked(context, client, transport, mailId)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      context.log('warn', 'mail not sent', { mail: mailId, reason: reasonOf(error) })
      throw new Error(`The mail server did not take mail ${mailId}: ${reasonOf(error)}`)
    } finally {
      client.release()
    }
  }
}

async function sendLocked(
  context: Context,
  client: PoolClient,
  transport: Transporter,
  mailId: number,
): Promise<void> {
  const { rows } = await client.query<OutboxMail>(
    `select id, recipient, template, data, created_at < now() - interval '15 minutes' as is_stale
     from private.outbox_mails where id = $1 and sent_at is null for update`,
    [mailId],
  )
  const [mail] = rows
  if (!mail) return
  const leftOut = await hand(context, client, transport, mail)
  await client.query(`update private.outbox_mails set sent_at = now(), data = '{}' where id = $1`, [mail.id])
  context.log('info', leftOut ? `mail left out: ${leftOut}` : 'mail sent', {
    mail: mail.id,
    template: mail.template,
  })
}

const WITH_CODE = ['code', 'reset']

/** Hands a mail to the server, or tells why nobody needs it any more. */
async function hand(
  { config }: Context,
  client: PoolClient,
  transport: Transporter,
  mail: OutboxMail,
): Promise<string | undefined> {
  if (mail.is_stale && WITH_CODE.includes(mail.template)) return 'its code has expired'
  const composed = await compose(client, config, mail)
  if (!composed) return 'its workspace is gone'
  await transport.sendMail({
    from: config.mailFrom,
    // As an object, for header and envelope: a text is read as a list of names and addresses.
    to: { name: '', address: mail.recipient },
    ...composed,
    messageId: `<mail-${mail.id}@${new URL(config.publicUrl).hostname}>`,
  })
  return undefined
}

function connectTo(smtpUrl: string): Transporter {
  const url = new URL(smtpUrl)
  const options = {
    pool: 'true',
    maxConnections: '2',
    connectionTimeout: '10000',
    greetingTimeout: '10000',
    socketTimeout: '20000',
  }
  for (const [name, value] of Object.entries(options))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return createTransport(url.href)
}

// Servers repeat the address in their answer; only the code and the command are logged.
function reasonOf(error: unknown): string {
  const { code, responseCode, command, message } = error as Error & {
    code?: string
    responseCode?: number
    command?: string
  }
  if (!responseCode) return code ?? message
  return `answer ${responseCode} to ${command ?? 'a command'}`
}
