// What stands where in a file: where references, names of operations, tags and security schemes are.
import { isMap, type Place, placeInList, placeUnder } from '../../analysis/exports/grammar.ts'

/** A place of the analysis' grammar, or one of those that only an editor asks for. */
export type Spot =
  | Place
  /** A part of a file of no known kind: a "$ref" counts wherever it is no example's. */
  | 'loose'
  | 'tagObjects'
  | 'tagObject'
  | 'tagUses'
  | 'tagGroups'
  | 'tagGroup'
  | 'requirements'
  | 'requirement'
  | 'mapping'
  | 'toc'
  | 'ruleset'
  | 'bases'
  | 'basePair'

const BESIDE: Partial<Record<Spot, Record<string, Spot>>> = {
  root: {
    tags: 'tagObjects',
    'x-tagGroups': 'tagGroups',
    security: 'requirements',
    securityDefinitions: 'securitySchemes',
  },
  operation: { tags: 'tagUses', security: 'requirements' },
  // An extension of several tools: https://redocly.com/docs-legacy/api-reference-docs/specification-extensions/x-tag-groups
  tagGroup: { tags: 'tagUses' },
  discriminator: { mapping: 'mapping' },
  ruleset: { extends: 'bases' },
}

// A path item or an operation in a file of its own.
const IN_PARTS: Record<string, Spot> = { tags: 'tagUses', security: 'requirements' }
const EXAMPLES = new Set(['example', 'examples', 'default', 'enum', 'const', 'value'])

/** What stands under a key. */
export function spotUnder(spot: Spot, key: string): Spot {
  const beside = BESIDE[spot]
  if (beside && Object.hasOwn(beside, key)) return beside[key] ?? 'opaque'
  if (spot === 'loose') return EXAMPLES.has(key) ? 'opaque' : (IN_PARTS[key] ?? 'loose')
  if (spot === 'toc') return 'toc'
  // What an extension refers to is renamed with the rest; nobody checks it.
  if (key.startsWith('x-') && !isNaming(spot)) return spot === 'opaque' ? 'opaque' : 'loose'
  return isPlace(spot) ? placeUnder(spot, key) : 'opaque'
}

/** What the elements of a list are. */
export function spotInList(spot: Spot): Spot {
  if (spot === 'tagObjects') return 'tagObject'
  if (spot === 'tagGroups') return 'tagGroup'
  if (spot === 'requirements') return 'requirement'
  if (spot === 'bases') return 'basePair'
  return isPlace(spot) ? placeInList(spot) : spot
}

/** What a value is whose shape is known now: under "tags" of a part may stand a property of that name. */
export function spotOf(spot: Spot, list: boolean): Spot {
  return !list && (spot === 'tagUses' || spot === 'requirements') ? 'loose' : spot
}

/** Whether the keys are names that an author gave: "$ref" may be one of them. */
export function isNaming(spot: Spot): boolean {
  return spot === 'requirement' || spot === 'mapping' || (isPlace(spot) && isMap(spot))
}

/** Whether a "$ref" under it is one. */
export function mayRefer(spot: Spot): boolean {
  if (spot === 'loose') return true
  return isPlace(spot) && spot !== 'opaque' && spot !== 'root' && spot !== 'components' && !isMap(spot)
}

function isPlace(spot: Spot): spot is Place {
  return !EDITORS.has(spot)
}

const EDITORS = new Set<Spot>([
  'loose',
  'tagObjects',
  'tagObject',
  'tagUses',
  'tagGroups',
  'tagGroup',
  'requirements',
  'requirement',
  'mapping',
  'toc',
  'ruleset',
  'bases',
  'basePair',
])
