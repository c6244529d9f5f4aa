import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ProjectFilter, type ProjectRow, useProjects } from '../../shared/data/projects.ts'
import { ProjectLink } from './ProjectLink.tsx'

interface Props {
  filter: ProjectFilter
  empty: string
  pinnedIds: Set<number>
  onPin: (project: ProjectRow) => void
}

/** Projects of one list, with a way to the next page. */
export function ProjectPages({ filter, empty, pinnedIds, onPin }: Props) {
  const projects = useProjects(filter)
  if (projects.isError) return <Note>The projects could not be loaded.</Note>
  if (projects.data?.length === 0) return <Note>{empty}</Note>
  return (
    <>
      {projects.data?.map((project) => (
        <ProjectLink
          key={project.id}
          project={project}
          place={pinnedIds.has(project.id) ? 'also-pinned' : 'listed'}
          onPin={onPin}
        />
      ))}
      {projects.hasNextPage ? (
        <Button
          size="small"
          color="inherit"
          loading={projects.isFetchingNextPage}
          onClick={() => void projects.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Typography variant="body2" sx={{ px: 1, py: 0.5, opacity: 0.8 }}>
      {children}
    </Typography>
  )
}
