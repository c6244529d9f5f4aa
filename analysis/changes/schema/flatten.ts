import { isObject, own, ownItems, ownObject, ownStrings } from '../../json.ts'
import { childOf } from '../../openapi/inline.ts'
import type { JsonObject, JsonValue } from '../../types.ts'
import type { ObjectAt, Side } from '../side.ts'
import type { SchemaPair, SchemaReporter } from './use.ts'
import { canonical } from './values.ts'
import { isAnnotation, type SchemaView, viewOf } from './view.ts'

const MAX_PARTS = 100

/**
 * A schema that was put together by `allOf` on one side only is compared as a whole: moving what several have in common
 * into a schema of its own changes nothing. Where the parts contradict each other they stay as they are.
 */
export function flattened(pair: SchemaPair, reporter: SchemaReporter, old: Side, now: Side): SchemaPair {
  const [was, is] = [isPutTogether(pair.before), isPutTogether(pair.after)]
  if (was === is) return pair
  const [view, side] = was ? ([pair.before, old] as const) : ([pair.after, now] as const)
  const members = membersOf(view, side)
  const meaning = members?.filter(({ value }) => !isAnnotation(value))
  // A mere restriction in `allOf` is one, not a part of a structure.
  if (!members || !meaning?.every((member) => isStructure(member, view))) return pair
  const whole = wholeOf(view, side)
  if (!whole) return pair
  for (const member of members) {
    if (meaning.includes(member)) continue
    const rule = `all-of-${was ? 'removed' : 'added'}-annotation-only`
    const name = 'a description'
    reporter.report(
      pair,
      rule,
      was ? { before: name, side: 'old', at: member.at } : { after: name, at: member.at },
    )
  }
  return was ? { ...pair, before: whole } : { ...pair, after: whole }
}

// A reference, or an object of its own.
function isStructure(member: SchemaView, holder: SchemaView): boolean {
  const own = !member.at.pointer.startsWith(`${holder.at.pointer}/allOf/`)
  return own || member.at.document !== holder.at.document || Object.hasOwn(member.value, 'properties')
}

function membersOf(view: SchemaView, side: Side): SchemaView[] | undefined {
  const members = ownItems(view.value, 'allOf').map((member, index) =>
    viewOf(childOf(view.at, member, 'allOf', String(index)), side),
  )
  const found = members.filter((member) => member !== undefined)
  return found.length === members.length ? found : undefined
}

function isPutTogether({ value }: SchemaView): boolean {
  return ownItems(value, 'allOf').length > 0
}

function wholeOf(view: SchemaView, side: Side): SchemaView | undefined {
  const parts = partsOf(view, side)
  if (!parts) return undefined
  const value: JsonObject = {}
  const places = new Map<string, ObjectAt>()
  for (const part of parts) {
    const holder = ownObject(part.value, 'properties') ?? {}
    for (const name of Object.keys(holder)) if (!places.has(name)) places.set(name, part.at)
    if (!mergeInto(value, part.value, part === view)) return undefined
  }
  const inner = parts.slice(1)
  const types = parts.find((part) => part.types)?.types ?? null
  return { ...view, value, types, nullable: view.nullable || inner.every(({ nullable }) => nullable), places }
}

function partsOf(view: SchemaView, side: Side): SchemaView[] | undefined {
  const parts = [view]
  const seen = new Set([view.identity])
  for (const part of parts) {
    const members = membersOf(part, side)
    if (!members || parts.length + members.length > MAX_PARTS) return undefined
    for (const member of members) {
      if (seen.has(member.identity)) return undefined
      seen.add(member.identity)
      parts.push(member)
    }
  }
  return parts
}

// Whether it could be: two parts that say different things of the same keyword restrict each other.
function mergeInto(whole: JsonObject, part: JsonObject, isOuter: boolean): boolean {
  return Object.keys(part).every((key) => {
    const value = part[key] as JsonValue
    if (key === 'allOf') return true
    if (isAnnotation({ [key]: value }) && !isOuter) return true
    const known = own(whole, key)
    if (key === 'required') {
      whole[key] = [...new Set([...ownStrings(whole, key), ...ownStrings(part, key)])]
      return true
    }
    if (key === 'properties' && isObject(value) && isObject(known)) {
      const merged = { ...known }
      whole[key] = merged
      return mergeInto(merged, value, true)
    }
    if (known !== undefined) return canonical(known) === canonical(value)
    whole[key] = value
    return true
  })
}
