import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import OutlinedInput from '@mui/material/OutlinedInput'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { type ProjectRow, useProjects } from '../../../shared/data/projects.ts'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'

const debounceMs = 250
const flavours = { design: 'API', style_guide: 'Style Guide', design_library: 'Component Library' } as const

/** All projects that the caller may see: by name, a page at a time. */
export function AllProjects() {
  const [text, setText] = useState('')
  const name = useDebounced(text.trim(), debounceMs)
  const projects = useProjects(name ? { name } : {})
  return (
    <Box component="section" aria-labelledby="all-projects">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1.5, flexWrap: 'wrap' }}>
        <Typography id="all-projects" variant="h2" sx={{ flex: 1 }}>
          Projects
        </Typography>
        <OutlinedInput
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Find a project"
          type="search"
          size="small"
          inputProps={{ 'aria-label': 'Find a project' }}
          startAdornment={<SearchIcon fontSize="small" color="action" sx={{ mr: 1 }} />}
          sx={{ width: { xs: '100%', sm: 260 } }}
        />
      </Box>
      <Paper variant="outlined">
        {projects.isError ? <Note>The projects could not be loaded.</Note> : null}
        {projects.data?.length === 0 ? <Note>No results. Try another search term.</Note> : null}
        <List disablePadding>
          {projects.data?.map((project) => (
            <ProjectItem key={project.id} project={project} />
          ))}
        </List>
      </Paper>
      {projects.hasNextPage ? (
        <Button
          loading={projects.isFetchingNextPage}
          onClick={() => void projects.fetchNextPage()}
          sx={{ mt: 1 }}
        >
          Show more
        </Button>
      ) : null}
    </Box>
  )
}

function ProjectItem({ project }: { project: ProjectRow }) {
  return (
    <ListItem disablePadding divider sx={{ '&:last-child': { borderBottom: 0 } }}>
      <ListItemButton component={Link} to={paths.docs(project.slug)} sx={{ gap: 1.5, borderRadius: 0 }}>
        <ProjectIcon name={project.icon_name} colour={project.icon_color} size="row" />
        <ListItemText
          primary={project.name}
          secondary={project.description || undefined}
          slotProps={{ primary: { noWrap: true, sx: { fontWeight: 600 } }, secondary: { noWrap: true } }}
        />
        <Chip size="small" variant="outlined" label={flavours[project.flavor]} />
        {project.visibility === 'internal' ? null : (
          <Chip
            size="small"
            variant="outlined"
            label={project.visibility === 'public' ? 'Public' : 'Private'}
          />
        )}
      </ListItemButton>
    </ListItem>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Typography color="textSecondary" sx={{ p: 2 }}>
      {children}
    </Typography>
  )
}
