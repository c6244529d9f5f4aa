// What people and providers call things, as it may stand in a mail in the product's name.

const LONGEST = 80

/**
 * A name on one line and of a bounded length. Where mail programs would make a link of it, `fallback` stands there, so
 * that nobody's mails advertise an address or lead to one.
 */
export function nameInMail(name: string, fallback: string): string {
  const line = name.replace(/[\s\p{C}]+/gu, ' ').trim()
  if (line === '' || isLinked(line)) return fallback
  const letters = [...line]
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : line
}

// Compared as names of hosts are: full stops have several forms, and marks are written over letters of any host.
function isLinked(line: string): boolean {
  const plain = line.normalize('NFKC').replace(/\p{M}/gu, '')
  return /:\/\/|@|\bwww\.|[\p{L}\p{N}_-][.\u3002]\p{L}{2}|\d{1,3}(?:\.\d{1,3}){3}/iu.test(plain)
}

/** What stands where a name may not. A name beside a slug gives way to that. */
const FALLBACKS: Record<string, string> = {
  name: '',
  invited_by: '',
  workspace: 'a workspace',
  username: 'somebody',
  integration: 'a sign-in provider',
  project: 'a project',
  projects: 'a project',
  branch: 'a branch',
  said: 'Open it to read what they wrote.',
}

/** What the product itself wrote or checked. Every other field counts as somebody's words. */
const OUR_OWN = [
  'email',
  'account',
  'domain',
  'slug',
  'branch_slug',
  'token',
  'unsubscribe_token',
  'user_agent',
  'ip',
]

/** The data of a mail, with all that people and providers wrote as it may stand there. */
export function withNamesInMail<T>(data: T): T {
  return cleaned(data, '', undefined) as T
}

function cleaned(value: unknown, field: string, slug: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => cleaned(item, field, slug))
  if (typeof value === 'object' && value !== null) {
    const beside = 'slug' in value ? String(value.slug) : undefined
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item, key, beside)]))
  }
  if (typeof value !== 'string' || OUR_OWN.includes(field)) return value
  const isNamed = field === 'name' || field === 'project'
  return nameInMail(value, (isNamed ? slug : undefined) ?? FALLBACKS[field] ?? '')
}
