import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { Link, Navigate, Route, Routes, useParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'
import { type NavTab, NavTabs } from '../../../shared/ui/NavTabs.tsx'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { widePage } from '../../../shared/ui/sizes.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import type { Can, Project } from '../model.ts'
import { useProject, useProjectExists } from '../queries.ts'
import { AutomationTab } from './AutomationTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'

/** Finds the project of the address, and shows the tabs that the caller may see. */
export function SettingsArea() {
  const { projectSlug = '', '*': below = '' } = useParams()
  const query = useProject(projectSlug)
  const found = query.data
  if (query.isPending) return <Spinner label="Loading the settings" />
  if (query.isError && !found) return <LoadFailed onRetry={() => void query.refetch()} />
  if (!found) return <NotFound />
  if ('movedTo' in found) {
    const root = paths.projectSettings(found.movedTo)
    return <Navigate to={below ? `${root}/${below}` : root} replace />
  }
  return <Tabs key={found.id} project={found} />
}

function Tabs({ project }: { project: Project }) {
  usePageTitle(`Settings · ${project.name}`)
  const { can, isPending } = useProjectPermissions(project.id)
  if (isPending) return <Spinner label="Loading the settings" />
  const tabs = tabsOf(project, can)
  const [first] = tabs
  if (!first) return <Refused project={project} />
  const docs = paths.docs(project.slug)
  const mayRead = (path: string) => tabs.some((tab) => tab.path === path)
  return (
    <Box sx={{ width: '100%', maxWidth: widePage, mx: 'auto', px: { xs: 2, md: 4 }, py: 3 }}>
      <PageHeader
        title={
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <ProjectIcon name={project.icon_name} colour={project.icon_color} size="title" />
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {project.name}
            </Box>
          </Box>
        }
        actions={
          <Button component={Link} to={docs} variant="outlined">
            Open Docs
          </Button>
        }
      />
      <NavTabs label="Project settings" tabs={tabs} />
      <Routes>
        <Route
          index
          element={
            mayRead(paths.projectSettings(project.slug)) ? (
              <SettingsTab project={project} can={can} />
            ) : (
              <Navigate to={first.path} replace />
            )
          }
        />
        {mayRead(paths.projectAutomation(project.slug)) ? (
          <Route path="automation" element={<AutomationTab project={project} can={can} />} />
        ) : null}
        <Route path="*" element={<Navigate to={docs} replace />} />
      </Routes>
    </Box>
  )
}

function tabsOf({ slug, type }: Project, can: Can): NavTab[] {
  const settings = { path: paths.projectSettings(slug), label: 'Settings', isAlone: true }
  const automation = { path: paths.projectAutomation(slug), label: 'Automation' }
  return [
    ...(can('project_settings_view') ? [settings] : []),
    ...(can('project_automation_logs_read') && type !== 'web' ? [automation] : []),
  ]
}

/** To the docs, which whoever sees the project may read; one that was deleted meanwhile has none. */
function Refused({ project }: { project: Project }) {
  const exists = useProjectExists(project.id)
  if (exists.isPending) return <Spinner label="Loading the settings" />
  return exists.data === false ? <NotFound /> : <ToDocs project={project} />
}

function ToDocs({ project }: { project: Project }) {
  const toast = useToast()
  useEffect(() => toast.warning('You do not have sufficient permission to view this page'), [toast])
  return <Navigate to={paths.docs(project.slug)} replace />
}

function NotFound() {
  return (
    <MessagePage
      title="Project Not Found"
      actions={
        <Button component={Link} to={paths.home} variant="contained">
          Back to the workspace
        </Button>
      }
    >
      You might not have permission to view it, or it might not exist at all.
    </MessagePage>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage
      title="Something went wrong"
      actions={
        <Button variant="contained" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The settings of this project could not be loaded.
    </MessagePage>
  )
}
