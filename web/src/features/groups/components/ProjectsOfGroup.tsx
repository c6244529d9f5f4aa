import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import type { Group } from '../model.ts'
import { useProjectsOfGroup } from '../queries.ts'

/** The projects of a group, by name, a page at a time. */
export function ProjectsOfGroup({ group, onOpen }: { group: Group; onOpen: (slug: string) => void }) {
  const projects = useProjectsOfGroup(group.id)
  return (
    <Section title="Projects">
      {projects.isPending ? <Skeleton height={40} /> : null}
      {projects.error ? <Callout severity="error">{messageOf(projects.error)}</Callout> : null}
      {projects.data?.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          This group has no projects that you can see.
        </Typography>
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {projects.data?.map((project) => (
          <li key={project.id}>
            <ButtonBase
              onClick={() => onOpen(project.slug)}
              sx={{
                width: '100%',
                justifyContent: 'flex-start',
                gap: 1.25,
                p: 0.75,
                borderRadius: 1,
                '&:hover, &:focus-visible': { backgroundColor: 'action.hover' },
              }}
            >
              <ProjectIcon name={project.icon_name} colour={project.icon_color} />
              <Typography variant="body2" component="span" noWrap title={project.name}>
                {project.name}
              </Typography>
            </ButtonBase>
          </li>
        ))}
      </Box>
      {projects.hasNextPage ? (
        <Button
          size="small"
          sx={{ justifySelf: 'start' }}
          loading={projects.isFetchingNextPage}
          onClick={() => void projects.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </Section>
  )
}
