import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { type Branch, branchWord, type Project } from '../model.ts'
import { readBranchName, useRenameBranch, useSetDefaultBranch } from './changes.ts'
import { ListedSwitch } from './ListedSwitch.tsx'
import { ShareLink } from './ShareLink.tsx'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.branchResolver))
const labels = { name: 'Display name' }

interface Props {
  project: Project
  branch: Branch
  /** Leads to the question; absent for who may not remove branches. */
  onRemove: (() => void) | undefined
  onClose: () => void
}

/** One branch: its name, whether it is listed, whether it is the default one, and its link. */
export function BranchDialog({ project, branch, onRemove, onClose }: Props) {
  const word = branchWord(project)
  const rename = useRenameBranch(word)
  const { form, sendOver, canSave } = useEditForm<{ name: string }>({
    saved: { name: branch.name },
    read: async () => ({ name: await readBranchName(branch.id) }),
    resolver,
    labels,
  })
  return (
    <FormDialog
      open
      title={`Edit ${word}`}
      form={form}
      fields={['name']}
      onSave={({ name }) =>
        sendOver({ name }, (_changes, seen) =>
          rename.mutateAsync({ id: branch.id, name, seen: seen.name ?? branch.name }),
        )
      }
      onClose={onClose}
      isDisabled={!canSave}
    >
      <FormTextField control={form.control} name="name" label="Display name" required autoComplete="off" />
      <Row
        title="Listed"
        text="Readers find it in the list of the docs."
        control={<ListedSwitch branch={branch} mayChange />}
      />
      <DefaultRow branch={branch} word={word} />
      <ShareLink branch={branch} word={word} />
      {onRemove ? (
        <Row
          title="Remove from product"
          text="All of its data is removed permanently."
          control={
            <Button color="error" variant="outlined" size="small" onClick={onRemove}>
              Remove…
            </Button>
          }
        />
      ) : null}
    </FormDialog>
  )
}

function DefaultRow({ branch, word }: { branch: Branch; word: 'Version' | 'Branch' }) {
  const choose = useSetDefaultBranch(word)
  const noun = word.toLowerCase()
  if (branch.is_default)
    return <Row title={`Default ${noun}`} text="Readers come to it first." control={null} />
  return (
    <Row
      title={`Default ${noun}`}
      text="Readers come to it first. The one before is no longer listed."
      control={
        <Button
          variant="outlined"
          size="small"
          loading={choose.isPending}
          onClick={() => choose.mutate(branch)}
        >
          Set as default
        </Button>
      }
    />
  )
}

interface RowProps {
  title: string
  text: string
  control: React.ReactNode
}

/** What can be switched or done at once, without Save. */
function Row({ title, text, control }: RowProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="subtitle2">{title}</Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </Box>
      {control}
    </Box>
  )
}
