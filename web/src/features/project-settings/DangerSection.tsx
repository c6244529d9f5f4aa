import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { messageOf, refusal } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { DeleteProjectDialog } from '../../shared/ui/DeleteProjectDialog.tsx'
import { Section } from '../../shared/ui/Section.tsx'
import type { Project } from './model.ts'

/** Deletes the project, once its slug has been typed. */
export function DangerSection({ project }: { project: Project }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title="Danger zone" isTopic>
      <Typography variant="body2" color="textSecondary">
        The project is deleted with all its branches, files and docs. This cannot be undone.
      </Typography>
      <Button variant="outlined" color="error" sx={{ justifySelf: 'start' }} onClick={() => setAsking(true)}>
        Delete project…
      </Button>
      {isAsking ? <DeleteDialog project={project} onClose={() => setAsking(false)} /> : null}
    </Section>
  )
}

function DeleteDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useChange({
    run: () =>
      rpc('delete_project', { p_project_id: project.id }).catch((error: unknown) => {
        throw refusal(messageOf(error, 'Error deleting project'))
      }),
    changes: ['projects', 'pins', 'features'],
    success: 'Project deleted',
    onDone: () => {
      // The page leaves first: its project cannot be read any more.
      navigate(paths.home, { replace: true })
      client.removeQueries({ queryKey: ['settings-project'], type: 'inactive' })
    },
  })
  return <DeleteProjectDialog project={project} onConfirm={() => remove.mutateAsync()} onClose={onClose} />
}
