// Webhooks that we send, signed as Standard Webhooks has it, by the same guard as all calls to addresses that customers
// chose: never into our own network, and redirects are refused, so that a signed body goes nowhere but where it was meant to.
import { keyIn } from '../git/webhooks/secret.ts'
import { fetchOutgoing, OutgoingError } from './outgoing.ts'

const mostAnswered = 64 * 1024

interface SignedWebhook {
  url: string
  secret: string
  /** The same for each try of the same message. */
  id: string
  body: string
}

/** Sends one message; why it was not taken, fit to show, or null once it was. */
export async function sendSigned({ url, secret, id, body }: SignedWebhook): Promise<string | null> {
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Waymark-Audit/1',
    'Webhook-Id': id,
    'Webhook-Timestamp': String(timestamp),
    'Webhook-Signature': `v1,${await signatureOf(secret, `${id}.${timestamp}.${body}`)}`,
  }
  try {
    const { status } = await fetchOutgoing(url, { method: 'POST', headers, body, mostBytes: mostAnswered })
    return status >= 200 && status < 300 ? null : `${new URL(url).host} answered ${status}.`
  } catch (error) {
    if (error instanceof OutgoingError) return error.message
    throw error
  }
}

/** What a receiver computes from the same secret and compares: HMAC-SHA256 in base64. */
export async function signatureOf(secret: string, signed: string): Promise<string> {
  const key = keyIn(secret)
  if (!key) throw new Error('A secret of a webhook is spelled as none.')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  const bytes = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(signed))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
