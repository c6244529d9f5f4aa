import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useMe, usePermissions } from '../../../shared/data/me.ts'
import { useProjects, useProjectsBySlug } from '../../../shared/data/projects.ts'
import { recentProjects } from '../../../shared/data/recent.ts'
import { useScope, useWorkspace } from '../../../shared/data/workspace.tsx'
import { AllProjects } from './AllProjects.tsx'
import { GettingStarted } from './GettingStarted.tsx'
import { NothingShared } from './NothingShared.tsx'
import { ProjectCards } from './ProjectCards.tsx'

/** Home of a workspace that wrote none: first steps, recent projects, all projects. */
export function DefaultHome() {
  const workspace = useWorkspace()
  const me = useMe()
  const canCreate = usePermissions().can('WorkspaceProjectsCreate')
  const projects = useProjects({})
  const scope = useScope()
  const recentSlugs = useMemo(() => recentProjects(scope), [scope])
  const recent = useProjectsBySlug(recentSlugs)
  const empty = projects.data?.length === 0
  const first = canCreate ? <GettingStarted /> : <NothingShared />
  const greeting = me.data?.first_name ? `Welcome, ${me.data.first_name}` : `Welcome to ${workspace.name}`
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5, overflowWrap: 'anywhere' }}>
      <Box>
        <Typography variant="h1">{greeting}</Typography>
        <Typography color="textSecondary" sx={{ mt: 0.5 }}>
          {empty && canCreate
            ? 'Three steps to documentation that people like to read.'
            : `Everything ${workspace.name} documents.`}
        </Typography>
      </Box>
      {empty ? first : null}
      {recent.data?.length ? <ProjectCards title="Recent projects" projects={recent.data} /> : null}
      {empty ? null : <AllProjects />}
    </Box>
  )
}
