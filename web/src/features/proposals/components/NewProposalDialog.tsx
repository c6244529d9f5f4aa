import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { useBranchesOf, useProjectsNamed } from '../queries.ts'

interface Named {
  id: number
  slug: string
  name: string
}

/** Which branch is proposed; the rest is said on its page. */
export function NewProposalDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [project, setProject] = useState<Named | null>(null)
  const [branch, setBranch] = useState<Named | null>(null)
  const projects = useProjectsNamed(useDebounced(search, 200))
  const branches = useBranchesOf(project?.id ?? null)
  const fault = projects.error ?? branches.error
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>New proposal</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <DialogContentText>Which branch or version is to become part of another one?</DialogContentText>
        <Autocomplete<Named>
          options={projects.data ?? []}
          value={project}
          loading={projects.isFetching}
          filterOptions={(found) => found}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ id: key }) => key}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No projects found"
          onInputChange={(_event, text, reason) => {
            if (reason === 'input') setSearch(text)
          }}
          onChange={(_event, next) => {
            setProject(next)
            setBranch(null)
          }}
          renderInput={(params) => <TextField {...params} label="Project" autoFocus />}
        />
        <Autocomplete<Named>
          options={branches.data ?? []}
          value={branch}
          disabled={project === null}
          loading={branches.isFetching}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ id: key }) => key}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="It has no branch beside the default one. Make one in the Studio."
          onChange={(_event, next) => setBranch(next)}
          renderInput={(params) => <TextField {...params} label="Branch" />}
        />
        {fault ? (
          <ReadFault error={fault} onRetry={() => void (projects.isError ? projects : branches).refetch()} />
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={!project || !branch}
          onClick={() => project && branch && navigate(`${paths.proposal(project.slug, branch.slug)}?new`)}
        >
          Continue
        </Button>
      </DialogActions>
    </Dialog>
  )
}
