import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { OverPlanNotice } from '../../../shared/billing/OverPlanNotice.tsx'
import { paths } from '../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import { folderPushCommand } from '../../../shared/data/push-command.ts'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { SignInButton } from '../../../shared/ui/SignInButton.tsx'
import { CodeBlock } from '../components/code/CodeBlock.tsx'
import { ShareButton } from '../components/sidebar/ShareButton.tsx'
import type { Branch, Project } from '../queries.ts'
import { ReplaceFile } from './ReplaceFile.tsx'
import { RepositoryPush } from './RepositoryPush.tsx'

const whatIsMissing: Readonly<Record<string, string>> = {
  design: 'As soon as this project has an API description, its documentation shows here.',
  style_guide: 'As soon as this style guide has files, they show here.',
  design_library: 'As soon as this component library has models, they show here.',
}

/** A project in which there is nothing to read yet, and how to change that. */
export function SetupScreen({ project, branch }: { project: Project; branch: Branch | undefined }) {
  usePageTitle(project.name)
  const { can } = useProjectPermissions(project.id)
  const mayWrite = can('project_contents_update')
  const mayImport = branch !== undefined && mayWrite
  const pushed = project.type === 'cli' || project.type === 'vcs'
  return (
    <Box
      sx={{
        width: 'min(620px, 100%)',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2.5,
        justifyItems: 'center',
        textAlign: 'center',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, maxWidth: '100%' }}>
        <Typography color="text.secondary" noWrap>
          {project.name}
        </Typography>
        <ShareButton project={project} />
      </Box>
      <Typography variant="h1">{pushed ? 'Waiting for data...' : 'No Data Yet!'}</Typography>
      <Typography color="text.secondary">
        {whatIsMissing[project.flavor] ?? 'There is nothing to show yet.'}
      </Typography>
      <OverPlanNotice projectId={project.id} />
      {mayWrite && !pushed ? (
        <Button variant="contained" component={RouterLink} to={paths.studio(project.slug)}>
          Open in Studio to Publish
        </Button>
      ) : null}
      {mayImport && project.type !== 'vcs' ? (
        <ReplaceFile project={project} branch={branch} label="Import a description" />
      ) : null}
      {mayWrite && project.type === 'vcs' ? <RepositoryPush project={project} branch={branch} /> : null}
      {mayWrite && project.type === 'cli' ? (
        <Box sx={{ width: '100%', textAlign: 'left' }}>
          <CodeBlock
            title="Push a folder, with the CI token in WAYMARK_CI_TOKEN"
            language="bash"
            code={folderPushCommand(branch?.slug)}
          />
        </Box>
      ) : null}
      <SignInButton variant="outlined" />
      {can('project_settings_view') ? (
        <Link
          component={RouterLink}
          to={pushed ? paths.projectAutomation(project.slug) : paths.projectSettings(project.slug)}
        >
          {project.type === 'cli' && mayWrite ? 'Show the token that it needs' : 'Settings of the project'}
        </Link>
      ) : null}
    </Box>
  )
}
