import SearchIcon from '@mui/icons-material/Search'
import { styled } from '@mui/material/styles'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { ProjectIcon } from '../../../../shared/ui/ProjectIcon.tsx'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Branch, Project } from '../../queries.ts'
import type { TocEntry, TocNode } from '../../toc/types.ts'
import { BranchSelect } from './BranchSelect.tsx'
import { TocTree } from './TocTree.tsx'

const Root = styled('nav')({
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minHeight: 0,
  '& > .top': { display: 'flex', flexDirection: 'column', padding: '18px 16px 8px', gap: 12 },
  // A name that leaves its reader's actions no room has its line to itself.
  '& .project': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 10px', fontWeight: 650 },
  '& .project > span': {
    flex: '1 1 auto',
    maxWidth: 'calc(100% - 40px)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .actions': { display: 'flex', flex: 'none', marginLeft: -6 },
  '& .tools': { display: 'flex', alignItems: 'center', gap: 4 },
  '& .filter': {
    flex: 1,
    minWidth: 0,
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '0 10px',
    border: '1px solid var(--docs-border)',
    borderRadius: 8,
    background: 'var(--docs-paper)',
    color: 'var(--docs-muted)',
  },
  '& .filter:focus-within': { outline: '2px solid var(--docs-accent)', outlineOffset: 1 },
  '& .filter > input': {
    flex: 1,
    minWidth: 0,
    border: 0,
    outline: 0,
    background: 'none',
    color: 'var(--docs-text)',
    font: 'inherit',
    fontSize: typeSizes.code,
    padding: '7px 0',
  },
  '& .filter > input::placeholder': { color: 'var(--docs-muted)', opacity: 1 },
})

interface Props {
  project: Project
  branch: Branch
  /** Undefined while it is on its way. */
  toc: readonly TocEntry[] | undefined
  activeSlug: string | undefined
  onBranch: (slug: string) => void
  onIntent?: (node: TocNode) => void
  onPick?: () => void
  /** Where contents come by level: what brings the groups at some places, and what brings all of them. */
  onGroups?: (ways: string[]) => void
  onAll?: () => void
  /** What a reader may do with the project, beside its name. */
  actions?: ReactNode
  /** What was given out of the project and what it is for, below its versions. */
  release?: ReactNode
  /** Where else the branch is told of, beside the filter. */
  views?: ReactNode
}

/** Navigation of a project's docs: versions, a filter, the table of contents. */
export function DocsSidebar({
  project,
  branch,
  toc,
  activeSlug,
  onBranch,
  onIntent,
  onPick,
  onGroups,
  onAll,
  actions,
  release,
  views,
}: Props) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text)
  return (
    <Root aria-label={`Contents of ${project.name}`}>
      <div className="top">
        <div className="project">
          <ProjectIcon name={project.icon_name} colour={project.icon_color} />
          <span title={project.name}>{project.name}</span>
          {actions ? <div className="actions">{actions}</div> : null}
        </div>
        {project.branches.length > 1 ? (
          <BranchSelect branches={project.branches} value={branch.slug} onChange={onBranch} />
        ) : null}
        {release}
        <div className="tools">
          <div className="filter">
            <SearchIcon fontSize="compact" aria-hidden />
            <input
              type="search"
              value={text}
              onFocus={onAll}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && setText('')}
              placeholder="Filter"
              aria-label="Filter the table of contents"
            />
          </div>
          {views}
        </div>
      </div>
      {toc ? (
        <TocTree
          toc={toc}
          activeSlug={activeSlug}
          query={query}
          storageKey={`waymark-docs-toc-${branch.id}`}
          {...(onIntent && { onIntent })}
          {...(onPick && { onPick })}
          {...(onGroups && { onGroups })}
        />
      ) : null}
    </Root>
  )
}
