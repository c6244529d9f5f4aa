// Reading the mails an instance sent, without sleeping: the inbox answers when the mail is there.
import type { Mail, MailSummary } from '../../stack/mail/store.ts'
import type { StackInfo } from './stack.ts'

/**
 * The newest mail to `address`, waiting for it up to `waitMs`; `after` is the id of a mail already seen.
 * Rejects when none came.
 */
export async function nextMail(
  stack: StackInfo,
  address: string,
  after?: string,
  waitMs = 15_000,
): Promise<Mail> {
  const query = new URLSearchParams({ to: address, wait: String(waitMs), ...(after ? { after } : {}) })
  const found = (await read(stack, `?${query}`)) as MailSummary[]
  const [newest] = found
  if (!newest) throw new Error(`No mail to ${address} within ${waitMs} ms.`)
  return (await read(stack, `/${newest.id}`)) as Mail
}

/** The newest mail to `address` with such a subject, waiting for it; other mails may come before it. */
export async function mailAbout(
  stack: StackInfo,
  address: string,
  subject: RegExp,
  waitMs = 15_000,
): Promise<Mail> {
  const until = performance.now() + waitMs
  for (;;) {
    const mails = await mailsTo(stack, address)
    const found = mails.find((mail) => subject.test(mail.subject))
    if (found) return (await read(stack, `/${found.id}`)) as Mail
    await nextMail(stack, address, mails[0]?.id, Math.max(1, until - performance.now()))
  }
}

/** The mails to `address` that are there now, newest first. */
export async function mailsTo(stack: StackInfo, address: string): Promise<MailSummary[]> {
  return (await read(stack, `?${new URLSearchParams({ to: address })}`)) as MailSummary[]
}

/** The code in a mail, of six or twelve digits; digits of an address in it are none. */
export function codeIn(mail: Mail): string {
  const [code] = /(?<![\w-])(\d{6}){1,2}(?![\w@-])/.exec(mail.text) ?? []
  if (!code) throw new Error(`The mail "${mail.subject}" holds no code.`)
  return code
}

async function read(stack: StackInfo, path: string): Promise<unknown> {
  const answer = await fetch(`${stack.inboxUrl}/api/v1/messages${path}`)
  if (!answer.ok) throw new Error(`The inbox answered ${answer.status}.`)
  return answer.json()
}
