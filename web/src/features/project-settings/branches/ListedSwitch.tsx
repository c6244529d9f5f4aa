import Switch from '@mui/material/Switch'
import { useState } from 'react'
import { ApiProblem } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'
import type { Branch } from '../model.ts'
import { useListBranch } from './changes.ts'

const isGated = (error: unknown) => error instanceof ApiProblem && error.code === 'PAYMENT_REQUIRED'

/** Whether a branch is listed for readers; another one than the default branch is a feature of the plan. */
export function ListedSwitch({ branch, mayChange }: { branch: Branch; mayChange: boolean }) {
  const { can } = usePermissions()
  const features = useFeatures()
  const [isUpselling, setUpselling] = useState(false)
  const list = useListBranch((error) => {
    if (isGated(error)) setUpselling(true)
    return isGated(error)
  })
  const isListed = list.isPending ? list.variables.is_published : branch.is_published
  const change = (next: boolean) => {
    const multiBranch = features.data?.find(({ name }) => name === 'multi_branch')
    if (next && multiBranch && !multiBranch.allowed) setUpselling(true)
    else list.mutate({ id: branch.id, is_published: next })
  }
  // The default branch is what readers come to first.
  const isFixed = !mayChange || (branch.is_default && branch.is_published)
  return (
    <>
      <Switch
        size="small"
        checked={isListed}
        disabled={isFixed || list.isPending}
        onChange={(_event, next) => change(next)}
        slotProps={{ input: { 'aria-label': `List ${branch.name}` } }}
      />
      {isUpselling ? (
        <UpsellDialog
          open
          onClose={() => setUpselling(false)}
          feature="multi_branch"
          canBill={can('WorkspaceBilling')}
        />
      ) : null}
    </>
  )
}
