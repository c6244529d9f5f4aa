import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { type Branch, branchWord, type SectionProps } from '../model.ts'
import { useBranches } from '../queries.ts'
import { BranchDialog } from './BranchDialog.tsx'
import { BranchTable } from './BranchTable.tsx'
import { DefaultBranchSelect } from './DefaultBranchSelect.tsx'
import { DownloadDialog } from './DownloadDialog.tsx'
import { RemoveBranchDialog } from './RemoveBranchDialog.tsx'
import { TrackBranchDialog } from './TrackBranchDialog.tsx'

type Opened = { dialog: 'track' } | { dialog: 'download' | 'edit' | 'remove'; branch: Branch } | null

/** The versions of a web project, or the branches of any other. */
export function BranchesSection({ project, can }: SectionProps) {
  const branches = useBranches(project.id)
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const word = branchWord(project)
  const rows = branches.data ?? []
  // The dialog shows the branch as it is now.
  const current = opened && 'branch' in opened ? rows.find(({ id }) => id === opened.branch.id) : undefined
  const mayTrack = project.type === 'vcs' && can('project_branch_create_delete')
  return (
    <Section
      title={word === 'Version' ? 'Versions' : 'Branches'}
      isTopic
      actions={
        mayTrack ? (
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setOpened({ dialog: 'track' })}>
            Track Branch
          </Button>
        ) : null
      }
    >
      {can('project_branch_update') ? <DefaultBranchSelect branches={rows} word={word} /> : null}
      <BranchTable
        project={project}
        can={can}
        branches={rows}
        isLoading={branches.isPending}
        error={branches.isError ? messageOf(branches.error) : null}
        onRetry={() => void branches.refetch()}
        onDownload={(branch) => setOpened({ dialog: 'download', branch })}
        onEdit={(branch) => setOpened({ dialog: 'edit', branch })}
        onRemove={(branch) => setOpened({ dialog: 'remove', branch })}
      />
      {opened?.dialog === 'track' ? <TrackBranchDialog project={project} onClose={close} /> : null}
      {opened?.dialog === 'download' && current ? (
        <DownloadDialog project={project} branch={current} onClose={close} />
      ) : null}
      {opened?.dialog === 'edit' && current ? (
        <BranchDialog
          project={project}
          branch={current}
          onRemove={
            can('project_branch_create_delete')
              ? () => setOpened({ dialog: 'remove', branch: current })
              : undefined
          }
          onClose={close}
        />
      ) : null}
      {opened?.dialog === 'remove' && current ? (
        <RemoveBranchDialog branch={current} word={word} onClose={close} />
      ) : null}
    </Section>
  )
}
