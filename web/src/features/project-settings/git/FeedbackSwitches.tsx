import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import Switch from '@mui/material/Switch'
import type { GitCapabilities } from '../../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { type Feedback, useSetFeedback } from './queries.ts'

const labels: Record<keyof Feedback, string> = {
  commit_statuses: 'Commit status of each analysis, with a link to its docs',
  pull_request_comments: 'Comment on pull requests with their changes, one that is kept up to date',
}

interface Props {
  projectId: number
  feedback: Feedback
  isReadOnly: boolean
  /** What the host can do. */
  host: GitCapabilities
}

/** What the product says at the Git host. */
export function FeedbackSwitches({ projectId, feedback, isReadOnly, host }: Props) {
  const set = useSetFeedback(projectId)
  const shown = set.isPending ? { ...feedback, ...set.variables } : feedback
  const possible = [
    ...(host.commitStatus ? (['commit_statuses'] as const) : []),
    ...(host.pullRequestComment ? (['pull_request_comments'] as const) : []),
  ]
  return (
    <FormGroup role="group" aria-label="Feedback at the Git host">
      {possible.map((name) => (
        <FormControlLabel
          key={name}
          label={labels[name]}
          disabled={isReadOnly || set.isPending}
          control={<Switch checked={shown[name]} onChange={(_event, isOn) => set.mutate({ [name]: isOn })} />}
        />
      ))}
    </FormGroup>
  )
}
