import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { PersonAvatar } from './PersonAvatar.tsx'
import { SidePanel } from './SidePanel.tsx'
import { DataTable } from './table/DataTable.tsx'

export const title = 'SidePanel'

const names = [
  'Platform',
  'A team whose name is longer than what a panel has room for in one line',
  'Billing',
]

/** Beside the table it tells more about. */
export function BesideATable() {
  const [open, setOpen] = useState<string | null>(null)
  const [tab, setTab] = useState('overview')
  return (
    <Box sx={{ display: 'flex', gap: 2, height: 520 }}>
      <DataTable
        label="Teams"
        rows={names}
        rowId={(name) => name}
        columns={[{ id: 'name', label: 'Team', text: (name) => name, render: (name) => name }]}
        onRowClick={setOpen}
        activeRowId={open}
      />
      <SidePanel
        open={open !== null}
        title={open}
        subtitle="4 members"
        icon={<PersonAvatar name={open ?? ''} size="title" />}
        actions={
          <IconButton aria-label="Delete" size="small">
            <DeleteOutlineIcon fontSize="small" />
          </IconButton>
        }
        onClose={() => setOpen(null)}
        tab={tab}
        onTabChange={setTab}
        tabs={['overview', 'members', 'settings'].map((id) => ({
          id,
          label: id.charAt(0).toUpperCase() + id.slice(1),
          content: <Typography variant="body2">What there is to say about {id}.</Typography>,
        }))}
      />
    </Box>
  )
}

export function Loading() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Box sx={{ display: 'flex', gap: 2, height: 320 }}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <SidePanel open={isOpen} title="Platform" isLoading onClose={() => setOpen(false)} />
    </Box>
  )
}
