import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { gitCapabilities, isGitKind } from '../../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { kindNames, webhookFailure } from '../../../shared/integrations/kinds.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { HostProblem } from '../git/HostProblem.tsx'
import { useHost, useRepository } from '../git/queries.ts'
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
      {set.isError ? <Refusal error={set.error} isInstalling={set.variables} hostName={hostName} /> : null}
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

interface RefusalProps {
  error: unknown
  isInstalling: boolean
  hostName: string
}

function Refusal({ error, isInstalling, hostName }: RefusalProps) {
  const saysWhy =
    error instanceof ApiProblem && (error.extra.reason === 'reconnect' || error.code === 'CONFLICT')
  if (saysWhy || !isInstalling) return <HostProblem error={error} />
  return <Callout severity="error">{webhookFailure(hostName)}</Callout>
}
