import ManageSearch from '@mui/icons-material/ManageSearch'
import MenuBook from '@mui/icons-material/MenuBookOutlined'
import UploadFile from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { maxImportSize } from '../../../../../supabase/functions/_shared/domain/imports.ts'
import { paths } from '../../../shared/config/paths.ts'

const steps = [
  {
    Icon: UploadFile,
    title: 'Import a description',
    text: `Drop an OpenAPI 2.0, 3.0 or 3.1 file, as YAML or JSON. Up to ${maxImportSize}.`,
  },
  {
    Icon: MenuBook,
    title: 'Read the documentation',
    text: 'Every operation, model and article gets a page with examples and code samples.',
  },
  {
    Icon: ManageSearch,
    title: 'Find anything',
    text: 'Search names, paths and descriptions across the workspace with Ctrl K.',
  },
] as const

/** First steps of an empty workspace, for who may make its first project. */
export function GettingStarted() {
  return (
    <Box component="section" aria-label="Getting started" sx={{ display: 'grid', gap: 3 }}>
      <Box
        component="ol"
        sx={{
          display: 'grid',
          gap: 2,
          p: 0,
          m: 0,
          listStyle: 'none',
          gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' },
        }}
      >
        {steps.map(({ Icon, title, text }) => (
          <Card key={title} component="li" sx={{ p: 2.5, display: 'grid', gap: 1, alignContent: 'start' }}>
            <Icon color="primary" />
            <Typography variant="h3" component="h2">
              {title}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {text}
            </Typography>
          </Card>
        ))}
      </Box>
      <Button
        component={Link}
        to={paths.addProject()}
        variant="contained"
        size="large"
        startIcon={<UploadFile />}
        sx={{ justifySelf: 'start' }}
      >
        Import your first description
      </Button>
    </Box>
  )
}
