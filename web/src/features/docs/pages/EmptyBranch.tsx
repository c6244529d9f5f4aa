import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { DocsSurface } from '../components/docs-vars.ts'
import { BranchSelect } from '../components/sidebar/BranchSelect.tsx'
import type { Branch, Project } from '../queries.ts'

/** A version without pages: why that is, and the way to the other versions, which may have some. */
export function EmptyBranch({
  project,
  branch,
  children,
}: {
  project: Project
  branch: Branch | undefined
  children: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <DocsSurface sx={{ flex: 1, display: 'flex', flexDirection: 'column', p: 3, gap: 2 }}>
      {branch && project.branches.length > 1 ? (
        <Box sx={{ width: 'min(240px, 100%)', flex: 'none' }}>
          <BranchSelect
            branches={project.branches}
            value={branch.slug}
            onChange={(slug) => navigate(paths.docs(project.slug, slug))}
          />
        </Box>
      ) : null}
      <Box sx={{ flex: 1, display: 'grid', placeItems: 'center' }}>{children}</Box>
    </DocsSurface>
  )
}
