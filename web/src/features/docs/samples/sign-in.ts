// How a request says who sends it: by what a reader typed, else by what stands for it.
import type { SecurityScheme } from '../model/types.ts'

/** What a reader typed for a scheme; of an OAuth flow, the token it came to. */
export interface Credential {
  user?: string
  /** API key, password or token. */
  secret: string
}

export interface SignInChoice {
  /** Which of the alternatives that an operation names; -1 for none where it may be called without. */
  index: number
  /** By the key of the scheme. */
  credentials: Readonly<Record<string, Credential>>
}

interface SignInParts {
  headers: [string, string][]
  query: [string, string][]
  cookies: [string, string][]
}

/** The ways to sign in that an operation offers, each of one scheme or of several together. */
export function signInWays(security: SecurityScheme[][] | undefined): SecurityScheme[][] {
  return security?.filter((all) => all.length > 0) ?? []
}

/** The names that one way to sign in has in a place, those of headers in small letters: of the others nothing is sent. */
export function signInNames(
  security: SecurityScheme[][] | undefined,
  place: 'path' | 'query' | 'headers' | 'cookie',
  index = 0,
): Set<string> {
  const { headers, query, cookies } = signInParts(security, { index, credentials: {} })
  const parts = { path: [], query, headers, cookie: cookies }
  return new Set(parts[place].map(([name]) => (place === 'headers' ? name.toLowerCase() : name)))
}

/** Headers, query and cookies that sign a request. */
export function signInParts(security: SecurityScheme[][] | undefined, choice?: SignInChoice): SignInParts {
  const parts: SignInParts = { headers: [], query: [], cookies: [] }
  for (const scheme of signInWays(security)[choice?.index ?? 0] ?? []) {
    const credential = choice?.credentials[scheme.key]
    if (scheme.type === 'apiKey' && scheme.name) {
      const place =
        scheme.in === 'query' ? parts.query : scheme.in === 'cookie' ? parts.cookies : parts.headers
      place.push([scheme.name, credential?.secret || 'YOUR_API_KEY'])
    } else if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic') {
      parts.headers.push(['Authorization', `Basic ${credential ? basicOf(credential) : 'YOUR_CREDENTIALS'}`])
    } else if (scheme.type === 'http' && !/^(?:bearer)?$/i.test(scheme.scheme ?? '')) {
      parts.headers.push(['Authorization', `${scheme.scheme} ${credential?.secret || 'YOUR_CREDENTIALS'}`])
    } else if (['http', 'oauth2', 'openIdConnect'].includes(scheme.type)) {
      parts.headers.push(['Authorization', `Bearer ${credential?.secret || 'YOUR_TOKEN'}`])
    }
  }
  return parts
}

/** Name and password as basic authentication writes them. */
export function basicOf({ user = '', secret }: Credential): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${secret}`)))
}
