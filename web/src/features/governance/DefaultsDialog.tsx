import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { type StyleGuide, useStyleGuides } from '../../shared/style-guides/queries.ts'
import { StyleGuideLibrary } from '../../shared/style-guides/StyleGuideLibrary.tsx'
import { ReadFault } from '../../shared/ui/ReadFault.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import { useToast } from '../../shared/ui/toast.ts'
import { ChoiceDialog } from './ChoiceDialog.tsx'
import { useSaveDefaults } from './queries.ts'
import { useChoices } from './use-choices.ts'

const initial = (guide: StyleGuide) => (guide.is_default ? 'all' : 'none')

/** Default Style Guide Settings: what new projects of the workspace extend, by who sees the style guides. */
export function DefaultsDialog({ onClose }: { onClose: () => void }) {
  const open = useStyleGuides('public')
  const internal = useStyleGuides('internal')
  const choices = useChoices(initial)
  const save = useSaveDefaults()
  const wanted = choices.changes([...(open.data ?? []), ...(internal.data ?? [])])
  return (
    <ChoiceDialog
      title="Default Style Guide Settings"
      isBusy={save.isPending}
      canSave={wanted.length > 0}
      onSave={() => save.mutate(wanted, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        New projects extend these from their first day. Projects that are there keep what they have.
      </Typography>
      <Part title="Public" guides={open} choices={choices} isBusy={save.isPending} />
      <Part title="Internal" guides={internal} choices={choices} isBusy={save.isPending} />
    </ChoiceDialog>
  )
}

interface PartProps {
  title: 'Public' | 'Internal'
  guides: ReturnType<typeof useStyleGuides>
  choices: ReturnType<typeof useChoices>
  isBusy: boolean
}

function Part({ title, guides, choices, isBusy }: PartProps) {
  const toast = useToast()
  const { isError } = guides
  useEffect(() => {
    if (isError) toast.error(`Error getting ${title} styleguides`)
  }, [isError, title, toast])
  return (
    <Section title={title}>
      {guides.isPending ? <Skeleton variant="rounded" height={96} /> : null}
      {guides.isError ? <ReadFault error={guides.error} onRetry={() => void guides.refetch()} /> : null}
      {guides.data ? (
        <StyleGuideLibrary
          label={`${title} style guides`}
          guides={guides.data}
          initial={initial}
          chosen={choices.now}
          onChoose={choices.choose}
          isDisabled={isBusy}
        />
      ) : null}
    </Section>
  )
}
