import ArrowBack from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { NavTabs } from '../../../shared/ui/NavTabs.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { widePage } from '../../../shared/ui/sizes.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { ImportForm } from '../components/ImportForm.tsx'
import { KindMenu } from '../components/KindMenu.tsx'
import { PlanLimit } from '../components/PlanLimit.tsx'

const flavours = [{ path: paths.addProject(), label: 'Design' }]

/** Adds a project; the sidebar makes room for it. */
export function AddProjectPage() {
  usePageTitle('Add a project')
  const workspace = useWorkspace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const finish = useCallback(
    (slug: string) => {
      // Lists of before are not shown even for a moment: they lack the new project.
      for (const key of ['projects', 'features']) client.removeQueries({ queryKey: [key], type: 'inactive' })
      toast.success('API Project successfully created 🚀')
      navigate(paths.docs(slug))
    },
    [client, navigate, toast],
  )
  return (
    <Box sx={{ width: '100%', maxWidth: widePage, mx: 'auto', px: { xs: 2, md: 4 }, py: 3 }}>
      <Button
        component={Link}
        to={paths.home}
        startIcon={<ArrowBack />}
        color="inherit"
        sx={{ maxWidth: '100%' }}
      >
        <Typography component="span" variant="inherit" noWrap>
          Back to {workspace.name}
        </Typography>
      </Button>
      <Typography variant="h1" sx={{ mt: 2 }}>
        Add a project
      </Typography>
      <NavTabs label="Flavor" tabs={flavours} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '260px 1fr' } }}>
        <KindMenu />
        <Box id="import" sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
          <PlanLimit />
          <ImportForm onDone={finish} />
        </Box>
      </Box>
    </Box>
  )
}
