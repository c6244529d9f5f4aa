import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useChange } from '../../../shared/data/change.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useSettings } from '../../../shared/data/settings.ts'
import type { Enabled } from '../../../shared/style-guides/choice.ts'
import { type StyleGuide, useStyleGuides } from '../../../shared/style-guides/queries.ts'
import { StyleGuideLibrary } from '../../../shared/style-guides/StyleGuideLibrary.tsx'
import { download } from '../../../shared/ui/download.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import type { SectionProps } from '../model.ts'
import { GuideOrder } from './GuideOrder.tsx'
import { readRuleset, useProjectStyleGuides, useSaveStyleGuides } from './queries.ts'
import { RulesetAddress } from './RulesetAddress.tsx'
import { Versions } from './Versions.tsx'

/** Which style guides of the workspace the project extends. */
export function StyleGuidesSection({ project, can }: SectionProps) {
  const guides = useStyleGuides()
  const extended = useProjectStyleGuides(project.id)
  const fault = guides.error ?? extended.error
  return (
    <Section title="Style Guides" isTopic actions={<ExportButton project={project} />}>
      <Typography color="textSecondary">
        Add existing Style Guide rules to your project! Extended style guides apply to all branches.
      </Typography>
      {fault ? (
        <ReadFault
          error={fault}
          onRetry={() => {
            void guides.refetch()
            void extended.refetch()
          }}
        />
      ) : guides.data && extended.data ? (
        <Picker
          key={extended.data.join()}
          projectId={project.id}
          guides={guides.data.filter(({ id }) => id !== project.id)}
          extended={extended.data}
          canChange={can('project_contents_update')}
        />
      ) : (
        <Skeleton variant="rounded" height={200} />
      )}
      {can('project_update') ? <RulesetAddress projectId={project.id} /> : null}
    </Section>
  )
}

interface PickerProps {
  projectId: number
  guides: StyleGuide[]
  extended: number[]
  canChange: boolean
}

function Picker({ projectId, guides, extended, canChange }: PickerProps) {
  const [wanted, setWanted] = useState(extended)
  const save = useSaveStyleGuides(projectId)
  const keepsDefaults = useSettings().data?.disable_default_styleguide_editing ?? false
  const isAdmin = usePermissions().can('WorkspaceGlobalAdmin')
  const stateIn = (ids: number[]) => (guide: StyleGuide) => (ids.includes(guide.id) ? 'all' : 'none')
  const choose = ({ id }: StyleGuide, enabled: Enabled) =>
    setWanted(enabled === 'all' ? [...wanted, id] : wanted.filter((other) => other !== id))
  const keptBecause = (guide: StyleGuide) =>
    keepsDefaults && !isAdmin && guide.is_default && extended.includes(guide.id)
      ? 'Only administrators of this workspace take its default style guides from projects.'
      : null
  const isChanged = wanted.join() !== extended.join()
  return (
    <>
      <StyleGuideLibrary
        label="Style Guides"
        guides={guides}
        initial={stateIn(extended)}
        chosen={stateIn(wanted)}
        onChoose={choose}
        keptBecause={keptBecause}
        isDisabled={!canChange || save.isPending}
      />
      <GuideOrder
        guides={wanted.flatMap((id) => guides.find((guide) => guide.id === id) ?? [])}
        isDisabled={!canChange || save.isPending}
        onOrder={setWanted}
      />
      {guides.length > 0 && canChange ? (
        <Box>
          <Button
            variant="contained"
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() => save.mutate(wanted)}
          >
            Update Style Guides
          </Button>
        </Box>
      ) : null}
      <Versions
        projectId={projectId}
        guides={guides.filter(({ id }) => extended.includes(id))}
        canChange={canChange}
      />
    </>
  )
}

/** All rules that hold for the project, to be taken along. */
function ExportButton({ project }: Pick<SectionProps, 'project'>) {
  const take = useChange({
    run: () => readRuleset(project.id),
    onDone: (archive) => download(`${project.slug}-spectral.zip`, archive),
    failure: 'Could not export the ruleset',
  })
  return (
    <Button variant="outlined" size="small" loading={take.isPending} onClick={() => take.mutate()}>
      Export ruleset
    </Button>
  )
}
