import { Navigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useRead } from '../../../shared/data/read.ts'
import { projectTopic, usePolled } from '../../../shared/data/realtime.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { type Branch, type Project, projectQuery, rulesetQuery } from '../queries.ts'
import { EmptyBranch } from './EmptyBranch.tsx'
import { SetupScreen } from './SetupScreen.tsx'

// What comes is looked for this often where nobody tells of it.
const pollMs = 5_000

/** A branch without contents: a style guide opens at its rules, which no contents list; else there is nothing to read yet. */
export function RulesOrSetup({ project, branch }: { project: Project; branch: Branch }) {
  const isGuide = project.flavor === 'style_guide'
  const poll = usePolled(projectTopic(project.id), pollMs)
  useRead({ ...projectQuery(project.workspace_id, project.slug), refetchInterval: poll })
  const { data: slug, isPending } = useRead({ ...rulesetQuery(branch), enabled: isGuide })
  if (isGuide && isPending) return <Spinner label="Loading the rules" />
  if (slug) return <Navigate to={paths.docs(project.slug, branch.slug, slug)} replace />
  return (
    <EmptyBranch project={project} branch={branch}>
      <SetupScreen project={project} branch={branch} />
    </EmptyBranch>
  )
}
