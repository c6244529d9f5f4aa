import { type ReactNode, Suspense } from 'react'
import type { JsonValue } from '../../../../../analysis/types.ts'
import type { DocsNode, JsonSchema } from '../model/types.ts'
import { requestOfBlock } from '../samples/http-block.ts'
import { refName } from '../schema/flatten.ts'
import { jsonText } from '../schema/json-text.ts'
import { siblingsOf } from '../toc/toc.ts'
import type { TocEntry } from '../toc/types.ts'
import { ArticleView } from './ArticleView.tsx'
import { CodeBlock } from './code/CodeBlock.tsx'
import { lazyPart } from './lazy-part.ts'
import { ModelView } from './ModelView.tsx'
import { type DataBlockKind, DataBlockProvider } from './markdown/DataBlock.tsx'
import { Markdown } from './markdown/Markdown.tsx'
import { NodeHeader } from './NodeHeader.tsx'
import { OperationView } from './operation/OperationView.tsx'
import { SchemaTree } from './schema/SchemaTree.tsx'

const ServiceView = lazyPart(() => import('./ServiceView.tsx').then((module) => module.ServiceView))
const RulesetView = lazyPart(() => import('../rules/RulesetView.tsx').then((module) => module.default))
const CodeSamples = lazyPart(() => import('./operation/CodeSamples.tsx').then((module) => module.CodeSamples))

/** One node of a branch, as its type is read. */
export function NodeView({ node, toc }: { node: DocsNode; toc: readonly TocEntry[] }) {
  return <DataBlockProvider value={renderDataBlock}>{viewOf(node, toc)}</DataBlockProvider>
}

function viewOf(node: DocsNode, toc: readonly TocEntry[]): ReactNode {
  const header = <NodeHeader node={node} />
  switch (node.type) {
    case 'http_operation':
    case 'http_webhook':
    case 'http_callback':
      return <OperationView operation={node.data} header={header} />
    case 'http_service':
      return (
        <Suspense fallback={header}>
          <ServiceView service={node.data} header={header} entries={siblingsOf(toc, node.slug)} />
        </Suspense>
      )
    case 'model':
      return <ModelView schema={node.data} name={refName(node.uri)} header={header} />
    case 'article':
      return <Article node={node} markdown={node.data.markdown ?? ''} />
    case 'spectral_ruleset':
      return (
        <Suspense fallback={header}>
          <RulesetView data={node.data as JsonValue} header={header} />
        </Suspense>
      )
    default:
      return (
        <>
          {header}
          {node.summary ? <Markdown text={node.summary} /> : null}
          <CodeBlock code={jsonText(node.data, 2)} language="json" />
        </>
      )
  }
}

/** An article; the title of the node stands above unless the text opens with its own. */
function Article({ node, markdown }: { node: DocsNode; markdown: string }) {
  const isNamed = !/^\s*(?:#\s|<h1)/i.test(markdown)
  return <ArticleView markdown={markdown} header={<NodeHeader node={node} isNamed={isNamed} />} />
}

function renderDataBlock(kind: DataBlockKind, value: JsonSchema): ReactNode {
  if (kind === 'json_schema') return <SchemaTree schema={value} doc={{ bundle: {}, root: value }} />
  const request = requestOfBlock(value)
  return request ? (
    <Suspense>
      <CodeSamples request={request} />
    </Suspense>
  ) : null
}
