import Box from '@mui/material/Box'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import type { Branch } from '../model.ts'
import { useRemoveBranch } from './changes.ts'

interface Props {
  branch: Branch
  word: 'Version' | 'Branch'
  onClose: () => void
}

/** Removes a branch with its data; the default one stays. */
export function RemoveBranchDialog({ branch, word, onClose }: Props) {
  const remove = useRemoveBranch(word)
  const noun = word.toLowerCase()
  return (
    <ConfirmDialog
      open
      title="Remove from product"
      confirmLabel="Remove"
      destructive
      isDisabled={branch.is_default}
      onConfirm={() => remove.mutateAsync(branch)}
      onClose={onClose}
    >
      {branch.is_default ? (
        <Callout severity="error">
          Cannot remove a project's default {noun}. Set another {noun} as default before removing this one.
        </Callout>
      ) : (
        <>
          <Box component="strong" sx={{ display: 'block', mb: 1 }}>
            {branch.name}
          </Box>
          Are you sure you want to remove this {noun} from the product? All of the data stored for this {noun}{' '}
          will be removed permanently.{word === 'Version' ? ' The original Git repo is not modified.' : null}
        </>
      )}
    </ConfirmDialog>
  )
}
