// Whether a webhook comes from who has its secret; compared in constant time by WebCrypto.

import { type GitKind, gitCapabilities } from '../../domain/git-hosts.ts'
import type { Bytes } from '../model.ts'
import { bytesIn, keyIn } from './secret.ts'

/** The name in the basic authentication of Azure DevOps, which knows no signature. */
export const basicUser = 'waymark'

/** How far a signed time may lie from ours (Standard Webhooks, "Webhook timestamp"). */
const toleranceSeconds = 300

/**
 * Whether a request can prove that its sender knows the secret, as its headers tell: what they alone decide is decided here,
 * before there is a body.
 */
export async function mayBeSigned(kind: GitKind, headers: Headers, secret: string): Promise<boolean> {
  switch (gitCapabilities[kind].signature) {
    case 'github':
      return sha256In(headers.get('x-hub-signature-256')) !== null
    case 'bitbucket':
      return sha256In(headers.get('x-hub-signature')) !== null
    case 'gitlab':
      return headers.has('webhook-signature') || verifyWebhook(kind, headers, new Uint8Array(), secret)
    case 'basic':
      return verifyWebhook(kind, headers, new Uint8Array(), secret)
  }
}

/** Whether the request proves that its sender knows the secret. Without a secret nothing is proven. */
export async function verifyWebhook(
  kind: GitKind,
  headers: Headers,
  rawBody: Bytes,
  secret: string,
): Promise<boolean> {
  if (secret === '') return false
  switch (gitCapabilities[kind].signature) {
    // GitHub, "Validating webhook deliveries".
    case 'github':
      return hasSha256(headers.get('x-hub-signature-256'), rawBody, secret)
    // Bitbucket, "Manage webhooks: secure webhooks".
    case 'bitbucket':
      return hasSha256(headers.get('x-hub-signature'), rawBody, secret)
    case 'gitlab':
      return isFromGitlab(headers, rawBody, secret)
    // Azure DevOps, "Webhooks: basic authentication".
    case 'basic':
      return sameText(headers.get('authorization') ?? '', `Basic ${btoa(`${basicUser}:${secret}`)}`)
  }
}

async function hasSha256(header: string | null, body: Bytes, secret: string): Promise<boolean> {
  const signature = sha256In(header)
  return signature !== null && isSigned(signature, body, new TextEncoder().encode(secret))
}

function sha256In(header: string | null): Bytes | null {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '') ?? []
  if (hex === undefined) return null
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** GitLab, "Webhooks: signing token" and "secret token". What carries a signature is judged by it alone. */
async function isFromGitlab(headers: Headers, body: Bytes, secret: string): Promise<boolean> {
  const signatures = headers.get('webhook-signature')
  if (signatures === null) return sameText(headers.get('x-gitlab-token') ?? '', secret)
  const id = headers.get('webhook-id') ?? ''
  const time = headers.get('webhook-timestamp') ?? ''
  const key = keyIn(secret)
  const isNow = /^\d{1,12}$/.test(time) && Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds
  if (key === null || id === '' || !isNow) return false
  const prefix = new TextEncoder().encode(`${id}.${time}.`)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  for (const entry of signatures.slice(0, 1000).split(' ')) {
    const signature = entry.startsWith('v1,') ? bytesIn(entry.slice(3)) : null
    if (signature !== null && (await isSigned(signature, signed, key))) return true
  }
  return false
}

async function isSigned(signature: Bytes, signed: Bytes, key: Bytes): Promise<boolean> {
  const imported = await hmacKey(key)
  return crypto.subtle.verify('HMAC', imported, signature, signed)
}

/** Compares by a key of the moment, so that how long it takes says nothing of either text. */
async function sameText(given: string, expected: string): Promise<boolean> {
  const key = await hmacKey(crypto.getRandomValues(new Uint8Array(32)))
  const encode = (text: string) => new TextEncoder().encode(text)
  const signature = await crypto.subtle.sign('HMAC', key, encode(expected))
  return crypto.subtle.verify('HMAC', key, signature, encode(given))
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

function hmacKey(bytes: Bytes): Promise<Key> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}
