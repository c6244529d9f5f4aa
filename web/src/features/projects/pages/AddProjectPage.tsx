import ArrowBack from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { NavTabs } from '../../../shared/ui/NavTabs.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { widePage } from '../../../shared/ui/sizes.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { FlavourUpsell } from '../components/FlavourUpsell.tsx'
import { KindForm } from '../components/KindForm.tsx'
import { KindMenu } from '../components/KindMenu.tsx'
import { PlanLimit } from '../components/PlanLimit.tsx'
import { PageDrop } from '../drop/PageDrop.tsx'
import { type FileKind, kindOfFiles } from '../files/kind-of-files.ts'
import { type Flavour, type FlavourId, useFlavours } from '../flavours.ts'
import { type KindId, kindOf, kindsOf } from '../kinds.ts'
import { useWebAllowed } from '../queries.ts'

/** Adds a project; the sidebar makes room for it. The address says which flavour and kind is chosen. */
export function AddProjectPage() {
  usePageTitle('Add a project')
  const workspace = useWorkspace()
  const [query] = useSearchParams()
  const { tabs, flavour, access } = useFlavours(query.get('flavor'))
  const open = useOpenKind(query)
  const links = tabs.map((tab) => ({
    path: addressOf(query, { flavor: tab.id, kind: null }),
    label: tab.label,
    isCurrent: tab.id === flavour.id,
  }))
  return (
    <PageDrop kindOf={(files) => kindOfFiles(files, flavour.id)} onKind={open}>
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
        <NavTabs label="Flavor" tabs={links} />
        {access === 'denied' ? (
          <Callout severity="warning" title="Permission denied">
            You do not have sufficient permission to view this page
          </Callout>
        ) : null}
        {access === 'not-in-plan' ? <FlavourUpsell flavour={flavour} /> : null}
        {access === 'allowed' ? <Kinds flavour={flavour} /> : null}
      </Box>
    </PageDrop>
  )
}

/** Opens the form of a kind, which says itself why it is none for the caller; whether it takes files. */
function useOpenKind(query: URLSearchParams) {
  const navigate = useNavigate()
  const toast = useToast()
  const webAllowed = useWebAllowed()
  return (kind: FileKind): boolean => {
    const flavour: FlavourId = kind === 'spectral' ? 'style_guide' : 'design'
    if (!kindsOf(flavour, webAllowed.data !== false).some(({ id }) => id === kind)) {
      toast.error('This workspace takes no projects of files.')
      return false
    }
    navigate(addressOf(query, { flavor: flavour, kind }))
    return true
  }
}

function Kinds({ flavour }: { flavour: Flavour }) {
  const [query] = useSearchParams()
  const webAllowed = useWebAllowed()
  const kinds = kindsOf(flavour.id, webAllowed.data !== false)
  const kind = kindOf(kinds, query)
  const { finish, finishAdding } = useFinish(flavour, kind?.id)
  if (!kind) return null
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '300px 1fr' } }}>
      <KindMenu
        kinds={kinds}
        current={kind}
        addressOf={({ id }) => addressOf(query, { flavor: flavour.id, kind: id })}
      />
      <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0, alignContent: 'start' }}>
        <PlanLimit />
        <KindForm
          key={`${flavour.id} ${kind.id}`}
          flavour={flavour}
          kind={kind}
          onDone={finish}
          onAdded={finishAdding}
        />
      </Box>
    </Box>
  )
}

/** What happens once projects are made: it is said, and they open. */
function useFinish({ product }: Flavour, kind: KindId | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return useMemo(() => {
    const leave = (path: string, message: string) => {
      // Lists of before are not shown even for a moment: they lack the new project.
      for (const key of ['projects', 'features']) client.removeQueries({ queryKey: [key], type: 'inactive' })
      toast.success(message)
      navigate(path)
    }
    return {
      finish: (slug: string) => leave(pageOf(slug, kind), `${product} Project successfully created 🚀`),
      finishAdding: ([slug = '', ...others]: string[]) =>
        others.length === 0
          ? leave(paths.docs(slug), 'Project successfully added 🚀 Taking you to the documentation.')
          : leave(
              paths.admin.automation,
              `${others.length + 1} projects successfully added 🚀 Find the new projects in the sidebar.`,
            ),
    }
  }, [client, navigate, toast, product, kind])
}

/** Where one goes on: to write it, or to read what a script will push. */
function pageOf(slug: string, kind: KindId | undefined): string {
  if (kind === 'cli') return paths.docs(slug)
  const isImport = kind === 'import' || kind === 'postman' || kind === 'spectral'
  return paths.studio(slug, undefined, { importFiles: isImport ? 'true' : undefined })
}

/** This page with other choices; the group and what else the address says stay. */
function addressOf(query: URLSearchParams, choices: Record<string, string | null>): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(choices)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return `${paths.addProject()}?${next}`
}
