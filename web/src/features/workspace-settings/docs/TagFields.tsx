import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type SyntheticEvent, useState } from 'react'
import { OfferText } from '../../../shared/billing/OfferText.tsx'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import type { WorkspaceSettings } from '../../../shared/data/settings.ts'
import { fieldWidth } from '../../../shared/ui/sizes.ts'
import { useTypedOver } from '../saving/typed-over.ts'
import { useSaver } from '../saving/use-saver.tsx'

// As those who give them out make them; the database lets nothing else into a page.
const fields = [
  {
    name: 'google_tag_manager',
    label: 'Google Tag Manager',
    form: /^GTM-[A-Z0-9]{4,12}$/,
    wrong: 'Must be the ID of a container, such as GTM-A1B2C3D',
    help: 'Runs apart from the page and hears which public pages visitors read.',
  },
  {
    name: 'localizejs',
    label: 'Localize',
    form: /^[A-Za-z0-9]{8,40}$/,
    wrong: 'Must be the key of a project, of letters and digits',
    help: 'Translates public documentation for visitors, by the key of your Localize project.',
  },
] as const

interface Props {
  settings: WorkspaceSettings
  canEdit: boolean
}

/** What others load into public documentation for its visitors. */
export function TagFields({ settings, canEdit }: Props) {
  const features = useFeatures().data
  return fields.map((field) => {
    const isInPlan = features?.find(({ name }) => name === field.name)?.in_plan ?? true
    return (
      <TagField
        key={field.name}
        field={field}
        kept={settings[field.name] ?? ''}
        canEdit={canEdit}
        isInPlan={isInPlan}
      />
    )
  })
}

interface FieldProps {
  field: (typeof fields)[number]
  kept: string
  canEdit: boolean
  isInPlan: boolean
}

function TagField({ field: { name, label, form, wrong, help }, kept, canEdit, isInPlan }: FieldProps) {
  const { save: saveSettings, isPending, question } = useSaver()
  const draft = useTypedOver(kept)
  const [isWrong, setWrong] = useState(false)
  const given = draft.text.trim()
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (given !== '' && !form.test(given)) return setWrong(true)
    saveSettings({ [name]: given || null }, label, { [name]: draft.seen || null }, draft.drop)
  }
  const canBill = usePermissions().can('WorkspaceBilling')
  const lacks = (
    <>
      The plan of this workspace has no {label}. <OfferText feature={name} canBill={canBill} />
    </>
  )
  // What a plan no longer holds can still be taken out.
  const isLocked = !canEdit || (!isInPlan && kept === '')
  return (
    <Box
      component="form"
      noValidate
      onSubmit={save}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', width: '100%', mt: 1.5 }}
    >
      <TextField
        label={label}
        value={draft.text}
        disabled={isLocked || isPending}
        error={isWrong}
        helperText={
          isWrong
            ? wrong
            : draft.isOvertaken
              ? `Somebody changed this to ${kept || 'nothing'}.`
              : isInPlan
                ? help
                : lacks
        }
        onChange={(event) => {
          draft.write(event.target.value)
          setWrong(false)
        }}
        slotProps={{ htmlInput: { maxLength: 64, spellCheck: false, autoComplete: 'off' } }}
        sx={{ flex: `1 1 ${fieldWidth}px`, maxWidth: 520 }}
      />
      <Button
        type="submit"
        variant="outlined"
        aria-label={`Save ${label}`}
        loading={isPending}
        disabled={isLocked || given === kept}
        sx={{ mt: 0.5 }}
      >
        Save
      </Button>
      {question}
    </Box>
  )
}
