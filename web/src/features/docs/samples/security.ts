import type { SecurityScheme } from '../model/types.ts'

/** One scheme in a few words: "API key in header X-Key", "Bearer token (JWT)". */
export function schemeSummary(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case 'apiKey':
      return `API key in ${scheme.in ?? 'header'} ${scheme.name ?? ''}`.trim()
    case 'http':
      return httpSummary(scheme)
    case 'oauth2':
      return 'OAuth 2.0'
    case 'openIdConnect':
      return 'OpenID Connect'
    case 'mutualTLS':
      return 'Mutual TLS'
    default:
      return scheme.type
  }
}

const flowNames: Readonly<Record<string, string>> = {
  implicit: 'Implicit',
  password: 'Password',
  clientCredentials: 'Client credentials',
  authorizationCode: 'Authorization code',
}

/** The name of an OAuth flow as its specification spells it. */
export function flowName(flow: string): string {
  return flowNames[flow] ?? flow
}

/** Whether an operation may be called without signing in, besides the alternatives it lists. */
export function isOptional(security: SecurityScheme[][]): boolean {
  return security.some((all) => all.length === 0)
}

function httpSummary(scheme: SecurityScheme): string {
  const kind = scheme.scheme?.toLowerCase()
  if (kind === 'bearer') return scheme.bearerFormat ? `Bearer token (${scheme.bearerFormat})` : 'Bearer token'
  if (kind === 'basic') return 'HTTP Basic'
  return `HTTP ${scheme.scheme ?? 'authentication'}`
}
