import { Suspense } from 'react'
import type { Example, OperationRequest, Param, SchemaLike } from '../../model/types.ts'
import { examplesOfParam } from '../../samples/param-examples.ts'
import type { ParamPlace } from '../../samples/serialize.ts'
import type { SchemaChild } from '../../schema/child.ts'
import { examplesOf } from '../../schema/facts.ts'
import { isSchema, type SchemaDoc } from '../../schema/flatten.ts'
import { lazyPart } from '../lazy-part.ts'
import { SchemaRow } from '../schema/SchemaRow.tsx'
import { SchemaLevel } from '../schema/SchemaTree.tsx'
import { Rows, TreeRoot } from '../schema/tree-style.ts'
import { NodeSection } from './NodeSection.tsx'
import { paramFacts } from './param-facts.ts'

const ParamExamples = lazyPart(() => import('./ParamExamples.tsx').then((module) => module.ParamExamples))

const groups: readonly [key: ParamPlace, title: string][] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['headers', 'Header parameters'],
  ['cookie', 'Cookie parameters'],
]

// A parameter with at most so many fields is open on paper.
const PRINTED_ROWS = 50

/** Takes the example that a reader chose for a parameter. */
export type PickParam = (place: ParamPlace, name: string, value: unknown) => void

/** The parameters of a request, a section for each place they go. */
export function ParamSections({
  request,
  doc,
  onPick,
}: {
  request: OperationRequest
  doc: SchemaDoc
  onPick?: PickParam
}) {
  return groups.map(([key, title]) => {
    const params = request[key] ?? []
    if (params.length === 0) return null
    return (
      <NodeSection key={key} title={title}>
        <ParamRows params={params} doc={doc} place={key} {...(onPick && { onPick })} />
      </NodeSection>
    )
  })
}

/** Parameters or response headers, required ones first. */
export function ParamRows({
  params,
  doc,
  place,
  onPick,
}: {
  params: Param[]
  doc: SchemaDoc
  place: ParamPlace
  onPick?: PickParam
}) {
  const sorted = [...params].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
  return (
    <TreeRoot>
      <Rows>
        {sorted.map((param) => {
          const examples = examplesOfParam(param)
          const named = areNamed(examples)
          return (
            <SchemaRow
              key={param.name}
              field={asField(param, named ? [] : examples, place, doc)}
              doc={doc}
              openSmall={0}
              openPrinted={PRINTED_ROWS}
              renderLevel={(view) => <SchemaLevel view={view} doc={doc} depth={1} />}
              extra={
                named ? (
                  <Suspense>
                    <ParamExamples
                      name={param.name}
                      examples={examples}
                      onPick={onPick && ((value) => onPick(place, param.name, value))}
                    />
                  </Suspense>
                ) : null
              }
            />
          )
        })}
      </Rows>
    </TreeRoot>
  )
}

/** Whether examples say more than values do. */
function areNamed(examples: readonly Example[]): boolean {
  return examples.some(({ summary, description, externalValue, key }) =>
    Boolean(summary || description || externalValue || (examples.length > 1 && key)),
  )
}

/** What is said of the parameter stands over what its schema says. */
function asField(param: Param, examples: readonly Example[], place: ParamPlace, doc: SchemaDoc): SchemaChild {
  const schema: SchemaLike = param.schema ?? Object.values(param.content ?? {})[0]?.schema ?? {}
  const said: Record<string, unknown> = {}
  if (param.description) said.description = param.description
  if (param.deprecated) said.deprecated = true
  const values = examples.map((example) => example.value).filter((value) => value !== undefined)
  if (values.length > 0 && (!isSchema(schema) || examplesOf(schema).length === 0)) said.examples = values
  return {
    name: param.name,
    kind: 'property',
    required: param.required ?? false,
    schema: Object.keys(said).length === 0 ? schema : { ...said, allOf: [schema] },
    facts: paramFacts(param, place, doc),
  }
}
