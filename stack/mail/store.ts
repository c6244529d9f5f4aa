// Received mails as one JSON file each, so that they survive restarts; the oldest beyond a few hundred go.
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Mail {
  id: string
  receivedAt: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { filename: string; contentType: string; size: number }[]
}

export type MailSummary = Omit<Mail, 'text' | 'html' | 'headers' | 'attachments'> & { preview: string }

const KEEP = 300

export class MailStore {
  readonly #dir: string
  readonly #mails: Mail[]
  #sequence = 0
  readonly #arrivals = new EventEmitter().setMaxListeners(0)

  constructor(dir: string) {
    this.#dir = dir
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    this.#mails = readdirSync(dir)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .flatMap((file) => readMail(join(dir, file)))
    this.#trim()
  }

  add(content: Omit<Mail, 'id' | 'receivedAt'>): Mail {
    const now = new Date()
    // Ids sort by arrival, also within one millisecond.
    const count = String(this.#sequence++ % 10_000).padStart(4, '0')
    const id = `${now.getTime()}-${count}-${randomBytes(4).toString('hex')}`
    const mail = { id, receivedAt: now.toISOString(), ...content }
    writeFileSync(this.#file(id), JSON.stringify(mail), { mode: 0o600 })
    this.#mails.push(mail)
    this.#trim()
    this.#arrivals.emit('mail')
    return mail
  }

  /** Newest first; `to` narrows to one address, `after` to what came after the mail with that id. */
  list({ to, after }: { to?: string | undefined; after?: string | undefined } = {}): MailSummary[] {
    const address = to?.toLowerCase()
    return this.#mails
      .filter((mail) => address === undefined || mail.to.includes(address))
      .filter((mail) => after === undefined || mail.id > after)
      .map(({ id, receivedAt, from, to: recipients, subject, text }) => ({
        id,
        receivedAt,
        from,
        to: recipients,
        subject,
        preview: text.replace(/\s+/g, ' ').trim().slice(0, 140),
      }))
      .reverse()
  }

  get(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }

  clear(): void {
    for (const { id } of this.#mails.splice(0)) rmSync(this.#file(id), { force: true })
  }

  /** Resolves at the next arrival or when `signal` aborts, whichever comes first. */
  arrival(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#arrivals.off('mail', done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#arrivals.once('mail', done)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })
  }

  #trim(): void {
    const surplus = Math.max(0, this.#mails.length - KEEP)
    for (const { id } of this.#mails.splice(0, surplus)) rmSync(this.#file(id), { force: true })
  }

  #file(id: string): string {
    return join(this.#dir, `${id}.json`)
  }
}

// A file cut short by a crash is not worth a failed start.
function readMail(file: string): Mail[] {
  try {
    return [JSON.parse(readFileSync(file, 'utf8')) as Mail]
  } catch {
    rmSync(file, { force: true })
    return []
  }
}
