// Changes of a resource (RFC 7644 §3.5.2), in the dialects that Entra ID and Okta send as well.
import type { Json } from '../../_shared/domain/database.gen.ts'
import { invalid } from './errors.ts'
import { type Path, parsePath } from './filter.ts'
import { matches } from './matching.ts'
import { type Attribute, type Place, placeOf, type ResourceKind } from './schema.ts'
import { isObject, mustHold, onePrimary, type Resource, readValue } from './values.ts'

const mostOperations = 1_000
/** Values that operations walk through, all together, by what is asked of each: 500 members of a team of 2,000 let go one by one. */
const mostWalked = 5_000_000
/** So many of them at a time: others are answered in between. */
const walkedAtOnce = 50_000
/** Letters of a path to one question, and of a value to one more of its kind. */
const ofQuestion = 16
const ofValue = 64

type Verb = 'add' | 'replace' | 'remove'

/** The resource after all operations of a request, or none of them. Throws invalidSyntax, invalidPath, noTarget, mutability, invalidValue, tooMany. */
export async function patched(kind: ResourceKind, before: Resource, request: unknown): Promise<Resource> {
  const operations = isObject(request) ? member(request, 'Operations') : undefined
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalid('invalidSyntax', 'Operations are missing.')
  if (operations.length > mostOperations)
    throw invalid('tooMany', `At most ${mostOperations.toLocaleString('en')} operations are taken at once.`)
  const resource = structuredClone(before)
  let walked = 0
  let atOnce = 0
  for (const operation of operations) {
    const cost = costOf(operation, resource)
    walked += cost
    atOnce += cost
    if (walked > mostWalked)
      throw invalid('tooMany', 'These operations are too many for so large a resource.')
    if (atOnce > walkedAtOnce) {
      await new Promise((resolve) => setTimeout(resolve))
      atOnce = 0
    }
    apply(kind, resource, operation)
  }
  return resource
}

/** How many operations a request is of, whether or not they can be done. */
export function operationsIn(request: unknown): number {
  const operations = isObject(request) ? member(request, 'Operations') : undefined
  return Array.isArray(operations) ? operations.length : 1
}

/** What an operation walks through: each value of the lists, by its length, for each thing that the path asks of it. */
function costOf(operation: unknown, resource: Resource): number {
  const path = isObject(operation) ? member(operation, 'path') : undefined
  const questions = 1 + (typeof path === 'string' ? path.length : 0) / ofQuestion
  const lists = Object.values(resource).filter((one) => Array.isArray(one))
  return questions * (1 + lists.flat().reduce<number>((sum, one) => sum + 1 + lettersIn(one) / ofValue, 0))
}

function lettersIn(value: Json): number {
  if (!isObject(value)) return 0
  return Object.values(value).reduce<number>(
    (sum, part) => sum + (typeof part === 'string' ? part.length : 0),
    0,
  )
}

function member(object: Resource, name: string): unknown {
  const key = Object.keys(object).find((known) => known.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : object[key]
}

function apply(kind: ResourceKind, resource: Resource, operation: unknown): void {
  if (!isObject(operation)) throw invalid('invalidSyntax', 'An operation is an object.')
  const said = String(member(operation, 'op') ?? '').toLowerCase()
  const verb = (['add', 'replace', 'remove'] as const).find((known) => known === said)
  if (!verb) throw invalid('invalidSyntax', 'An operation is add, replace or remove.')
  const path = member(operation, 'path')
  const value = member(operation, 'value')
  if (verb !== 'remove' && value === undefined) throw invalid('invalidValue', 'An operation needs a value.')
  if (typeof path === 'string' && path.trim() !== '') {
    applyAt(kind, resource, verb, path.trim(), value)
    return
  }
  if (verb === 'remove') throw invalid('noTarget', 'What is removed needs a path.')
  if (!isObject(value)) throw invalid('invalidValue', 'Without a path the value is an object.')
  for (const [name, part] of Object.entries(value)) applyNamed(kind, resource, verb, name, part)
}

// Without a path: names may be paths, as Entra ID has them; whole resources come from Okta, with what nobody may change.
function applyNamed(kind: ResourceKind, resource: Resource, verb: Verb, name: string, value: unknown): void {
  const place = name.includes('[') ? undefined : placeOf(kind, name)
  if (place === 'extension') {
    if (!isObject(value) || !kind.extension) throw invalid('invalidValue', `${name} is an object.`)
    for (const [part, inner] of Object.entries(value))
      applyNamed(
        kind,
        resource,
        verb,
        part.startsWith('urn:') ? part : `${kind.extension.urn}:${part}`,
        inner,
      )
    return
  }
  if (place === null || (place && place.attribute.mutability === 'readOnly')) return
  applyAt(kind, resource, verb, name, value)
}

function applyAt(kind: ResourceKind, resource: Resource, verb: Verb, written: string, value: unknown): void {
  if (placeOf(kind, written) === 'extension') {
    if (verb === 'remove') delete resource[kind.extension?.urn ?? '']
    else applyNamed(kind, resource, verb, written, value)
    return
  }
  const path = parsePath(kind, written)
  const { place } = path
  if (place.attribute.mutability === 'readOnly' || path.sub?.attribute.mutability === 'readOnly')
    throw invalid('mutability', `${written} is read-only.`)
  if (place.attribute.mutability === 'writeOnly') return
  if (verb === 'remove' && place.attribute.required && !path.filter)
    throw invalid('mutability', `${place.attribute.name} cannot be removed.`)
  if (place.list) {
    applyToList(resource, verb, path, value)
    return
  }
  const holder = holderOf(resource, place.path, verb !== 'remove')
  const name = place.path.at(-1) ?? ''
  if (!holder) return
  if (verb === 'remove') delete holder[name]
  else set(holder, name, place, value)
  tidy(resource, place.path)
}

function set(holder: Resource, name: string, place: Place, value: unknown): void {
  const read = readValue(place.attribute, value)
  const before = holder[name]
  if (read === null) delete holder[name]
  // What a complex attribute is not told stays (RFC 7644 §3.5.2.1, §3.5.2.3).
  else holder[name] = isObject(read) && isObject(before) ? { ...before, ...read } : read
}

function holderOf(resource: Resource, path: string[], makes: boolean): Resource | null {
  let holder = resource
  for (const name of path.slice(0, -1)) {
    const next = holder[name]
    if (isObject(next)) holder = next
    else if (!makes) return null
    else {
      const made: Resource = {}
      holder[name] = made
      holder = made
    }
  }
  return holder
}

// What holds nothing any more is not there.
function tidy(resource: Resource, path: string[]): void {
  for (let length = path.length - 1; length > 0; length--) {
    const holder = holderOf(resource, path.slice(0, length), false)
    const name = path[length - 1] ?? ''
    const held = holder?.[name]
    if (holder && isObject(held) && Object.keys(held).length === 0) delete holder[name]
  }
}

function applyToList(resource: Resource, verb: Verb, path: Path, value: unknown): void {
  const { list } = path.place
  if (!list) return
  const held = resource[list.name]
  const next = listAfter(list, Array.isArray(held) ? held.filter(isObject) : [], verb, path, value)
  mustHold(list, next.length)
  if (next.length === 0) delete resource[list.name]
  else resource[list.name] = onePrimary(next)
}

function listAfter(
  list: Attribute,
  values: Resource[],
  verb: Verb,
  { place, filter, sub }: Path,
  value: unknown,
): Json[] {
  const part =
    sub ?? (place.attribute === list ? undefined : { path: place.path.slice(-1), attribute: place.attribute })
  const chosen = filter ? values.filter((one) => matches(filter, one)) : values
  if (verb === 'remove') return removed(values, chosen, part, filter === undefined, value)
  if (!filter && !part) {
    const given = readValue(list, value)
    const read = Array.isArray(given) ? given.filter(isObject) : []
    return verb === 'replace' ? read : merged(values, read)
  }
  if (chosen.length === 0) {
    if (verb === 'replace') throw invalid('noTarget', `No value of ${list.name} is meant.`)
    return [...values, { ...implied(filter), ...given(list, part, value) }]
  }
  const change = given(list, part, value)
  const next = values.map((one) => (chosen.includes(one) ? { ...one, ...change } : one))
  if (change.primary !== true) return next
  // The value that becomes primary is the last said.
  return next.map((one, at) =>
    one.primary !== true || chosen.includes(values[at] ?? {}) ? one : { ...one, primary: false },
  )
}

function given(list: Attribute, part: Place | undefined, value: unknown): Resource {
  if (!part) {
    const read = readValue({ ...list, multiValued: false }, value)
    return isObject(read) ? read : {}
  }
  const read = readValue(part.attribute, value)
  return read === null ? {} : { [part.attribute.name]: read }
}

function removed(
  values: Resource[],
  chosen: Resource[],
  part: Place | undefined,
  isAll: boolean,
  value: unknown,
): Json[] {
  if (part) {
    for (const one of chosen) delete one[part.attribute.name]
    return values.filter((one) => Object.keys(one).length > 0)
  }
  // Entra ID names whom it takes out as a value.
  if (isAll && value !== undefined && value !== null) {
    const named = new Set(
      (Array.isArray(value) ? value : [value]).map((one) => (isObject(one) ? one.value : one)),
    )
    return values.filter((one) => !named.has(one.value ?? null))
  }
  return values.filter((one) => !chosen.includes(one))
}

function merged(values: Resource[], more: Resource[]): Json[] {
  const known = (one: Resource) => JSON.stringify([one.value, one.type ?? null])
  const added = new Map(more.map((one) => [known(one), one]))
  const kept = values.map((one) => {
    const again = added.get(known(one))
    if (again) added.delete(known(one))
    return again ? { ...one, ...again } : one
  })
  const isPrimaryNow = more.some((one) => one.primary === true)
  const quiet = kept.map((one) =>
    isPrimaryNow &&
    one.primary === true &&
    !more.some((said) => said.primary === true && known(said) === known(one))
      ? { ...one, primary: false }
      : one,
  )
  return [...quiet, ...added.values()]
}

// `emails[type eq "work"].value` adds a value of type work, where there is none.
function implied(filter: Path['filter']): Resource {
  if (filter?.is === 'and') return Object.assign({}, ...filter.of.map(implied))
  if (filter?.is !== 'eq') return {}
  const read = readValue(filter.place.attribute, filter.value)
  return read === null ? {} : { [filter.place.attribute.name]: read }
}
