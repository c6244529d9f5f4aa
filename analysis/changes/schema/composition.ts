import { isObject, own, ownItems, ownString } from '../../json.ts'
import { childOf } from '../../openapi/inline.ts'
import type { JsonValue } from '../../types.ts'
import type { ObjectAt, Side } from '../side.ts'
import type { VisitBelow } from './parts.ts'
import type { SchemaPair, SchemaReporter } from './use.ts'
import { canonical } from './values.ts'
import { isAnnotation, type SchemaView, viewOf } from './view.ts'

const KEYWORDS = [
  ['allOf', 'all-of'],
  ['anyOf', 'any-of'],
  ['oneOf', 'one-of'],
] as const

/** Members of allOf, anyOf and oneOf: added, removed, or the same one changed. */
export function compareCompositions(
  pair: SchemaPair,
  reporter: SchemaReporter,
  visit: VisitBelow,
  old: Side,
  now: Side,
): void {
  const [was, is] = [choiceOf(pair.before), choiceOf(pair.after)]
  const switched = was !== undefined && is !== undefined && was !== is
  if (switched) reporter.report(pair, is === 'oneOf' ? 'any-of-became-one-of' : 'one-of-became-any-of')
  for (const [keyword, rule] of KEYWORDS) {
    if (keyword !== 'allOf' && (pair.before.listed || pair.after.listed)) continue
    if (switched && keyword === was) continue
    const other = switched && keyword === is ? was : keyword
    const before = membersOf(pair.before, other)
    const after = membersOf(pair.after, keyword)
    const matched = match(before, after, {
      before: (member) => located(pair.before, other, member, old)?.value,
      after: (member) => located(pair.after, keyword, member, now)?.value,
    })
    for (const [from, to] of matched.both) {
      visit(pair, [other, from.index], [keyword, to.index], `${keyword}/${to.name}`)
    }
    for (const member of matched.added) {
      const at = located(pair.after, keyword, member, now)
      const annotates = keyword === 'allOf' && at && isAnnotation(at.value)
      const name = `${rule}-added${annotates ? '-annotation-only' : ''}`
      reporter.report(pair, name, { after: member.name, ...(at ? { at: at.at } : {}) })
    }
    for (const member of matched.removed) {
      const at = located(pair.before, other, member, old)
      const annotates = keyword === 'allOf' && at && isAnnotation(at.value)
      const name = `${rule}-removed${annotates ? '-annotation-only' : ''}`
      reporter.report(pair, name, { before: member.name, side: 'old', ...(at ? { at: at.at } : {}) })
    }
  }
}

// The one keyword of alternatives that a schema has.
function choiceOf({ value }: SchemaView): 'oneOf' | 'anyOf' | undefined {
  const [one, any] = ['oneOf', 'anyOf'].map((keyword) => ownItems(value, keyword).length > 0)
  if (one === any) return undefined
  return one ? 'oneOf' : 'anyOf'
}

interface Member {
  index: number
  name: string
  value: JsonValue
  /** What it is recognised by in the other state: its reference, its title, or all that it says. */
  keys: string[]
}

function membersOf({ value }: SchemaView, keyword: string): Member[] {
  return ownItems(value, keyword).map((item, index) => ({
    index,
    name: nameOf(item),
    value: item,
    keys: keysOf(item),
  }))
}

function nameOf(item: JsonValue): string {
  if (!isObject(item)) return String(item)
  const ref = ownString(item, '$ref')
  if (ref) return ref.slice(ref.lastIndexOf('/') + 1)
  const type = own(item, 'type')
  return ownString(item, 'title') ?? (typeof type === 'string' ? type : 'a schema')
}

function keysOf(item: JsonValue): string[] {
  const ref = isObject(item) ? ownString(item, '$ref') : undefined
  if (ref) return [`ref ${ref}`]
  const title = isObject(item) ? ownString(item, 'title') : undefined
  return [`as written ${canonical(item)}`, ...(title ? [`title ${title}`] : [])]
}

interface Matched {
  both: [Member, Member][]
  added: Member[]
  removed: Member[]
}

// Resolving what is left is for lists that people write.
const MAX_RESOLVED = 100

interface Meaning {
  before: (member: Member) => JsonValue | undefined
  after: (member: Member) => JsonValue | undefined
}

/**
 * Pairs members by what they are recognised by, then by what their references say: a name is no part of the contract.
 * A single inline one left on each side is the same one, changed.
 */
function match(before: Member[], after: Member[], meaning: Meaning): Matched {
  const both: [Member, Member][] = []
  const taken = new Set<Member>()
  const resolved = (say: (member: Member) => JsonValue | undefined) => (member: Member) => {
    const value = Math.max(before.length, after.length) > MAX_RESOLVED ? undefined : say(member)
    return value === undefined ? undefined : canonical(value)
  }
  const written = (round: number) => (member: Member) => member.keys[round]
  const rounds = [
    [written(0), written(0)],
    [written(1), written(1)],
    [resolved(meaning.before), resolved(meaning.after)],
  ] as const
  for (const [keyBefore, keyAfter] of rounds) {
    const waiting = new Map<string, Member[]>()
    for (const member of before) {
      const key = taken.has(member) ? undefined : keyBefore(member)
      if (!key) continue
      const list = waiting.get(key)
      if (list) list.push(member)
      else waiting.set(key, [member])
    }
    for (const list of waiting.values()) list.reverse()
    for (const member of after) {
      const key = taken.has(member) || waiting.size === 0 ? undefined : keyAfter(member)
      const from = key ? waiting.get(key)?.pop() : undefined
      if (!from) continue
      taken.add(from).add(member)
      both.push([from, member])
    }
  }
  const removed = before.filter((member) => !taken.has(member))
  const added = after.filter((member) => !taken.has(member))
  const inline = (members: Member[]) => members.filter(({ keys }) => !keys[0]?.startsWith('ref '))
  const [from, ...others] = inline(removed)
  const [to, ...more] = inline(added)
  if (!from || !to || others.length > 0 || more.length > 0) return { both, added, removed }
  return {
    both: [...both, [from, to]],
    added: added.filter((member) => member !== to),
    removed: removed.filter((member) => member !== from),
  }
}

function located(view: SchemaView, keyword: string, member: Member, side: Side): SchemaView | undefined {
  return viewOf(childOf(view.at, member.value, keyword, String(member.index)), side)
}

/**
 * Where one schema became several alternatives, or the reverse: says which came or went, and whether that was all.
 * A whole body in `oneOf` has a rule of its own, since who reads or writes it meets another structure.
 */
export function compareWrapping(pair: SchemaPair, reporter: SchemaReporter, old: Side, now: Side): boolean {
  const { before, after, path } = pair
  const [from, to] = [alternativesOf(before), alternativesOf(after)]
  if ((from === undefined) === (to === undefined)) return false
  if (path === '' && to === 'oneOf' && !isAnnotation(before.value)) {
    reporter.report(pair, 'wrapped-in-one-of', {
      after: ownItems(after.value, 'oneOf').map(nameOf).join(', '),
    })
    return true
  }
  if (to)
    return wrapped(before, after, to, now, (name, at) =>
      reporter.report(pair, `${ruleOf(to)}-added`, { after: name, at }),
    )
  if (!from) return false
  return wrapped(after, before, from, old, (name, at) =>
    reporter.report(pair, `${ruleOf(from)}-removed`, { before: name, side: 'old', at }),
  )
}

function ruleOf(keyword: 'oneOf' | 'anyOf'): string {
  return keyword === 'oneOf' ? 'one-of' : 'any-of'
}

// Alternatives and nothing beside them.
function alternativesOf({ value, listed, types }: SchemaView): 'oneOf' | 'anyOf' | undefined {
  if (listed || types) return undefined
  const [keyword, ...others] = Object.keys(value).filter(
    (key) => key !== 'discriminator' && !isAnnotation({ [key]: true }),
  )
  if (others.length > 0) return undefined
  return (keyword === 'oneOf' || keyword === 'anyOf') && Array.isArray(value[keyword]) ? keyword : undefined
}

function wrapped(
  one: SchemaView,
  several: SchemaView,
  keyword: 'oneOf' | 'anyOf',
  side: Side,
  report: (name: string, at: ObjectAt) => void,
): boolean {
  const members = membersOf(several, keyword)
  const is = canonical(one.value)
  const found = members.find((member) => {
    const view = located(several, keyword, member, side)
    return view && canonical(view.value) === is
  })
  if (!found) return false
  for (const member of members) {
    if (member === found) continue
    report(member.name, located(several, keyword, member, side)?.at ?? several.at)
  }
  return true
}
