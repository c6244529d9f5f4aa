// The pages of models that an API names. What changed in them is reported for the operations that use them; here it is
// reported for the model's own page, as serious as it is there.
import type { SourceDocument } from '../files/source-document.ts'
import { namedSchemas } from '../openapi/describe.ts'
import { uriOf } from '../refs.ts'
import { ChangeList, type FoundChange, groupOf } from './change-list.ts'
import { higher } from './levels.ts'
import { Sameness } from './sameness.ts'
import { SchemaComparison } from './schema/compare.ts'
import type { Side } from './side.ts'
import type { Level } from './types.ts'

/** What changed inside each model that both descriptions of an API name. */
export function compareNamedModels(
  before: SourceDocument,
  after: SourceDocument,
  old: Side,
  now: Side,
): FoundChange[] {
  const changes = new ChangeList()
  const schemas = new SchemaComparison(old, now, new Sameness(before, after, old, now), changes)
  const rest = new Map(namedSchemas(after).map(({ name, located }) => [name, located]))
  for (const { name, located } of namedSchemas(before)) {
    const other = rest.get(name)
    // What a model refers to has a page of its own.
    if (!other || JSON.stringify(located.value) === JSON.stringify(other.value)) continue
    const subject = { node: 'model', uri: uriOf(other) } as const
    const use = { subject, direction: 'both', holder: 'model', place: 'model', textual: false } as const
    schemas.compare(located, other, use)
  }
  return changes.found.filter(({ uri, at }) => isWithin(uriOf(at), uri) || isWithin(uriOf(at), oldUri(uri)))

  function oldUri(uri: string): string {
    return before.uri + uri.slice(after.uri.length)
  }
}

function isWithin(uri: string, node: string): boolean {
  return uri === node || uri.startsWith(`${node}/`)
}

/** The same changes with the level that they have for operations; what no operation notices is a patch. */
export function leveledByUse(models: FoundChange[], operations: FoundChange[]): FoundChange[] {
  const levels = new Map<string, Level>()
  for (const change of operations) {
    const known = levels.get(placeOf(change))
    levels.set(placeOf(change), higher(known ?? null, change.level))
  }
  return models.map((change) => {
    const level = levels.get(placeOf(change)) ?? 'patch'
    return { ...change, level, group: groupOf(change.rule, level) }
  })
}

function placeOf({ side, at }: FoundChange): string {
  return `${side} ${uriOf(at)}`
}
