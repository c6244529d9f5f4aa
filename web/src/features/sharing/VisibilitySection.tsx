import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { PrivateOffer } from '../../shared/billing/PrivateOffer.tsx'
import { useFeatures, useGroups } from '../../shared/data/projects.ts'
import { blockedBecause, usePublicAllowed, type Visibility } from '../../shared/data/visibility.ts'
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx'
import { RoleSelect } from '../../shared/ui/RoleSelect.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { fieldWidth } from '../../shared/ui/sizes.ts'
import { useSetVisibility } from './changes.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { type SharedProject, useProjectAccess, useSharedProject } from './queries.ts'
import { countOfRole } from './roles.ts'

interface Props {
  projectId: number
  projectName: string
  can: (permission: ProjectPermission) => boolean
}

const kinds: Record<Visibility, { label: string; meaning: string }> = {
  public: {
    label: 'Public',
    meaning: 'Anybody can read its published branches, signed in or not.',
  },
  internal: {
    label: 'Internal',
    meaning: 'Everybody in the workspace but guests can read it; makers and above can edit it.',
  },
  private: {
    label: 'Private',
    meaning: 'Only those it was shared with, and the owners and admins of the workspace.',
  },
}

/** Who sees the project without having been given it, and what that means for whom. */
export function VisibilitySection({ projectId, projectName, can }: Props) {
  const project = useSharedProject(projectId)
  return (
    <Section title="Visibility">
      {project.isPending ? <Spinner label="Loading the visibility" /> : null}
      {project.isError ? <LoadFailure error={project.error} onRetry={() => void project.refetch()} /> : null}
      {project.data ? (
        <VisibilityChoice projectId={projectId} projectName={projectName} can={can} project={project.data} />
      ) : null}
      <Everybody projectId={projectId} />
    </Section>
  )
}

function VisibilityChoice({ projectId, projectName, can, project }: Props & { project: SharedProject }) {
  const [asked, setAsked] = useState<Visibility>()
  const change = useSetVisibility(projectId)
  const features = useFeatures()
  const groups = useGroups()
  const publicAllowed = usePublicAllowed()
  const rules = {
    privateAllowed: features.data?.find(({ name }) => name === 'private_projects')?.allowed ?? true,
    publicAllowed: publicAllowed.data ?? true,
    group: groups.data?.find(({ id }) => id === project.group_id),
  }
  const fixedBecause = reasonAgainstChanging(project, can)
  return (
    <>
      <Box sx={{ maxWidth: fieldWidth }}>
        <RoleSelect
          label="Visibility"
          hiddenLabel
          value={change.isPending ? change.variables : project.visibility}
          options={(Object.keys(kinds) as Visibility[]).map((visibility) => ({
            role: visibility,
            label: kinds[visibility].label,
            description: kinds[visibility].meaning,
            disabledBecause: visibility === project.visibility ? null : blockedBecause(visibility, rules),
          }))}
          isReadOnly={fixedBecause !== null || change.isPending}
          {...(fixedBecause === null ? {} : { readOnlyBecause: fixedBecause })}
          onChange={(visibility) => setAsked(visibility as Visibility)}
        />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {kinds[project.visibility].meaning}
      </Typography>
      {fixedBecause === null ? <PrivateOffer /> : null}
      <ConfirmDialog
        open={asked !== undefined}
        title="Change Visibility?"
        confirmLabel="Change"
        onConfirm={async () => {
          if (asked) await change.mutateAsync(asked).catch(() => undefined)
        }}
        onClose={() => setAsked(undefined)}
      >
        {asked ? `${projectName} becomes ${asked}. ${kinds[asked].meaning}` : null}
      </ConfirmDialog>
    </>
  )
}

function reasonAgainstChanging(project: SharedProject, can: Props['can']): string | null {
  if (project.flavor !== 'design') return 'Style guides and component libraries keep their visibility.'
  return can('project_update') ? null : "You'll need admin permission on this project to change this."
}

/** Who has access by workspace role alone. */
function Everybody({ projectId }: { projectId: number }) {
  const [first] = useProjectAccess(projectId, '').data?.pages ?? []
  if (!first?.everyone.length) return null
  return (
    <Box
      component="ul"
      aria-label="Access by workspace role"
      sx={{ m: 0, pl: 2, color: 'text.secondary', typography: 'body2' }}
    >
      {first.everyone.map(({ workspace_role, count, explanation }) => (
        <li key={workspace_role}>
          {countOfRole(count, workspace_role)}: {explanation}
        </li>
      ))}
    </Box>
  )
}
