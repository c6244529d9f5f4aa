import type { AnalysisTask, Branch, Project } from '../queries.ts'
import { ReplaceFile } from './ReplaceFile.tsx'
import { RepositoryRemedy } from './RepositoryRemedy.tsx'

interface Props {
  project: Project
  branch: Branch
  task: AnalysisTask
}

/** What mends an analysis that failed: another file, or what the Git host asks for. */
export function Remedy({ project, branch, task }: Props) {
  return project.type === 'vcs' ? (
    <RepositoryRemedy project={project} task={task} />
  ) : (
    <ReplaceFile project={project} branch={branch} label="Replace file" />
  )
}
