import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { gitCapabilities, isGitKind } from '../../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { isToReconnect } from '../../../shared/connections/is-to-reconnect.ts'
import { useHost } from '../../../shared/connections/project-host.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { kindNames, webhookFailure } from '../../../shared/integrations/kinds.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { HostProblem } from '../git/HostProblem.tsx'
import { useRepository } from '../git/queries.ts'
import type { SectionProps } from '../model.ts'
import { useSetWebhook } from './webhook.ts'

/** Push data: the webhook by which the Git host tells of pushes and pull requests. */
export function WebhookSection({ project, can }: SectionProps) {
  const repository = useRepository(project.id)
  const host = useHost(project.id)
  const failed = [repository, host].find((query) => query.isLoadingError)
  if (failed) {
    return (
      <Section title="Push data" isTopic>
        <ReadFault error={failed.error} onRetry={() => void failed.refetch()} />
      </Section>
    )
  }
  const kind = host.data?.kind
  if (!repository.data || !host.data || !kind || !isGitKind(kind) || !gitCapabilities[kind].webhooks)
    return null
  return (
    <Section title="Push data" isTopic>
      <Typography variant="body2" color="textSecondary">
        A webhook at {kindNames[kind]} tells of each push and pull request, so that the docs follow them.
      </Typography>
      <Webhook
        projectId={project.id}
        integrationId={host.data.integration_id}
        hostName={kindNames[kind]}
        installedAt={repository.data.webhook_installed_at}
        mayChange={can('project_update')}
      />
    </Section>
  )
}

interface WebhookProps {
  projectId: number
  integrationId: number
  hostName: string
  installedAt: string | null
  mayChange: boolean
}

function Webhook({ projectId, integrationId, hostName, installedAt, mayChange }: WebhookProps) {
  const set = useSetWebhook(projectId, integrationId)
  const [isAsking, setAsking] = useState(false)
  const isInstalled = installedAt !== null
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Chip
          variant="outlined"
          color={isInstalled ? 'success' : 'default'}
          label={isInstalled ? 'Installed' : 'Not installed'}
        />
        {isInstalled ? (
          <Typography variant="body2" color="textSecondary">
            <RelativeTime at={installedAt} />
          </Typography>
        ) : null}
        {!mayChange ? null : isInstalled ? (
          <Button variant="outlined" color="error" loading={set.isPending} onClick={() => setAsking(true)}>
            Uninstall webhook…
          </Button>
        ) : (
          <Button variant="contained" loading={set.isPending} onClick={() => set.mutate(true)}>
            Install webhook
          </Button>
        )}
      </Box>
      {!set.isError ? null : saysWhy(set.error) || !set.variables ? (
        <HostProblem
          integrationId={integrationId}
          error={set.error}
          onRetry={() => set.mutate(set.variables)}
          onConnected={set.reset}
          isAction
        />
      ) : (
        <Callout severity="error">{webhookFailure(hostName)}</Callout>
      )}
      {isAsking ? (
        <ConfirmDialog
          open
          title="Uninstall webhook?"
          confirmLabel="Uninstall"
          destructive
          onConfirm={() => set.mutateAsync(false).catch(() => undefined)}
          onClose={() => setAsking(false)}
        >
          The docs follow pushes and pull requests no more.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** Whether a refusal says more than that a permission may be missing. */
function saysWhy(error: unknown): boolean {
  return isToReconnect(error) || (error instanceof ApiProblem && error.code === 'CONFLICT')
}
