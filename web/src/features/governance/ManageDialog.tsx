import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { enabledFor } from '../../shared/style-guides/choice.ts'
import { type StyleGuide, useStyleGuides } from '../../shared/style-guides/queries.ts'
import { StyleGuideLibrary } from '../../shared/style-guides/StyleGuideLibrary.tsx'
import { ReadFault } from '../../shared/ui/ReadFault.tsx'
import { ChoiceDialog } from './ChoiceDialog.tsx'
import { type GovernedProject, useManageStyleGuides } from './queries.ts'
import { useChoices } from './use-choices.ts'

/** Manage Style Guides: which of them projects extend, for one or for many at once. */
export function ManageDialog({ projects, onClose }: { projects: GovernedProject[]; onClose: () => void }) {
  const guides = useStyleGuides()
  const before = projects.map(({ style_guide_ids }) => style_guide_ids)
  const initial = (guide: StyleGuide) => enabledFor(guide.id, before)
  const { now, choose, changes } = useChoices(initial)
  const manage = useManageStyleGuides(projects.map(({ id }) => id))
  const wanted = changes(guides.data ?? [])
  const [only, ...others] = projects
  return (
    <ChoiceDialog
      title="Manage Style Guides"
      isBusy={manage.isPending}
      canSave={wanted.length > 0}
      onSave={() => manage.mutate(wanted, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {others.length > 0
          ? `For ${projects.length.toLocaleString('en')} projects.`
          : `For the project ${only?.name ?? ''}.`}{' '}
        Extended style guides apply to all branches.
      </Typography>
      {guides.isPending ? <Skeleton variant="rounded" height={240} /> : null}
      {guides.isError ? <ReadFault error={guides.error} onRetry={() => void guides.refetch()} /> : null}
      {guides.data ? (
        <StyleGuideLibrary
          label="Style Guides"
          guides={guides.data}
          initial={initial}
          chosen={now}
          onChoose={choose}
          isDisabled={manage.isPending}
        />
      ) : null}
    </ChoiceDialog>
  )
}
