// Form bodies and queries as Stripe reads them: `items[0][price]=x` is a list of objects.

export interface FormObject {
  [key: string]: FormValue
}
export type FormValue = string | FormObject

const DEEPEST = 8
const MOST = 1_000

/**
 * The nested object of a form: every leaf a text, lists as objects with numbers for keys.
 * @throws Error where a name is not `a[b][c]`, too deep, or both a text and an object
 */
export function parseForm(text: string): FormObject {
  const result: FormObject = Object.create(null)
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > MOST) throw new Error('Too many parameters.')
  for (const [name, value] of pairs) put(result, keysOf(name), value, name)
  return result
}

function keysOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match) throw new Error(`Invalid parameter name: ${name}`)
  const [, first = '', rest = ''] = match
  const keys = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)]
  if (keys.length > DEEPEST) throw new Error(`Invalid parameter name: ${name}`)
  return keys
}

function put(into: FormObject, keys: string[], value: string, name: string): void {
  const [key = '', ...rest] = keys
  // `expand[]=a&expand[]=b` numbers itself.
  const own = key === '' ? String(Object.keys(into).length) : key
  if (rest.length === 0) {
    into[own] = value
    return
  }
  const inner = into[own] ?? Object.create(null)
  if (typeof inner === 'string') throw new Error(`Invalid object: ${name}`)
  into[own] = inner
  put(inner, rest, value, name)
}
