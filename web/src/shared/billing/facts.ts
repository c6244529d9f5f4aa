// What a plan holds, in the words of its card.
import { toggleNames } from './feature-names.ts'
import type { Product, ProductFeature } from './products.ts'

/** The limits that a card names; members are said beside the price. */
const limits: Record<string, { one: string; many: string }> = {
  projects: { one: 'project', many: 'projects' },
  teams: { one: 'team', many: 'teams' },
  guests: { one: 'guest', many: 'guests' },
}

function limitFact({ name, max_quantity }: ProductFeature): string[] {
  const words = limits[name]
  if (!words || max_quantity === 0) return []
  if (max_quantity === null) return [`Unlimited ${words.many}`]
  const amount = max_quantity.toLocaleString('en')
  return [max_quantity === 1 ? `1 ${words.one}` : `Up to ${amount} ${words.many}`]
}

/** Who is included: "15 users included". */
export function includedFact({ name, included_members }: Product): string {
  if (included_members === null) return 'Users as agreed'
  if (name === 'free') return '1 user, who owns the workspace'
  return `${included_members} users included`
}

/** What a plan holds: its limits, and the features that the plan below it lacks. */
export function factsOf(product: Product, below: Product | undefined): string[] {
  const before = new Set(below?.features.filter(({ type }) => type === 'toggle').map(({ name }) => name))
  const order = Object.keys(limits)
  const counted = product.features
    .filter(({ type }) => type === 'limit')
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
    .flatMap(limitFact)
  const added = product.features.flatMap(({ name, type }) =>
    type === 'toggle' && !before.has(name) ? [toggleNames[name] ?? name] : [],
  )
  return [...counted, ...added]
}
