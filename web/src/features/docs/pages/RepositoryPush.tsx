import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { repositoryPushCommand } from '../../../shared/data/push-command.ts'
import { useRead } from '../../../shared/data/read.ts'
import { supabase, unwrap } from '../../../shared/data/supabase.ts'
import { CodeBlock } from '../components/code/CodeBlock.tsx'
import type { Branch, Project } from '../queries.ts'

/** The push that brings content to a project from Git, and whether its host tells of it. */
export function RepositoryPush({ project, branch }: { project: Project; branch: Branch | undefined }) {
  const repository = useRead({
    key: ['project-repository', { projectId: project.id, for: 'push' }],
    read: () =>
      unwrap(
        supabase
          .from('project_repositories')
          .select('remote_url_http,default_branch,webhook_installed_at')
          .eq('project_id', project.id)
          .maybeSingle(),
      ),
  })
  if (!repository.data) return null
  const { remote_url_http: url, default_branch: byDefault, webhook_installed_at: installed } = repository.data
  return (
    <Box
      sx={{
        width: '100%',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        textAlign: 'left',
      }}
    >
      <CodeBlock
        title="Push to the repository"
        language="bash"
        code={repositoryPushCommand(url, branch?.name ?? byDefault)}
      />
      <Typography variant="body2" color="text.secondary">
        {installed
          ? 'The webhook is installed: what is pushed shows here by itself.'
          : 'No webhook is installed: the Git host tells nobody of a push. Install it in the settings of the project, or have the branch analyzed after each push.'}
      </Typography>
    </Box>
  )
}
