// The redirects of a workspace: a rule a line, `from to [301|302]`. Pure, for the server, the app and the screen of settings.
// Whatever is stored, nothing here ever leads to another host, in a circle, or away from what the product keeps for itself
// (docs/decisions/0296-redirects-stay-on-their-host.md). The database judges each line by the same table of tests.

export const mostRedirectsText = 50_000
export const mostRedirects = 1_000
const mostHops = 10
/** So many hops may be spent on telling circles from what leads too far, in all lines together: each looks at every rule. */
const mostSought = 1_000

export interface Redirect {
  /** Line of the text, from 1. */
  line: number
  from: string
  to: string
  status: 301 | 302
}

export interface RedirectProblem {
  line: number
  message: string
}

export interface Led {
  to: string
  status: 301 | 302
  /** The lines that led there, in order. */
  lines: number[]
}

// Answered by servers and not by pages: neither redirected nor a place to be led to.
const servers =
  'api,rest,graphql,realtime,functions,storage,mocks,otel,assets,tags,oauth,health,inbox,.well-known,config.js,embed.js,index.html,robots.txt,sitemap.xml,sitemaps,llms.txt,favicon.ico'
// Screens that everybody has to reach, whatever somebody wrote into the redirects.
const screens = 'auth,login,admin,studio,account,settings,welcome,add,device,links,shared'
const ofServers = new Set(servers.split(','))
const kept = new Set([...ofServers, ...screens.split(',')])

// Blanks, backslashes and what nobody sees; percent signs of dots, slashes, colons, backslashes, control characters and
// themselves, which a second reader would take for what they stand for; and percent signs of nothing.
const unfit =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\"<>`{|}^]|%(?:[01][0-9a-f]|7f|25|2e|2f|3a|5c)|%(?![0-9a-f]{2})/i

/** Reads the rules; lines that are none are named, and lead nowhere. */
export function readRedirects(text: string): { rules: Redirect[]; problems: RedirectProblem[] } {
  const rules: Redirect[] = []
  const problems: RedirectProblem[] = []
  // The bound is of characters, as the database counts them: each takes up to two units here.
  const lines = text.slice(0, 2 * mostRedirectsText).split('\n')
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    const words = raw.split(/[ \t\r]+/).filter((word) => word !== '')
    const [from = '', to = '', status = '', ...more] = words
    if (from === '' || from.startsWith('#')) continue
    const message =
      rules.length >= mostRedirects
        ? `There are more than ${mostRedirects} redirects.`
        : to === '' || more.length > 0
          ? 'A redirect is: from to [301|302].'
          : (problemOfFrom(from) ?? problemOfTo(to, from))
    if (message) problems.push({ line, message })
    else rules.push({ line, from: asPath(from), to: asPath(to), status: status === '302' ? 302 : 301 })
  }
  return { rules, problems }
}

/** What is wrong with a text of redirects, by line: lines that are none, and those that lead in a circle or too far. */
export function problemsOfRedirects(text: string): RedirectProblem[] {
  const { rules, problems } = readRedirects(text)
  const hops = { left: mostSought }
  for (const rule of rules) {
    const to = filled(rule.to, 'x')
    if (!isSame(rule) && followed(rules, to) !== 'endless') continue
    const message =
      isSame(rule) || isCircle(rules, to, hops)
        ? 'This redirect leads in a circle.'
        : `This redirect leads through more than ${mostHops} others.`
    problems.push({ line: rule.line, message })
  }
  return problems.sort((a, b) => a.line - b.line)
}

/** Whether a rule comes again, with as much to lead on from as before. What is longer than this is too long in any case. */
function isCircle(rules: Redirect[], path: string, hops: { left: number }): boolean {
  const lengths = new Map<Redirect, number>()
  let to = path
  for (let hop = 0; hop < 10 * mostHops && hops.left > 0; hop++) {
    hops.left -= 1
    const next = firstFor(rules, pathOf(to))
    if (!next) return false
    if (next.to.length >= (lengths.get(next.rule) ?? Number.POSITIVE_INFINITY)) return true
    lengths.set(next.rule, next.to.length)
    to = next.to
  }
  return false
}

/**
 * Where a path leads at last, or null where it stays: what no rule names, what the product keeps for itself, and what would
 * lead in a circle or off the host. Time is linear in the rules, ten times at most.
 */
export function redirectOf(rules: Redirect[], path: string): Led | null {
  if (rules.length === 0 || isKept(path, kept)) return null
  const led = followed(rules, asPath(path))
  return led === 'endless' || led === null || problemOfPath(led.to) !== null ? null : led
}

function followed(rules: Redirect[], path: string): Led | 'endless' | null {
  let to = path
  let status: 301 | 302 = 301
  const lines: number[] = []
  for (let hop = 0; hop <= mostHops; hop++) {
    const next = firstFor(rules, pathOf(to))
    if (!next) return lines.length > 0 ? { to, status, lines } : null
    to = next.to
    lines.push(next.rule.line)
    if (next.rule.status === 302) status = 302
  }
  return 'endless'
}

function firstFor(rules: Redirect[], path: string): { rule: Redirect; to: string } | undefined {
  if (isKept(path, kept)) return undefined
  for (const rule of rules) {
    const found = matched(rule.from, path)
    if (found !== null) return { rule, to: filled(rule.to, found) }
  }
  return undefined
}

/** What the wildcard of a pattern stands for in a path; '' without one, null where it does not match. */
function matched(from: string, path: string): string | null {
  const star = from.indexOf('*')
  if (star < 0) return from === path ? '' : null
  const [before, after] = [from.slice(0, star), from.slice(star + 1)]
  const fits = path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after)
  return fits ? path.slice(before.length, path.length - after.length) : null
}

function filled(to: string, found: string): string {
  const star = to.indexOf('*')
  return star < 0 ? to : to.slice(0, star) + found + to.slice(star + 1)
}

const isSame = ({ from, to }: Redirect) => from === pathOf(to)
const pathOf = (address: string) => asPath(address.split(/[?#]/, 1)[0] ?? '')

/** A path as it is compared: a leading slash, no trailing one, letters beyond ASCII as browsers send them. */
function asPath(written: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? []
  const whole = `/${path.replace(/^\//, '')}`
  const trimmed = whole.length > 1 ? whole.replace(/\/$/, '') : whole
  return encoded(trimmed) + rest
}

function encoded(path: string): string {
  try {
    return encodeURI(path).replaceAll('%25', '%')
  } catch {
    // Half a pair of surrogates: no address has it.
    return path
  }
}

function problemOfFrom(from: string): string | null {
  if (/[?#]/.test(from)) return 'The path that is redirected has no query and no fragment.'
  if (from.split('*').length > 2) return 'A path has at most one wildcard.'
  return problemOfPath(from) ?? (isKept(from, kept) ? 'This path is reserved for internal use.' : null)
}

function problemOfTo(to: string, from: string): string | null {
  const stars = to.split('*').length - 1
  if (stars > 1) return 'A path has at most one wildcard.'
  if (stars === 1 && !from.includes('*')) return 'There is no wildcard that this one could stand for.'
  return problemOfPath(to) ?? (isKept(to, ofServers) ? 'This path is reserved for internal use.' : null)
}

/** Whether an address is a path of this host, however it is read. */
function problemOfPath(address: string): string | null {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  if (unfit.test(address)) return 'This path has characters that no redirect may have.'
  if (path.includes('//') || /^\/?[^/]*:/.test(path))
    return 'A redirect leads to a path of this workspace, and nowhere else.'
  if (/(^|\/)\.{1,2}(\/|$)/.test(path)) return 'A path has no "." and no ".." between its slashes.'
  return null
}

function isKept(address: string, names: Set<string>): boolean {
  const first = address.replace(/^\//, '').split(/[/?#]/, 1)[0] ?? ''
  let name = first
  try {
    name = decodeURIComponent(first)
  } catch {
    return true
  }
  return names.has(name.toLowerCase())
}

/** Where a redirect leads whoever asked for a query (without its `?`): it goes along, unless the rule says what to ask for, as
 * with who leads at the door (stack/gateway/redirects.ts). */
export function withQuery(to: string, query: string | undefined): string {
  if (!query || to.includes('?')) return to
  const [path = '', hash] = to.split(/#(.*)/s, 2)
  return `${path}?${query}${hash === undefined ? '' : `#${hash}`}`
}
