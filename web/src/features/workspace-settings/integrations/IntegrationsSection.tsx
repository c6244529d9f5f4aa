import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import type { IntegrationKind } from '../../../shared/integrations/kinds.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { AddIntegrationMenu } from './AddIntegrationMenu.tsx'
import { IntegrationDialog } from './IntegrationDialog.tsx'
import { IntegrationRow } from './IntegrationRow.tsx'
import { isLastWayIn } from './last-way-in.ts'
import { type Integration, useIntegrations } from './queries.ts'

type Opened = { kind: IntegrationKind; id: string | null }

/** The ways to sign in to the workspace and the Git hosts it works with. */
export function IntegrationsSection() {
  const integrations = useIntegrations()
  const canEdit = usePermissions().can('WorkspaceIntegrationCreateUpdateDelete')
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const all = integrations.data ?? []
  return (
    <SettingsSection
      title="Integrations"
      description="How people sign in to this workspace, and the Git hosts its projects come from."
      isReadOnly={!canEdit}
      action={
        canEdit ? (
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            aria-haspopup="menu"
            aria-expanded={menuAt !== null}
            onClick={(event) => setMenuAt(event.currentTarget)}
          >
            Add integration
          </Button>
        ) : null
      }
    >
      {integrations.isError ? (
        <Callout
          severity="error"
          action={<Button onClick={() => void integrations.refetch()}>Try again</Button>}
        >
          {messageOf(integrations.error)}
        </Callout>
      ) : null}
      {integrations.isPending ? <Skeleton variant="rounded" height={72} /> : null}
      <IntegrationList all={all} canEdit={canEdit} onOpen={({ kind, id }) => setOpened({ kind, id })} />
      {menuAt ? (
        <AddIntegrationMenu
          anchor={menuAt}
          onClose={() => setMenuAt(null)}
          onChoose={(kind) => {
            setMenuAt(null)
            setOpened({ kind, id: null })
          }}
        />
      ) : null}
      {opened ? (
        <IntegrationDialog
          key={opened.id ?? opened.kind}
          kind={opened.kind}
          integration={all.find(({ id }) => id === opened.id) ?? null}
          all={all}
          canEdit={canEdit}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </SettingsSection>
  )
}

function IntegrationList({
  all,
  canEdit,
  onOpen,
}: {
  all: Integration[]
  canEdit: boolean
  onOpen: (integration: Integration) => void
}) {
  if (all.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label="Integrations"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      {all.map((integration) => (
        <IntegrationRow
          key={integration.id}
          integration={integration}
          isLast={isLastWayIn(integration, all)}
          canEdit={canEdit}
          onOpen={() => onOpen(integration)}
        />
      ))}
      {all.length === 1 && canEdit ? (
        <Typography component="li" variant="body2" color="textSecondary">
          Add a Git host, a directory or an identity provider, so that people sign in with an account they
          have.
        </Typography>
      ) : null}
    </Box>
  )
}
