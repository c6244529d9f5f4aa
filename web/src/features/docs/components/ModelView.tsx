import { type ReactNode, Suspense, useMemo } from 'react'
import type { Bundle, JsonSchema } from '../model/types.ts'
import { examplesOf } from '../schema/facts.ts'
import { jsonText } from '../schema/json-text.ts'
import { standalone } from '../schema/standalone.ts'
import { CodeBlock } from './code/CodeBlock.tsx'
import { lazyPart } from './lazy-part.ts'
import { Markdown } from './markdown/Markdown.tsx'
import { Columns } from './operation/Columns.ts'
import { NodeSection } from './operation/NodeSection.tsx'
import { SchemaTree } from './schema/SchemaTree.tsx'

const ExampleBlock = lazyPart(() =>
  import('./operation/ExampleBlock.tsx').then((module) => module.ExampleBlock),
)

/** A model: its fields on the left, a value on the right. */
export function ModelView({
  schema,
  name,
  header,
}: {
  schema: JsonSchema
  /** What others call it. */
  name: string
  header: ReactNode
}) {
  const doc = useMemo(
    () => ({ bundle: (schema.__bundled__ ?? {}) as Bundle, root: schema, name }),
    [schema, name],
  )
  const source = useMemo(() => jsonText(standalone(schema), 2), [schema])
  const { description, ...fields } = schema
  const content = useMemo(() => {
    const examples = examplesOf(schema).map((value, index) => ({ key: `Example ${index + 1}`, value }))
    return { mediaType: 'application/json', schema, examples }
  }, [schema])
  return (
    <Columns>
      <div className="main">
        {header}
        {typeof description === 'string' ? <Markdown text={description} /> : null}
        <NodeSection title="Fields">
          <SchemaTree schema={fields} doc={doc} />
        </NodeSection>
      </div>
      <aside className="side" aria-label="Samples">
        <Suspense>
          <ExampleBlock title="Example" content={content} doc={doc} direction="response" />
        </Suspense>
        <CodeBlock title="JSON Schema" label="JSON Schema" code={source} language="json" maxHeight={380} />
      </aside>
    </Columns>
  )
}
