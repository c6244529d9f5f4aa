// What a caller wants of the answer: `Prefer: code=404, example=cat, dynamic=true` (RFC 7240), or the same in the query as
// `__code`, `__example` and `__dynamic` where a client cannot set headers.
import { fieldRefusal } from '../../_shared/http/problem.ts'

export interface Preferences {
  code?: number
  example?: string
  dynamic: boolean
}

/** Throws VALIDATION_ERROR for a status that no answer can have. */
export function preferencesOf(header: string | undefined, query: URLSearchParams): Preferences {
  const said = new Map<string, string>()
  for (const [, name = '', quoted, plain] of (header ?? '').matchAll(
    /(?:^|[,;])\s*(code|example|dynamic)\s*=\s*(?:"([^"]*)"|([^,;\s]*))/gi,
  )) {
    if (!said.has(name.toLowerCase())) said.set(name.toLowerCase(), quoted ?? plain ?? '')
  }
  const wanted = (name: string) => said.get(name) ?? query.get(`__${name}`) ?? undefined
  const code = wanted('code')
  const example = wanted('example')
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    throw fieldRefusal('Prefer', 'The wanted code must be a status from 200 to 599.')
  }
  return {
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(example === undefined ? {} : { example }),
    dynamic: /^true$/i.test(wanted('dynamic') ?? ''),
  }
}

/** The query without what is wanted of the answer, which the mocked API never sees. */
export function withoutPreferences(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of ['__code', '__example', '__dynamic']) rest.delete(name)
  return rest
}
