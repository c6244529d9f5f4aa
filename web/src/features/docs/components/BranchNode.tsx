import { Suspense, useMemo } from 'react'
import { paths } from '../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import type { ShowBranchNodeProps } from '../../../shared/ui/branch-node-slot.tsx'
import { imageQuery } from '../images.ts'
import { appPath } from '../pages/app-path.ts'
import { uriPath } from '../pages/uri-path.ts'
import { nodeByUriQuery } from '../queries.ts'
import { type DocsSource, DocsSourceProvider, detached } from './docs-source.tsx'
import { DocsSurface } from './docs-vars.ts'
import { lazyPart } from './lazy-part.ts'
import { ShownNode } from './ShownNode.tsx'

// For who may change it.
const NodeProblems = lazyPart(() =>
  import('../problems/NodeProblems.tsx').then((module) => module.NodeProblems),
)

/** A node of a branch as its page shows it, to read; its links lead to the docs. */
export function BranchNode({ project, branch, node }: ShowBranchNodeProps) {
  const { id, slug } = project
  const edits = useProjectPermissions(id).can('project_contents_update')
  const source = useMemo(
    (): DocsSource => ({
      ...detached,
      uri: node.uri,
      hrefOf: (page) => paths.docs(slug, branch.slug, page),
      hrefOfUri: (uri) => uriPath(slug, branch.slug, uri),
      appPath,
      nodeByUri: (uri) => nodeByUriQuery(branch, uri),
      imageAt: (path) => imageQuery(id, branch, path),
    }),
    [id, slug, branch, node.uri],
  )
  return (
    <DocsSourceProvider value={source}>
      <DocsSurface style={{ containerType: 'inline-size', containerName: 'docs' }}>
        <ShownNode key={node.slug} node={node} toc={[]} />
        {edits ? (
          <Suspense>
            <NodeProblems key={node.uri} projectSlug={slug} branch={branch} uri={node.uri} />
          </Suspense>
        ) : null}
      </DocsSurface>
    </DocsSourceProvider>
  )
}
