import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useSettings } from '../../../shared/data/settings.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { useRemoval, useRemoveWorkspace, type WorkspaceRemoval } from './queries.ts'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** Removes the workspace, once its name has been typed; for owners. */
export function RemovalSection() {
  const { can } = usePermissions()
  const mayRemove = can('WorkspaceDelete')
  const removal = useRemoval(mayRemove)
  const settings = useSettings()
  if (!mayRemove) return null
  return (
    <SettingsSection
      title="Danger zone"
      description="A removed workspace is deleted with all projects, docs, members and settings. Until then every owner can cancel it."
    >
      {removal.isError ? (
        <Callout severity="error" action={<Button onClick={() => void removal.refetch()}>Try again</Button>}>
          {messageOf(removal.error)}
        </Callout>
      ) : null}
      {removal.isPending || settings.isPending ? <Skeleton variant="rounded" height={72} /> : null}
      {removal.data && settings.data ? <Removal removal={removal.data} name={settings.data.name} /> : null}
    </SettingsSection>
  )
}

function Removal({ removal, name }: { removal: WorkspaceRemoval; name: string }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveWorkspace(name)
  const { delete_at: at, obstacle, days } = removal
  return (
    <>
      {at ? (
        <Typography>
          This workspace will be deleted on {day.format(new Date(at))}. You can cancel that at the top of the
          page.
        </Typography>
      ) : null}
      {!at && obstacle ? <Callout severity="info">{obstacle}</Callout> : null}
      <Button
        variant="outlined"
        color="error"
        disabled={at !== null || obstacle !== null}
        sx={{ justifySelf: 'start' }}
        onClick={() => setAsking(true)}
      >
        Remove workspace…
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove workspace"
        destructive
        confirmLabel="Remove workspace"
        typeToConfirm={name}
        onConfirm={() => remove.mutateAsync()}
        onClose={() => setAsking(false)}
      >
        {name} is deleted in {days} days, with all its projects, docs, files, members, settings and activity.
        Accounts of people who are in no other workspace are deleted with it. Until then you can cancel it;
        afterwards nobody can bring anything back.
      </ConfirmDialog>
    </>
  )
}
