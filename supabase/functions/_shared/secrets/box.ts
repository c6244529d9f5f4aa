// Secrets at rest: AES-256-GCM with a key from the environment. What a box was sealed for is bound to
// it, so that a ciphertext copied to another row does not open there.
import { setting } from '../env.ts'

// A type, not an interface: that is JSON to the compiler.
export type Box = {
  /** Base64 of nonce, ciphertext and tag. */
  ciphertext: string
  /** Which key sealed it: the first 8 hex digits of the key's SHA-256. */
  key_id: string
}

const nonceBytes = 12

/** Seals a secret for a place, e.g. "workspace:7:clientSecret". */
export async function seal(plain: string, context: string): Promise<Box> {
  const [key] = await keys()
  if (!key) throw new Error('The setting WAYMARK_SECRET_KEY is missing.')
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = await crypto.subtle.encrypt(
    parameters(nonce, context),
    key.key,
    new TextEncoder().encode(plain),
  )
  const bytes = new Uint8Array([...nonce, ...new Uint8Array(sealed)])
  return { ciphertext: btoa(String.fromCharCode(...bytes)), key_id: key.id }
}

/** Which key seals now: what other boxes name is an older one. */
export async function sealingKey(): Promise<string> {
  const [key] = await keys()
  if (!key) throw new Error('The setting WAYMARK_SECRET_KEY is missing.')
  return key.id
}

/** A box that does not open: not sealed by this installation, not for this place, or with a key that is gone. */
export class SealError extends Error {
  override name = 'SealError'
}

/** Opens what was sealed for the place, with the present key or the one before. Throws SealError for everything else. */
export async function open({ ciphertext, key_id }: Box, context: string): Promise<string> {
  const key = (await keys()).find(({ id }) => id === key_id)
  if (!key) throw new SealError(`No key of this installation has the id ${key_id}.`)
  try {
    const bytes = Uint8Array.from(atob(ciphertext), (character) => character.charCodeAt(0))
    const nonce = bytes.slice(0, nonceBytes)
    const plain = await crypto.subtle.decrypt(parameters(nonce, context), key.key, bytes.slice(nonceBytes))
    return new TextDecoder().decode(plain)
  } catch (cause) {
    throw new SealError('The box was sealed for another place, or by somebody else.', { cause })
  }
}

/** Opens every box of a record; the context of each is the prefix and its name. */
export async function openAll(boxes: Record<string, Box>, prefix: string): Promise<Record<string, string>> {
  const opened = await Promise.all(
    Object.entries(boxes).map(async ([name, box]) => [name, await open(box, `${prefix}:${name}`)] as const),
  )
  return Object.fromEntries(opened)
}

/** Seals every value of a record in the same way. */
export async function sealAll(values: Record<string, string>, prefix: string): Promise<Record<string, Box>> {
  const sealed = await Promise.all(
    Object.entries(values).map(
      async ([name, value]) => [name, await seal(value, `${prefix}:${name}`)] as const,
    ),
  )
  return Object.fromEntries(sealed)
}

interface Key {
  id: string
  key: Awaited<ReturnType<typeof crypto.subtle.importKey>>
}

let loaded: Promise<Key[]> | undefined

/** The key that seals, then the one before it, which still opens. */
function keys(): Promise<Key[]> {
  loaded ??= Promise.all(
    ['WAYMARK_SECRET_KEY', 'WAYMARK_SECRET_KEY_PREVIOUS'].flatMap((name) => {
      const text = setting(name)
      return text ? [keyOf(name, text)] : []
    }),
  )
  return loaded
}

async function keyOf(name: string, text: string): Promise<Key> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  if (bytes.length !== 32) throw new Error(`${name} needs 32 bytes in base64.`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const id = Array.from(hash.slice(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { id, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) }
}

function parameters(iv: Uint8Array<ArrayBuffer>, context: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) }
}
