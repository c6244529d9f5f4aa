import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useDocsSource } from '../components/docs-source.tsx'
import { NodeSection } from '../components/operation/NodeSection.tsx'
import { useNear } from '../components/use-near.ts'
import { ProblemList } from './ProblemList.tsx'
import { useNodeProblems } from './queries.ts'

interface Props {
  projectSlug: string
  branch: { id: number; slug: string }
  uri: string
}

/** What the style guides find in a node, for who may change it; nothing where they find nothing. */
export function NodeProblems({ projectSlug, branch, uri }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const { hrefOf } = useDocsSource()
  const isNear = useNear(place)
  const { data } = useNodeProblems(branch.id, uri, isNear)
  const isShown = data && data.total > 0
  return (
    <div ref={place} style={{ maxWidth: 780 }}>
      {isShown ? (
        <NodeSection title={`Problems (${data.total})`}>
          <ProblemList problems={data.items} hrefOf={hrefOf} isOfNode />
          {data.total > data.items.length ? (
            <p>
              <Link to={paths.docsView(projectSlug, branch.slug, 'problems')}>
                All problems of this version
              </Link>
            </p>
          ) : null}
        </NodeSection>
      ) : null}
    </div>
  )
}
