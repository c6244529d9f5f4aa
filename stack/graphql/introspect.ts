import {
  type DocumentNode,
  execute,
  FieldsOnCorrectTypeRule,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  KnownArgumentNamesRule,
  KnownFragmentNamesRule,
  type OperationDefinitionNode,
  ScalarLeafsRule,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from 'graphql'
import type { Prepared } from './document.ts'
import { GraphError } from './errors.ts'
import type { Input } from './json.ts'
import type { Selected } from './selections.ts'

const RULES = [
  FieldsOnCorrectTypeRule,
  ScalarLeafsRule,
  KnownArgumentNamesRule,
  KnownFragmentNamesRule,
  ValuesOfCorrectTypeRule,
]

/** Answers `__schema` or `__type`: graphql-js knows how, so that it is asked for this field alone. */
export function introspect(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  selected: Selected,
  { fragments }: Prepared,
  variables: Record<string, Input>,
): unknown {
  const document = onlyField(operation, selected, fragments)
  const [invalid] = validate(schema, document, RULES)
  if (invalid) throw new GraphError(invalid.message)
  const result = execute({ schema, document, variableValues: variables })
  if (result instanceof Promise) throw new TypeError('introspection does not wait for anything')
  const [failed] = result.errors ?? []
  if (failed) throw new GraphError(failed.message)
  return result.data?.[selected.label] ?? null
}

/** The document cut down to one root field, and to the fragments and variables that it uses. */
function onlyField(
  operation: OperationDefinitionNode,
  { node, sets }: Selected,
  fragments: Prepared['fragments'],
): DocumentNode {
  const selections = sets.flatMap((set) => set.selections)
  const field = {
    ...node,
    directives: [],
    ...(sets.length > 0 && { selectionSet: { kind: Kind.SELECTION_SET, selections } as const }),
  }
  const used = usedFragments(field, fragments)
  const names = new Set<string>()
  for (const part of [field, ...used]) visit(part, { Variable: ({ name }) => void names.add(name.value) })
  const variableDefinitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    names.has(variable.name.value),
  )
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: operation.operation,
        variableDefinitions,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
      },
      ...used,
    ],
  }
}

function usedFragments(start: Selected['node'], fragments: Prepared['fragments']): FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>()
  const look = (part: Selected['node'] | FragmentDefinitionNode) => {
    visit(part, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (!fragment || found.has(fragment)) return
        found.add(fragment)
        look(fragment)
      },
    })
  }
  look(start)
  return [...found]
}
