import { useMemo } from 'react'
import type { AnalysedNode, ShowNodeProps } from '../../../shared/ui/node-slot.tsx'
import type { DocsNode } from '../model/types.ts'
import { unsavedTryIt } from '../try-it/unsaved.ts'
import { type DocsSource, DocsSourceProvider, detached } from './docs-source.tsx'
import { DocsSurface } from './docs-vars.ts'
import { ShownNode } from './ShownNode.tsx'

/** A node that was analysed in the browser, as its page shows it. Its links lead nowhere. */
export function AnalysedNodeView({ node, nodeAt, unsaved }: ShowNodeProps) {
  const source = useMemo(
    (): DocsSource => ({
      ...detached,
      uri: node.uri,
      tryIt: unsaved ? unsavedTryIt(unsaved, node) : null,
      nodeByUri: (uri) => ({
        key: ['analysed-node', { uri, of: node.uri }],
        read: async () => {
          const found = nodeAt(uri)
          return found && docsNode(found)
        },
        staleTime: 0,
      }),
    }),
    [node, nodeAt, unsaved],
  )
  const shown = useMemo(() => docsNode(node), [node])
  return (
    <DocsSourceProvider value={source}>
      <DocsSurface style={{ containerType: 'inline-size', containerName: 'docs' }}>
        <ShownNode key={node.uri} node={shown} toc={[]} />
      </DocsSurface>
    </DocsSourceProvider>
  )
}

// What `data` holds is told by the type, as in the rows of the database that analyses make.
function docsNode({ isInternal, isDeprecated, method, path, version, ...node }: AnalysedNode): DocsNode {
  return {
    ...node,
    id: 0,
    method: method ?? null,
    path: path ?? null,
    version: version ?? null,
    is_internal: isInternal,
    is_hidden: false,
    is_deprecated: isDeprecated,
  } as DocsNode
}
