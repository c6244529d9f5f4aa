import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { codeIn, mailAbout, mailsTo, nextMail } from '../support/inbox.ts'
import { fetchHost, sharedStack } from '../support/stack.ts'

const stack = sharedStack()
const smtp = createTransport({ host: '127.0.0.1', port: stack.port + 3, secure: false, ignoreTLS: true })
const send = (to: string, more: object = {}) =>
  smtp.sendMail({ from: 'Waymark <no-reply@waymark.localhost>', to, subject: 'Hello', text: 'Hi', ...more })

describe('the inbox', () => {
  it('keeps a mail with all that a reader or a test asks for', async () => {
    await send('ada@example.com', {
      subject: 'Your code 🔑',
      text: 'Your code is 123456.',
      html: '<p>Your code is <b>123456</b>.</p>',
    })
    const mail = await nextMail(stack, 'Ada@Example.com')
    expect(mail).toMatchObject({
      from: 'Waymark <no-reply@waymark.localhost>',
      to: ['ada@example.com'],
      subject: 'Your code 🔑',
    })
    expect(mail.html).toContain('<b>123456</b>')
    expect(codeIn(mail)).toBe('123456')
  })

  it('answers at once when the awaited mail comes', async () => {
    const waiting = nextMail(stack, 'late@example.com')
    await send('somebody.else@example.com')
    await send('late@example.com', { subject: 'There' })
    expect((await waiting).subject).toBe('There')
  })

  it('waits for a mail of a subject, and as long as it is told, however that is written', async () => {
    const waiting = mailAbout(stack, 'subject@example.com', /code/i)
    await send('subject@example.com', { subject: 'Welcome' })
    await send('subject@example.com', { subject: 'Your code' })
    expect((await waiting).subject).toBe('Your code')
    for (const wait of ['0.5', '-1', 'long', '']) {
      const answer = await fetch(`${stack.inboxUrl}/api/v1/messages?to=nobody@example.com&wait=${wait}`)
      expect(await answer.json()).toEqual([])
    }
  })

  it('waits for what comes after a mail already seen', async () => {
    await send('twice@example.com', { subject: 'First' })
    const first = await nextMail(stack, 'twice@example.com')
    const second = nextMail(stack, 'twice@example.com', first.id)
    await send('twice@example.com', { subject: 'Second' })
    expect((await second).subject).toBe('Second')
  })

  it('shows every recipient of one mail, hidden ones too', async () => {
    await send('open@example.com', { bcc: 'hidden@example.com' })
    expect(await mailsTo(stack, 'hidden@example.com')).toHaveLength(1)
  })

  it('shows a mail with a script in a frame where nothing of it runs', async () => {
    await send('victim@example.com', { html: '<script>alert(1)</script><img src="https://t.example/p.gif">' })
    const mail = await nextMail(stack, 'victim@example.com')
    const frame = await fetch(`${stack.inboxUrl}/api/v1/messages/${mail.id}/html`)
    const policy = frame.headers.get('content-security-policy')
    expect(policy).toMatch(/^sandbox/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('https:')
  })

  it('has a page whose script is the only one that may run', async () => {
    const page = await fetch(stack.inboxUrl)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
  })

  it('cannot be read by a page of another name (DNS rebinding)', async () => {
    const inbox = { ...stack, port: Number(new URL(stack.inboxUrl).port) }
    const answer = await fetchHost(inbox, 'evil.example', '/api/v1/messages')
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain('example.com')
  })

  it('says not found for an unknown mail', async () => {
    expect((await fetch(`${stack.inboxUrl}/api/v1/messages/nope`)).status).toBe(404)
  })
})
