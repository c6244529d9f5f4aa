import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldProblem, messageOf } from '../../../shared/data/api.ts'
import { isChangedMeanwhile, useSaveSettings, useSettings } from '../../../shared/data/settings.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.nameResolver))

/** What the workspace is called, changed in a dialog. */
export function DisplayName({ kept, canEdit }: { kept: string; canEdit: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 1, width: '100%' }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" color="textSecondary">
          Display name
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{kept}</Typography>
      </Box>
      {canEdit ? (
        <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
          Edit display name
        </Button>
      ) : null}
      {isOpen ? <NameDialog kept={kept} onClose={() => setOpen(false)} /> : null}
    </Box>
  )
}

function NameDialog({ kept, onClose }: { kept: string; onClose: () => void }) {
  const change = useSaveSettings({ isSilent: true })
  const settings = useSettings()
  const [seen, setSeen] = useState(kept)
  const form = useForm({ ...validateAsTyped, resolver, defaultValues: { name: kept } })
  const save = async ({ name }: { name: string }) => {
    try {
      await change.mutateAsync({ changes: { name }, seen: { name: seen }, setting: 'Display name' })
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error
      const theirs = (await settings.refetch()).data?.name ?? seen
      setSeen(theirs)
      const choice = 'Save again to keep yours, or cancel to take theirs.'
      throw fieldProblem('name', `${messageOf(error)} It is “${theirs}” now. ${choice}`)
    }
  }
  return (
    <FormDialog
      open
      title="Display name"
      form={form}
      fields={['name']}
      onSave={save}
      onClose={onClose}
      isDisabled={!form.formState.isDirty}
    >
      <Box sx={{ pt: 1 }}>
        <FormTextField control={form.control} name="name" label="Display name" required autoFocus />
      </Box>
    </FormDialog>
  )
}
