import { type ReactNode, Suspense } from 'react'
import type { JsonValue } from '../../../../../analysis/types.ts'
import type { DocsNode } from '../model/types.ts'
import { refName } from '../schema/flatten.ts'
import { jsonText } from '../schema/json-text.ts'
import { siblingsOf } from '../toc/toc.ts'
import type { TocEntry } from '../toc/types.ts'
import { ArticleView } from './ArticleView.tsx'
import { CodeBlock } from './code/CodeBlock.tsx'
import { renderDataBlock } from './data-blocks.tsx'
import { lazyPart } from './lazy-part.ts'
import { ModelView } from './ModelView.tsx'
import { DataBlockProvider } from './markdown/DataBlock.tsx'
import { Markdown } from './markdown/Markdown.tsx'
import { NodeHeader } from './NodeHeader.tsx'
import { OperationView } from './operation/OperationView.tsx'

const ServiceView = lazyPart(() => import('./ServiceView.tsx').then((module) => module.ServiceView))
const RulesetView = lazyPart(() => import('../rules/RulesetView.tsx').then((module) => module.default))

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
