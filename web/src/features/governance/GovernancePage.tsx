import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { usePermissions } from '../../shared/data/me.ts'
import { useFeatures } from '../../shared/data/projects.ts'
import { PageHeader } from '../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { TableToolbar } from '../../shared/ui/table/TableToolbar.tsx'
import { UpgradeCallout } from '../../shared/ui/UpgradeCallout.tsx'
import { DefaultsDialog } from './DefaultsDialog.tsx'
import { ManageDialog } from './ManageDialog.tsx'
import { ProjectsTable } from './ProjectsTable.tsx'
import { type GovernedProject, useGovernedProjects } from './queries.ts'
import { filters, useView } from './use-view.ts'

/** Which style guides the projects of the workspace extend: /admin/governance. */
export function GovernancePage() {
  usePageTitle('Governance')
  const view = useView()
  const projects = useGovernedProjects({ search: view.search, has: view.has })
  const features = useFeatures()
  const canBill = usePermissions().can('WorkspaceBilling')
  const [managed, setManaged] = useState<GovernedProject[] | null>(null)
  const [showsDefaults, setShowsDefaults] = useState(false)
  const isMissing = features.data?.some(({ name, allowed }) => name === 'style_guides' && !allowed) ?? false
  return (
    <>
      <PageHeader
        title="Governance"
        description="A style guide is a set of rules. Projects that extend it are checked by them on all of their branches."
        actions={
          <Button variant="outlined" onClick={() => setShowsDefaults(true)}>
            Default Style Guide Settings
          </Button>
        }
      />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 2 }}>
        {isMissing ? (
          <UpgradeCallout feature="style_guides" canBill={canBill}>
            Your current plan does not include shared style guides. What projects extend already stays.
          </UpgradeCallout>
        ) : null}
        <TableToolbar
          search={view.search}
          onSearchChange={view.searchFor}
          searchLabel="Search projects"
          filters={[
            { id: 'show', label: 'Style guides', value: view.show, options: filters, onChange: view.setShow },
          ]}
        />
        <ProjectsTable projects={projects} view={view} onManage={setManaged} />
      </Box>
      {managed ? <ManageDialog projects={managed} onClose={() => setManaged(null)} /> : null}
      {showsDefaults ? <DefaultsDialog onClose={() => setShowsDefaults(false)} /> : null}
    </>
  )
}
