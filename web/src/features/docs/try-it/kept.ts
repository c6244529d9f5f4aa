// What was typed is found again on this device, by the account (docs/decisions/0392): values of parameters, bodies, the
// server and its variables, the address of an API that names none. Never secrets, never files.
import { type KeptFor, read, write } from './kept-store.ts'
import type { Way } from './send.ts'
import type { Typed } from './shape.ts'

interface Page {
  page: string
  params: Record<string, Typed>
}

interface Body {
  text: string
  fields: Record<string, Typed>
}

interface Kept {
  way?: Way
  /** The newest last, as of the others. */
  pages: Page[]
  addresses: { project: string; address: string }[]
}

interface KeptBodies {
  bodies: { page: string; type: string; body: Body }[]
}

const mostPages = 50
const mostBodies = 20
const longest = 500
const longestBody = 20_000
// Whoever names a value so asks for a secret, wherever it is sent.
const secret = /auth|cookie|credential|key|pass(?:word|phrase)?|pin|secret|session|signature|sid|token/i

const nothing: Kept = { pages: [], addresses: [] }
const noBodies: KeptBodies = { bodies: [] }

/** What was typed for an operation before. */
export function keptParams(owner: KeptFor, page: string): Record<string, Typed> {
  return read(owner, 'values', nothing).pages.find((kept) => kept.page === page)?.params ?? {}
}

/** How calls were sent last. */
export function keptWay(owner: KeptFor): Way {
  return read(owner, 'values', nothing).way ?? 'browser'
}

/** Keeps what may be kept of what was typed. */
export function keepParams(owner: KeptFor, page: string, params: Readonly<Record<string, Typed>>): void {
  const before = read(owner, 'values', nothing)
  const others = before.pages.filter((one) => one.page !== page)
  const kept = withoutSecrets(params)
  const pages = Object.keys(kept).length === 0 ? others : [...others, { page, params: kept }]
  write(owner, 'values', { ...before, pages: pages.slice(-mostPages) })
}

/** Keeps how calls are sent. */
export function keepWay(owner: KeptFor, way: Way): void {
  write(owner, 'values', { ...read(owner, 'values', nothing), way })
}

/** The address that was typed for the APIs of a project that name none. */
export function keptAddress(owner: KeptFor, page: string): string {
  const project = projectOf(page)
  return read(owner, 'values', nothing).addresses.find((one) => one.project === project)?.address ?? ''
}

/** Keeps it, without what signs in. */
export function keepAddress(owner: KeptFor, page: string, address: string): void {
  if (!URL.canParse(address) || address.length > longest) return
  const { username, password, search } = new URL(address)
  if (username || password || secret.test(search)) return
  const project = projectOf(page)
  const before = read(owner, 'values', nothing)
  const others = before.addresses.filter((one) => one.project !== project)
  write(owner, 'values', { ...before, addresses: [...others, { project, address }].slice(-mostPages) })
}

/** The bodies that were sent for an operation, by their media types; none of visitors. */
export function keptBodies(owner: KeptFor, page: string): Record<string, Body> {
  if (owner.viewer === null) return {}
  const found = read(owner, 'bodies', noBodies).bodies.filter((one) => one.page === page)
  return Object.fromEntries(found.map(({ type, body }) => [type, body]))
}

/** Keeps a body for who is signed in, until they sign out; none in which something is named as secrets are. */
export function keepBody(owner: KeptFor, page: string, type: string, { text, fields }: Body): void {
  if (owner.viewer === null) return
  const others = read(owner, 'bodies', noBodies).bodies.filter(
    (one) => one.page !== page || one.type !== type,
  )
  const body: Body = {
    text: text.length <= longestBody && !namesSecret(text) ? text : '',
    fields: withoutSecrets(fields),
  }
  const isEmpty = body.text === '' && Object.keys(body.fields).length === 0
  write(owner, 'bodies', { bodies: isEmpty ? others : [...others, { page, type, body }].slice(-mostBodies) })
}

function withoutSecrets(typed: Readonly<Record<string, Typed>>): Record<string, Typed> {
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => !secret.test(name) && value.length > 0 && JSON.stringify(value).length <= longest,
    ),
  )
}

// Names of JSON, XML and forms alike: what stands in quotation marks before a colon, in a tag, or before "=".
const names = /"((?:[^"\\]|\\.){1,200})"\s*:|<([\w:.-]{1,200})|([\w.-]{1,200})\s*[=:]/g

function namesSecret(text: string): boolean {
  for (const [, quoted = '', tag = '', plain = ''] of text.matchAll(names))
    if (secret.test(quoted) || secret.test(tag) || secret.test(plain)) return true
  return false
}

const projectOf = (page: string): string => page.slice(0, Math.max(page.indexOf('/'), 0))
