import type { JsonSchema } from '../model/types.ts'
import type { SampleRequest } from './request.ts'

/** The request that a ```json http block of an article describes: {method, url, baseUrl?, headers?, query?, body?}. */
export function requestOfBlock(block: JsonSchema): SampleRequest | undefined {
  if (typeof block.url !== 'string') return undefined
  const query = new URLSearchParams(pairs(block.query)).toString()
  const base = typeof block.baseUrl === 'string' ? block.baseUrl.replace(/\/$/, '') : ''
  const url = `${base}${block.url}${query && `${block.url.includes('?') ? '&' : '?'}${query}`}`
  const method = typeof block.method === 'string' ? block.method.toUpperCase() : 'GET'
  const body = block.body
  if (body === undefined || body === null) return { method, url, headers: pairs(block.headers) }
  const sent =
    typeof body === 'string' ? { kind: 'text' as const, text: body } : { kind: 'json' as const, value: body }
  return { method, url, headers: pairs(block.headers), body: sent }
}

function pairs(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, item]) => [name, String(item)])
}
