import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLNamedType,
  isObjectType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { literalValue, type Variables } from './coerce.ts'
import type { Prepared } from './document.ts'
import { GraphError } from './errors.ts'

/** What selections are read with. */
export interface Scope {
  fragments: Prepared['fragments']
  variables: Variables
}

/** A field of the answer: fields of the same label are one, their selections together. */
export interface Selected {
  label: string
  node: FieldNode
  sets: SelectionSetNode[]
}

/** The fields that selections on `type` come down to, in the order of the document. */
export function collect(sets: SelectionSetNode[], type: GraphQLNamedType, scope: Scope): Selected[] {
  const found = new Map<string, Selected>()
  for (const set of sets) for (const node of set.selections) add(node, type, scope, found)
  return [...found.values()]
}

function add(node: SelectionNode, type: GraphQLNamedType, scope: Scope, found: Map<string, Selected>): void {
  if (node.directives && node.directives.length > 0 && isSkipped(node.directives, scope.variables)) return
  if (node.kind === Kind.FIELD) {
    addField(node, found)
    return
  }
  const set =
    node.kind === Kind.INLINE_FRAGMENT ? inlineSet(node, type) : spreadSet(node.name.value, type, scope)
  for (const inner of set?.selections ?? []) add(inner, type, scope, found)
}

type Inline = Extract<SelectionNode, { kind: Kind.INLINE_FRAGMENT }>

function inlineSet({ typeCondition, selectionSet }: Inline, type: GraphQLNamedType) {
  return !typeCondition || applies(typeCondition.name.value, type) ? selectionSet : undefined
}

function spreadSet(name: string, type: GraphQLNamedType, { fragments }: Scope): SelectionSetNode {
  const fragment = fragments.get(name)
  if (!fragment || !applies(fragment.typeCondition.name.value, type)) {
    throw new GraphError(`no fragment named ${name} on type ${type.name}`)
  }
  return fragment.selectionSet
}

function applies(condition: string, type: GraphQLNamedType): boolean {
  if (condition === type.name) return true
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === condition)
}

function addField(node: FieldNode, found: Map<string, Selected>): void {
  const label = node.alias?.value ?? node.name.value
  const sets = node.selectionSet ? [node.selectionSet] : []
  const known = found.get(label)
  if (!known) {
    found.set(label, { label, node, sets })
    return
  }
  checkMerge(known.node, node)
  known.sets.push(...sets)
}

function checkMerge(known: FieldNode, other: FieldNode): void {
  const [first, second] = [known.name.value, other.name.value]
  if (first !== second) throw new GraphError(`Fields \`${second}\` and \`${first}\` are different`)
  if (argumentsText(known) !== argumentsText(other)) {
    throw new GraphError(`Two fields named \`${first}\` have different arguments`)
  }
}

function argumentsText({ arguments: given = [] }: FieldNode): string {
  return given.map(print).toSorted().join(', ')
}

function isSkipped(directives: readonly DirectiveNode[], variables: Variables): boolean {
  return directives.some((directive) => {
    const name = directive.name.value
    if (name !== 'skip' && name !== 'include') throw new GraphError(`Unknown directive ${name}`)
    const [condition, ...more] = directive.arguments ?? []
    if (!condition || more.length > 0) throw new GraphError(`Incorrect arguments to directive @${name}`)
    if (condition.name.value !== 'if') {
      throw new GraphError(`Unknown argument to @${name}: ${condition.name.value}`)
    }
    const value = literalValue(condition.value, variables)
    if (typeof value !== 'boolean') {
      throw new GraphError(`Value for "if" in @${name} directive is required`)
    }
    return value === (name === 'skip')
  })
}
