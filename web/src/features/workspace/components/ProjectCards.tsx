import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import type { ProjectRow } from '../../../shared/data/projects.ts'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'

/** A few projects to go back to. */
export function ProjectCards({ title, projects }: { title: string; projects: ProjectRow[] }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h2" gutterBottom>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 270px), 1fr))',
        }}
      >
        {projects.map((project) => (
          <Card key={project.id}>
            <CardActionArea
              component={Link}
              to={paths.docs(project.slug)}
              sx={{
                p: 2,
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'flex-start',
                gap: 1.5,
                height: '100%',
              }}
            >
              <ProjectIcon name={project.icon_name} colour={project.icon_color} size="title" />
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="h4" component="h3" noWrap>
                  {project.name}
                </Typography>
                <Typography variant="body2" color="textSecondary" noWrap>
                  {project.description || project.slug}
                </Typography>
              </Box>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </Box>
  )
}
