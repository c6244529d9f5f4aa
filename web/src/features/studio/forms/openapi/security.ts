// Security schemes and what they need, by version. Pure.
import { isRecord } from '../binding/edits.ts'
import type { Flavour } from '../binding/flavour.ts'

/** The kinds of schemes that a version has. */
export const schemeTypes = (flavour: Flavour): readonly string[] =>
  flavour === 'oas2'
    ? ['basic', 'apiKey', 'oauth2']
    : ['http', 'apiKey', 'oauth2', 'openIdConnect', ...(flavour === 'oas31' ? ['mutualTLS'] : [])]

/** A scheme of a kind as it begins: with what the specification asks for. */
export function freshScheme(type: string, flavour: Flavour): Record<string, unknown> {
  switch (type) {
    case 'apiKey':
      return { type, name: 'X-API-Key', in: 'header' }
    case 'http':
      return { type, scheme: 'bearer' }
    case 'openIdConnect':
      return { type, openIdConnectUrl: 'https://' }
    case 'oauth2':
      return flavour === 'oas2'
        ? { type, flow: 'accessCode', authorizationUrl: 'https://', tokenUrl: 'https://', scopes: {} }
        : { type, flows: { authorizationCode: freshFlow('authorizationCode') } }
    default:
      return { type }
  }
}

export const flowNames: Record<string, string> = {
  authorizationCode: 'Authorization code',
  clientCredentials: 'Client credentials',
  implicit: 'Implicit',
  password: 'Password',
  accessCode: 'Authorization code',
  application: 'Client credentials',
}

/** Which addresses a flow has. */
export function flowAddresses(flow: string): readonly ('authorizationUrl' | 'tokenUrl' | 'refreshUrl')[] {
  if (flow === 'implicit') return ['authorizationUrl', 'refreshUrl']
  if (flow === 'authorizationCode' || flow === 'accessCode')
    return ['authorizationUrl', 'tokenUrl', 'refreshUrl']
  return ['tokenUrl', 'refreshUrl']
}

export function freshFlow(flow: string): Record<string, unknown> {
  const needed = flowAddresses(flow).filter((address) => address !== 'refreshUrl')
  return { ...Object.fromEntries(needed.map((address) => [address, 'https://'])), scopes: {} }
}

/** The scopes that a scheme knows, of all its flows. */
export function scopesOf(scheme: unknown): string[] {
  if (!isRecord(scheme)) return []
  const flows = isRecord(scheme.flows) ? Object.values(scheme.flows) : [scheme]
  return [
    ...new Set(
      flows.flatMap((flow) => (isRecord(flow) && isRecord(flow.scopes) ? Object.keys(flow.scopes) : [])),
    ),
  ]
}
