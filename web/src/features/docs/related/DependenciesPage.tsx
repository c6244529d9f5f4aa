import { styled } from '@mui/material/styles'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useRead } from '../../../shared/data/read.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { NavTabs } from '../../../shared/ui/NavTabs.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { NodeSection } from '../components/operation/NodeSection.tsx'
import { Select } from '../components/Select.tsx'
import type { DocsNode } from '../model/types.ts'
import { NodeNotFound } from '../pages/NodeNotFound.tsx'
import type { Branch, Project } from '../queries.ts'
import { DependencyGraph } from './DependencyGraph.tsx'
import { DependencyTree } from './DependencyTree.tsx'
import { PageHead } from './PageHead.tsx'
import { graphQuery, mostSteps, type NodeGraph } from './queries.ts'
import { treeOf } from './tree.ts'

const Root = styled('div')({
  '& > .lists': { maxWidth: 860 },
  '& p': { color: 'var(--docs-muted)', fontSize: typeSizes.body2, margin: '12px 0 0' },
  '& > .steps': { marginBottom: 16 },
})

const steps = Array.from({ length: mostSteps }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Direct only' : `Up to ${index + 1} steps`,
}))

interface Props {
  project: Project
  branch: Branch
  node: DocsNode
}

/** What a page refers to and what refers to it, over up to five steps: as a list or as a graph. */
export function DependenciesPage({ project, branch, node }: Props) {
  const [search, setSearch] = useSearchParams()
  const asked = Number(search.get('steps'))
  const depth = Number.isInteger(asked) && asked >= 1 && asked <= mostSteps ? asked : 1
  const isGraph = search.get('view') === 'graph'
  const { data, isPending, isError, error, refetch } = useRead({
    ...graphQuery(branch, node.uri, 'both', depth),
    placeholderData: keepPreviousData,
  })
  usePageTitle(`Dependencies · ${node.name} · ${project.name}`)
  const address = paths.docsView(project.slug, branch.slug, 'dependencies', node.slug)
  const query = (view: string) =>
    new URLSearchParams({ ...(depth > 1 && { steps: String(depth) }), ...(view && { view }) }).toString()
  if (data === null) return <NodeNotFound project={project} branch={branch} />
  return (
    <Root>
      <PageHead title="Dependencies" node={node}>
        What this page refers to, and what refers to it.
      </PageHead>
      <NavTabs
        label="Shown as"
        tabs={[
          { path: `${address}?${query('')}`, label: 'List', isCurrent: !isGraph },
          { path: `${address}?${query('graph')}`, label: 'Graph', isCurrent: isGraph },
        ]}
      />
      <div className="steps">
        <Select
          label="How far"
          value={String(depth)}
          options={steps}
          onChange={(value) => {
            search.set('steps', value)
            setSearch(search, { replace: true })
          }}
        />
      </div>
      {isPending ? <Spinner label="Loading the dependencies" /> : null}
      {isError && !data ? <QueryErrorPage error={error} onRetry={() => void refetch()} /> : null}
      {data && isGraph ? <DependencyGraph graph={data} root={node} /> : null}
      {data && !isGraph ? <Lists graph={data} uri={node.uri} /> : null}
      {data?.is_cut ? (
        <p>There are more than can be shown: the nearest 300 in each direction are here.</p>
      ) : null}
    </Root>
  )
}

function Lists({ graph, uri }: { graph: NodeGraph; uri: string }) {
  const trees = useMemo(
    () => ({ out: treeOf(graph, uri, 'out'), in: treeOf(graph, uri, 'in') }),
    [graph, uri],
  )
  return (
    <div className="lists">
      <NodeSection title="Refers to">
        {trees.out.length > 0 ? (
          <DependencyTree tree={trees.out} uri={uri} />
        ) : (
          <p>This page refers to no other.</p>
        )}
      </NodeSection>
      <NodeSection title="Used by">
        {trees.in.length > 0 ? (
          <DependencyTree tree={trees.in} uri={uri} />
        ) : (
          <p>No other page refers to this one.</p>
        )}
      </NodeSection>
    </div>
  )
}
