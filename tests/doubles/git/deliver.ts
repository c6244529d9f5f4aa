// Sends webhooks as hosts do: in order, with what the hook's kind signs.
import { createHmac } from 'node:crypto'

/** The signature of GitHub and both Bitbuckets. */
export function sha256Signature(secret: string, raw: string): string {
  return `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
}

/** Sends one and notes what was answered. */
export async function deliver(delivery: {
  url: string
  headers: Record<string, string>
  raw: string
  status: number
}): Promise<void> {
  try {
    const headers = { 'content-type': 'application/json', ...delivery.headers }
    const answer = await fetch(delivery.url, { method: 'POST', headers, body: delivery.raw })
    await answer.arrayBuffer()
    delivery.status = answer.status
  } catch {
    delivery.status = 0
  }
}
