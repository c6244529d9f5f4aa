import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { workspaceRoles } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { workspaceRoleLabel } from '../../../shared/ui/roles.ts'
import { TableToolbar } from '../../../shared/ui/table/TableToolbar.tsx'
import { type Ask, AskedDialog } from '../components/AskedDialog.tsx'
import { MembersTable } from '../components/MembersTable.tsx'
import { PersonPanel } from '../components/PersonPanel.tsx'
import { SeatLimits } from '../components/SeatLimits.tsx'
import { isSelectable } from '../people.ts'
import { usePeople } from '../use-people.ts'
import { useRowActions } from '../use-row-actions.ts'
import { useView } from '../use-view.ts'

const roleOptions = [
  { value: 'all', label: 'All' },
  ...[...workspaceRoles, 'pending'].map((value) => ({ value, label: workspaceRoleLabel(value) })),
]

/** Who belongs to the workspace, was invited or asked to join. */
export function MembersPage() {
  usePageTitle('Members')
  const { can } = usePermissions()
  const view = useView()
  const people = usePeople(view)
  const { copy, resend } = useRowActions()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [ask, setAsk] = useState<Ask | null>(null)
  // Who left the list, by a filter or for good, is no longer meant.
  const listed = new Set(people.rows.map(({ id }) => id).filter((id) => selected.has(id)))
  const selectAll = async () => {
    const members = (await people.rest?.loadAll()) ?? []
    setSelected(new Set([...people.rows, ...members].filter(isSelectable).map(({ id }) => id)))
  }
  const isFiltered = view.role !== 'all' || view.search.trim() !== ''
  return (
    <>
      <PageHeader
        title="Members"
        description="Who belongs to this workspace, who was invited, and who asked to join."
        actions={
          can('WorkspaceMembersInvite') ? (
            <Button
              variant="contained"
              startIcon={<PersonAddIcon />}
              onClick={() => setAsk({ kind: 'invite', emails: [] })}
            >
              Invite Members
            </Button>
          ) : null
        }
      />
      <SeatLimits />
      <Box sx={{ mb: 1.5 }}>
        <TableToolbar
          search={view.search}
          onSearchChange={view.setSearch}
          searchLabel="Search members"
          filters={[
            { id: 'role', label: 'Role', value: view.role, options: roleOptions, onChange: view.setRole },
          ]}
        />
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', gap: 2 }}>
        <MembersTable
          rows={people.rows}
          isLoading={people.isLoading}
          error={people.error ? messageOf(people.error) : null}
          onRetry={people.retry}
          order={view.order}
          onOrderChange={view.setOrder}
          selected={listed}
          selectRest={people.rest ? { ...people.rest, onSelect: () => void selectAll() } : undefined}
          onSelectedChange={setSelected}
          openId={view.open}
          onOpen={view.setOpen}
          onAsk={setAsk}
          onCopy={copy}
          onResend={resend}
          isFiltered={isFiltered}
          onResetFilters={view.reset}
          onEndReached={people.loadMore}
          isLoadingMore={people.isLoadingMore}
        />
        <PersonPanel
          row={people.rows.find(({ id }) => id === view.open)}
          onAsk={setAsk}
          onResend={resend}
          onClose={() => view.setOpen(null)}
        />
      </Box>
      {ask ? (
        <AskedDialog
          ask={ask}
          onDone={(failed) => setSelected(new Set(failed))}
          onClose={() => setAsk(null)}
        />
      ) : null}
    </>
  )
}
