import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { GraphError } from './errors.ts'
import { LIMITS } from './limits.ts'

/** A document that may be answered: parsed, free of cycles, within the limits. */
export interface Prepared {
  operations: OperationDefinitionNode[]
  fragments: Map<string, FragmentDefinitionNode>
}

/** Prepares a document; throws GraphError in pg_graphql's words where it has any. */
export function prepare(text: string): Prepared {
  if (text.length > LIMITS.document) {
    throw new GraphError(`The document is longer than ${LIMITS.document} characters`)
  }
  const document = parsed(text)
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
  checkNames(operations)
  const heights = new Map<string, number>()
  for (const name of fragments.keys()) fragmentHeight(name, fragments, heights)
  for (const operation of operations) measure(operation.selectionSet, fragments, 1, { aliases: 0, fields: 0 })
  return { operations, fragments }
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: LIMITS.tokens, noLocation: true })
  } catch (error) {
    // The parser calls itself for every level.
    if (error instanceof RangeError) throw tooDeep()
    if (!(error instanceof GraphQLError)) throw error
    const at = error.locations?.[0]
    const place = at ? `Parse error at ${at.line}:${at.column}\n` : ''
    throw new GraphError(`query parse error: ${place}${error.message.replace(/^Syntax Error: /, '')}`)
  }
}

function tooDeep(): GraphError {
  return new GraphError(`Query selection depth exceeds the maximum allowed depth of ${LIMITS.depth}`)
}

function checkNames(operations: OperationDefinitionNode[]): void {
  const names = operations.map((operation) => operation.name?.value)
  if (names.length > 1 && names.includes(undefined)) {
    throw new GraphError('Anonymous operations must be the only defined operation')
  }
  if (new Set(names).size !== names.length) throw new GraphError('Operation names must be unique')
}

type Fragments = Prepared['fragments']

/** How deep a selection goes with all fragments spread; each fragment is looked into once. */
function height(set: SelectionSetNode, fragments: Fragments, known: Map<string, number>): number {
  let most = 0
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      most = Math.max(most, fragmentHeight(selection.name.value, fragments, known))
    } else if (selection.selectionSet) {
      most = Math.max(most, height(selection.selectionSet, fragments, known))
    }
  }
  return most + 1
}

// While it is looked into, a fragment that meets itself is a cycle.
const LOOKING = -1

function fragmentHeight(name: string, fragments: Fragments, known: Map<string, number>): number {
  const seen = known.get(name)
  if (seen === LOOKING) throw new GraphError('Found a cycle between fragments')
  if (seen !== undefined) return seen
  const fragment = fragments.get(name)
  if (!fragment) return 0
  known.set(name, LOOKING)
  const found = height(fragment.selectionSet, fragments, known) + 1
  if (found > LIMITS.fragmentDepth) {
    throw new GraphError(`Fragment cycle depth is greater than ${LIMITS.fragmentDepth}`)
  }
  known.set(name, found)
  return found
}

interface Counts {
  aliases: number
  fields: number
}

/** Walks the document as if all fragments were spread, and stops at the first limit. */
function measure(set: SelectionSetNode, fragments: Fragments, depth: number, counts: Counts): void {
  if (depth > LIMITS.depth) throw tooDeep()
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      count(counts, false)
      const fragment = fragments.get(selection.name.value)
      if (fragment) measure(fragment.selectionSet, fragments, depth, counts)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      count(counts, false)
      measure(selection.selectionSet, fragments, depth, counts)
    } else {
      count(counts, selection.alias !== undefined)
      // A field without a selection counts as a level too, as upstream counts it.
      if (depth + 1 > LIMITS.depth) throw tooDeep()
      if (selection.selectionSet) measure(selection.selectionSet, fragments, depth + 1, counts)
    }
  }
}

function count(counts: Counts, aliased: boolean): void {
  counts.fields++
  if (aliased) counts.aliases++
  if (counts.fields > LIMITS.fields)
    throw new GraphError(`Query selects more than the maximum of ${LIMITS.fields} fields`)
  if (counts.aliases > LIMITS.aliases)
    throw new GraphError(`Query uses more than the maximum of ${LIMITS.aliases} aliases`)
}
