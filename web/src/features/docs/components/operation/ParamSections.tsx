import type { OperationRequest, Param, SchemaLike } from '../../model/types.ts'
import { examplesOf } from '../../schema/facts.ts'
import { isSchema, type SchemaDoc } from '../../schema/flatten.ts'
import type { SchemaChild } from '../../schema/view.ts'
import { SchemaRow } from '../schema/SchemaRow.tsx'
import { SchemaLevel } from '../schema/SchemaTree.tsx'
import { Rows, TreeRoot } from '../schema/tree-style.ts'
import { NodeSection } from './NodeSection.tsx'

const groups: readonly [key: 'path' | 'query' | 'headers' | 'cookie', title: string][] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['headers', 'Header parameters'],
  ['cookie', 'Cookie parameters'],
]

/** The parameters of a request, a section for each place they go. */
export function ParamSections({ request, doc }: { request: OperationRequest; doc: SchemaDoc }) {
  return groups.map(([key, title]) => {
    const params = request[key] ?? []
    if (params.length === 0) return null
    return (
      <NodeSection key={key} title={title}>
        <ParamRows params={params} doc={doc} />
      </NodeSection>
    )
  })
}

/** Parameters or response headers, required ones first. */
export function ParamRows({ params, doc }: { params: Param[]; doc: SchemaDoc }) {
  const sorted = [...params].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
  return (
    <TreeRoot>
      <Rows>
        {sorted.map((param) => (
          <SchemaRow
            key={param.name}
            field={asField(param)}
            doc={doc}
            openSmall={0}
            renderLevel={(view) => <SchemaLevel view={view} doc={doc} depth={1} />}
          />
        ))}
      </Rows>
    </TreeRoot>
  )
}

/** What is said of the parameter stands over what its schema says. */
function asField(param: Param): SchemaChild {
  const schema: SchemaLike = param.schema ?? Object.values(param.content ?? {})[0]?.schema ?? {}
  const place: Record<string, unknown> = {}
  if (param.description) place.description = param.description
  if (param.deprecated) place.deprecated = true
  const examples = (param.examples ?? [])
    .map((example) => example.value)
    .filter((value) => value !== undefined)
  if (examples.length > 0 && (!isSchema(schema) || examplesOf(schema).length === 0)) place.examples = examples
  return {
    name: param.name,
    kind: 'property',
    required: param.required ?? false,
    schema: Object.keys(place).length === 0 ? schema : { ...place, allOf: [schema] },
  }
}
