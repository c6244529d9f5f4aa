import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { gitCapabilities, isGitKind } from '../../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { useHost } from '../../../shared/connections/project-host.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { IntegrationIcon } from '../../../shared/integrations/IntegrationIcon.tsx'
import { kindNames } from '../../../shared/integrations/kinds.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { SectionProps } from '../model.ts'
import { FeedbackSwitches } from './FeedbackSwitches.tsx'
import { useRepository } from './queries.ts'

const ConnectDialog = lazy(() => import('./ConnectDialog.tsx'))

/** Git Info: the repository of the project, its host, and what is said there. */
export function GitInfoSection({ project, can }: SectionProps) {
  const repository = useRepository(project.id)
  const host = useHost(project.id)
  if (repository.isPending) return <Spinner label="Loading the repository" />
  if (repository.isLoadingError) {
    return (
      <Section title="Git Info" isTopic>
        <ReadFault error={repository.error} onRetry={() => void repository.refetch()} />
      </Section>
    )
  }
  if (!repository.data) return null
  const { external_org_slug, external_slug, remote_url_http, default_branch } = repository.data
  return (
    <Section title="Git Info" isTopic>
      {host.isSuccess && !host.data ? (
        <NotConnected
          project={project}
          url={repository.data.remote_url_http}
          mayConnect={can('project_update')}
        />
      ) : null}
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'minmax(90px, auto) minmax(0, 1fr)',
          columnGap: 2,
          rowGap: 1,
          typography: 'body2',
        }}
      >
        {host.data ? (
          <Fact term="Integration">
            <Box component="span" sx={{ display: 'flex', gap: 1 }}>
              <IntegrationIcon kind={host.data.kind} size="line" />
              <span>
                {host.data.name}
                {host.data.name === kindNames[host.data.kind] ? null : (
                  <Typography component="span" variant="body2" color="textSecondary">
                    {' '}
                    {kindNames[host.data.kind]}
                  </Typography>
                )}
              </span>
            </Box>
          </Fact>
        ) : null}
        <Fact term="Repository">
          <Link href={remote_url_http} target="_blank" rel="noreferrer">
            {[external_org_slug, external_slug].filter(Boolean).join('/')}
          </Link>
        </Fact>
        <Fact term="Default branch">{default_branch}</Fact>
      </Box>
      {host.data && isGitKind(host.data.kind) ? (
        <FeedbackSwitches
          projectId={project.id}
          feedback={repository.data}
          isReadOnly={!can('project_update')}
          host={gitCapabilities[host.data.kind]}
        />
      ) : null}
    </Section>
  )
}

interface NotConnectedProps extends Pick<SectionProps, 'project'> {
  url: string
  mayConnect: boolean
}

function NotConnected({ project, url, mayConnect }: NotConnectedProps) {
  const [isOpen, setOpen] = useState(false)
  const { can } = usePermissions()
  const action =
    mayConnect && can('WorkspaceProjectsCreate') ? (
      <Button size="small" onClick={() => setOpen(true)}>
        Connect repository…
      </Button>
    ) : null
  return (
    <>
      <Callout severity="warning" action={action}>
        This project is not connected with its Git host: its integration was removed, or the workspace came
        from another installation. Its content stays as it is and follows no push.
      </Callout>
      {isOpen ? (
        <Suspense fallback={null}>
          <ConnectDialog projectId={project.id} url={url} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {term}
      </Typography>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  )
}
