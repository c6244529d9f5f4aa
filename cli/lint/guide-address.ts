// The ruleset of a project from its server, with the style guides that it extends: by the address that its Spectral token gives.
import type { Guide } from '../../lint/ruleset/guides.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { serverAddress, warnOfPlainHttp } from '../server/address.ts'

const MOST_FILES = 60
const MOST_BYTES = 1_000_000
const SECONDS = 30
const ADVICE =
  'Give the whole address that PUT /api/v1/projects/{id}/spectral-access-token answers (ruleset_url).'

/** Whether something names a ruleset at a server. */
export function isAddress(name: string): boolean {
  return /^https?:\/\//i.test(name)
}

/** The style guides of a project and its own ruleset, in their order, as its server lints by them. */
export async function guidesAt(address: string): Promise<Guide[]> {
  const first = URL.parse(address)
  if (!first?.pathname.endsWith('/spectral.json'))
    throw new CliError('This is no address of a ruleset.', ADVICE, EXIT.usage)
  warnOfPlainHttp(serverAddress(first.origin))
  const texts = new Map<string, string>()
  const names = new Map<string, string>()
  const open = [first.href]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (names.has(next)) continue
    if (names.size >= MOST_FILES)
      throw new CliError('The ruleset extends too many files.', 'Extend fewer.', EXIT.data)
    names.set(next, `ruleset-${names.size}.json`)
    texts.set(next, await fetched(new URL(next)))
    open.push(...addressesIn(texts.get(next) ?? '').filter((base) => isOfSame(base, first)))
  }
  const renamed = new Map([...texts].map(([href, text]) => [names.get(href) ?? '', withNames(text, names)]))
  const files = { read: (path: string) => renamed.get(path) }
  const [guides, own] = apart(texts.get(first.href) ?? '', first)
  renamed.set(names.get(first.href) ?? '', withNames(own, names))
  const all = [...guides.flatMap((href) => names.get(href) ?? []), names.get(first.href) ?? '']
  return all.map((path) => ({ path, files, isOwn: false }))
}

/** What it extends of style guides, and itself without them: their overrides hold here, too. */
function apart(text: string, first: URL): [string[], string] {
  const ruleset = JSON.parse(text) as { extends?: unknown[] }
  const bases = ruleset.extends ?? []
  const isGuide = (base: unknown): base is string =>
    typeof base === 'string' && isOfSame(base, first) && !new URL(base).searchParams.has('path')
  const rest = bases.filter((base) => !isGuide(base))
  const { extends: _, ...own } = ruleset
  const whole = rest.length > 0 ? { ...own, extends: rest } : own
  return [bases.filter(isGuide), JSON.stringify(Object.keys(whole).length > 0 ? whole : { rules: {} })]
}

// The token in the address is for this server, and for no other.
function isOfSame(base: string, first: URL): boolean {
  const url = URL.parse(base)
  return url !== null && url.origin === first.origin && url.pathname === first.pathname
}

function addressesIn(text: string): string[] {
  return basesIn(JSON.parse(text)).flatMap((base) =>
    typeof base === 'string' && isAddress(base) ? [base] : [],
  )
}

function basesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const { extends: own, overrides } = value as { extends?: unknown; overrides?: unknown }
  const list = Array.isArray(own) ? own : [own]
  const below = Array.isArray(overrides) ? overrides.flatMap(basesIn) : []
  return [...list.map((base) => (Array.isArray(base) ? base[0] : base)), ...below]
}

function withNames(text: string, names: Map<string, string>): string {
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) => {
    const name = typeof value === 'string' ? names.get(value) : undefined
    return name === undefined ? value : `./${name}`
  })
}

async function fetched(url: URL): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(SECONDS * 1000) }).catch(
    () => {
      throw new CliError(`${url.host} cannot be reached.`, 'Try it again, or give a file.', EXIT.unavailable)
    },
  )
  if (!answer.ok) {
    const said =
      answer.status === 401
        ? 'The token in the address is not valid.'
        : `${url.host} answers ${answer.status}.`
    throw new CliError(said, ADVICE, answer.status === 401 ? EXIT.refused : EXIT.unavailable)
  }
  const text = await bodyWithin(answer)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text
  } catch {
    // Said below.
  }
  throw new CliError(`${url.host} does not answer with a ruleset.`, ADVICE, EXIT.data)
}

async function bodyWithin(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > MOST_BYTES)
      throw new CliError('The ruleset is larger than a megabyte.', 'Split it.', EXIT.data)
  }
  return text + decoder.decode()
}
