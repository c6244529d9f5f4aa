import { styled } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import { type ReactNode, useId, useState } from 'react'
import { useRead } from '../../../shared/data/read.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { BranchNode } from '../components/BranchNode.tsx'
import { type Branch, nodeByUriQuery, type Project } from '../queries.ts'
import { TextButton } from './TextButton.ts'

/** The two versions that are compared. */
export interface Sides {
  project: Project
  before: Branch
  after: Branch
}

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
  gap: 12,
  margin: '8px 0',
  '& > section': {
    minWidth: 0,
    maxHeight: '70vh',
    overflow: 'auto',
    border: '1px solid var(--docs-border)',
    borderRadius: 8,
    padding: '0 16px 16px',
  },
  '& > section > h4': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    margin: '0 -16px 12px',
    padding: '8px 16px',
    borderBottom: '1px solid var(--docs-border)',
    background: 'var(--docs-ground)',
    fontSize: typeSizes.note,
    fontWeight: 600,
  },
})

/** A page as it reads on both versions: descriptions, schemas and examples, side by side; read once somebody asks. */
export function BeforeAfter({ sides, uri, name }: { sides: Sides; uri: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide before and after' : 'Show before and after'}
        {/* There is one for each page. */}
        <span style={visuallyHidden}> of {name}</span>
      </TextButton>
      {isOpen ? (
        <Root>
          <Side title={`Before, on ${sides.before.name}`}>
            <NodeOn project={sides.project} branch={sides.before} uri={uri} />
          </Side>
          <Side title={`After, on ${sides.after.name}`}>
            <NodeOn project={sides.project} branch={sides.after} uri={uri} />
          </Side>
        </Root>
      ) : null}
    </>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    // It scrolls, by the keyboard as well.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached.
    <section aria-labelledby={id} tabIndex={0}>
      <h4 id={id}>{title}</h4>
      {children}
    </section>
  )
}

function NodeOn({ project, branch, uri }: { project: Project; branch: Branch; uri: string }) {
  const node = useRead(nodeByUriQuery(branch, uri))
  if (node.isPending) return <Spinner label="Loading the page" />
  if (node.isError) return <ReadFault error={node.error} onRetry={() => void node.refetch()} />
  if (!node.data) return <p>There is no such page on {branch.name}.</p>
  return <BranchNode project={project} branch={branch} node={node.data} />
}
