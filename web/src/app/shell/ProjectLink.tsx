import PushPin from '@mui/icons-material/PushPin'
import PushPinOutlined from '@mui/icons-material/PushPinOutlined'
import IconButton from '@mui/material/IconButton'
import { useUser } from '@supabase/auth-helpers-react'
import { lazy, Suspense } from 'react'
import { useMatch } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import type { ProjectRow } from '../../shared/data/projects.ts'
import { ProjectIcon } from '../../shared/ui/ProjectIcon.tsx'
import { SidebarLink } from './SidebarLink.tsx'

const OverPlanMark = lazy(() => import('../../shared/billing/OverPlanMark.tsx'))

interface Props {
  project: ProjectRow
  /** Among the pinned ones, or in its list; `also-pinned`: in its list, while it is pinned too. */
  place: 'pinned' | 'also-pinned' | 'listed'
  onPin: (project: ProjectRow) => void
}

/** A project in the sidebar, with its pin. */
export function ProjectLink({ project, place, onPin }: Props) {
  const pinned = place !== 'listed'
  const open = useMatch('/docs/:projectSlug/*')?.params.projectSlug === project.slug
  const isSignedIn = useUser() !== null
  const label = pinned ? `Unpin ${project.name}` : `Pin ${project.name}`
  const action = (
    <IconButton size="small" color="inherit" aria-label={label} onClick={() => onPin(project)}>
      {pinned ? <PushPin fontSize="tiny" /> : <PushPinOutlined fontSize="tiny" />}
    </IconButton>
  )
  return (
    <SidebarLink
      to={paths.docs(project.slug)}
      label={project.name}
      icon={<ProjectIcon name={project.icon_name} colour={project.icon_color} />}
      // One place is marked, not two: the pinned one, which is always in sight.
      current={open && place !== 'also-pinned'}
      mark={
        isSignedIn ? (
          <Suspense>
            <OverPlanMark projectId={project.id} />
          </Suspense>
        ) : null
      }
      action={isSignedIn ? action : undefined}
    />
  )
}
