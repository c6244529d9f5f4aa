import { RestError } from './errors.ts'

const BARE_BODIES: Partial<Record<string, string>> = {
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytea',
}

/** PGRST202: no function of that name takes these arguments. */
export function unknownFunction(call: {
  schema: string
  name: string
  keys: string[]
  contentType: string
  isPost: boolean
  hint: string | null
}): RestError {
  const bare = call.isPost ? BARE_BODIES[call.contentType] : undefined
  const name = `${call.schema}.${call.name}`
  const list = call.keys.join(', ')
  const none = call.keys.length === 0
  const named = none ? ' without parameters' : ` with parameter${call.keys.length > 1 ? 's' : ''} ${list}`
  const either =
    call.isPost && call.contentType === 'application/json'
      ? `${named} or with a single unnamed json/jsonb parameter`
      : named
  const wanted = bare ? ` with a single unnamed ${bare} parameter` : either
  const message = bare ? name : `${name}${none ? ' without parameters' : `(${list})`}`
  return new RestError(404, 'PGRST202', `Could not find the function ${message} in the schema cache`, {
    details: `Searched for the function ${name}${wanted}, but no matches were found in the schema cache.`,
    hint: bare ? null : call.hint,
  })
}
