import { type ReactNode, Suspense } from 'react'
import type { JsonSchema } from '../model/types.ts'
import { requestOfBlock } from '../samples/http-block.ts'
import { lazyPart } from './lazy-part.ts'
import type { DataBlockKind } from './markdown/DataBlock.tsx'
import { SchemaTree } from './schema/SchemaTree.tsx'

const CodeSamples = lazyPart(() => import('./operation/CodeSamples.tsx').then((module) => module.CodeSamples))

/** How the schemas and requests in a text look; null for a request without an address. */
export function renderDataBlock(kind: DataBlockKind, value: JsonSchema): ReactNode {
  if (kind === 'json_schema') return <SchemaTree schema={value} doc={{ bundle: {}, root: value }} />
  const request = requestOfBlock(value)
  return request ? (
    <Suspense>
      <CodeSamples request={request} />
    </Suspense>
  ) : null
}
