import Button from '@mui/material/Button'
import { useState } from 'react'
import { useMe, useProjectPermissions } from '../../shared/data/me.ts'
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { useLeaveProject } from './changes.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { useExplanation, useMyProjectRole } from './queries.ts'
import { WhyAccess } from './WhyAccess.tsx'

interface Props {
  projectId: number
  projectName: string
  onLeft?: () => void
}

/** What the reader may do in the project, and why; the way out of it. */
export function YourAccess({ projectId, projectName, onLeft }: Props) {
  const me = useMe().data?.id
  const explanation = useExplanation(projectId, me)
  return (
    <Section
      title="Your access"
      actions={
        <LeaveButton projectId={projectId} projectName={projectName} {...(onLeft ? { onLeft } : {})} />
      }
    >
      {explanation.isPending ? <Spinner label="Loading your access" /> : null}
      {explanation.isError ? (
        <LoadFailure error={explanation.error} onRetry={() => void explanation.refetch()} />
      ) : null}
      {explanation.data ? (
        <WhyAccess
          projectId={projectId}
          userId={explanation.data.user.user_id}
          summary={explanation.data.summary}
        />
      ) : null}
    </Section>
  )
}

/** Gives up one's own membership: for who has the project by name and does not own it. */
function LeaveButton({ projectId, projectName, onLeft }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { can } = useProjectPermissions(projectId)
  const mine = useMyProjectRole(projectId)
  const leave = useLeaveProject(projectId, onLeft)
  if (!mine.data || mine.data === 'owner' || !can('project_leave')) return null
  return (
    <>
      <Button size="small" color="error" onClick={() => setAsking(true)}>
        Leave Project
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Leave Project?"
        confirmLabel="Leave"
        destructive
        onConfirm={async () => {
          await leave.mutateAsync().catch(() => undefined)
        }}
        onClose={() => setAsking(false)}
      >
        You lose what you were given in {projectName} by name. Somebody has to share it with you again to get
        it back.
      </ConfirmDialog>
    </>
  )
}
