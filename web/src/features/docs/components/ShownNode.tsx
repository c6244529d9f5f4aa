import type { DocsNode } from '../model/types.ts'
import type { TocEntry } from '../toc/types.ts'
import { Boundary } from './Boundary.tsx'
import { NodeView } from './NodeView.tsx'

/** A node, or that its content cannot be shown. Keyed by its slug: tabs, opened fields and chosen examples are its own. */
export function ShownNode({ node, toc }: { node: DocsNode; toc: readonly TocEntry[] }) {
  return (
    <Boundary fallback={<Unshowable name={node.name} />}>
      <NodeView node={node} toc={toc} />
    </Boundary>
  )
}

/** In place of a page whose content the renderer cannot take. */
function Unshowable({ name }: { name: string }) {
  return (
    <>
      <h1>{name}</h1>
      <p>This page could not be shown: its content is not what a description of this kind holds.</p>
    </>
  )
}
