import DownloadIcon from '@mui/icons-material/Download'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { download } from '../../../shared/ui/download.ts'
import { csvOf, type ExportFormat, jsonOf, linesOf } from '../export.ts'
import { allEvents, type EventGroup } from '../queries.ts'

/** Hands out all events of the chosen groups as a file. */
export function ExportMenu({ groups }: { groups: EventGroup[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { isBusy, count, run } = useExport(groups)
  const id = useId()
  const choose = (format: ExportFormat) => {
    setAnchor(null)
    run(format)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        loading={isBusy}
        loadingPosition="start"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {isBusy ? `Exporting ${count.toLocaleString('en')}` : 'Export'}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => choose('csv')}>Export as CSV</MenuItem>
        <MenuItem onClick={() => choose('json')}>Export as JSON</MenuItem>
        <MenuItem onClick={() => choose('ndjson')}>Export as NDJSON</MenuItem>
      </Menu>
    </>
  )
}

function useExport(groups: EventGroup[]) {
  const workspace = useWorkspace()
  const [count, setCount] = useState(0)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const { mutate, isPending } = useChange({
    run: () => {
      stop.current = new AbortController()
      setCount(0)
      return allEvents(workspace.id, groups, setCount, stop.current.signal)
    },
    onDone: (events, format: ExportFormat) => {
      const name = `activity-${workspace.slug}-${new Date().toISOString().slice(0, 10)}.${format}`
      if (format === 'csv') download(name, new Blob([csvOf(events)], { type: 'text/csv;charset=utf-8' }))
      else if (format === 'ndjson')
        download(name, new Blob([linesOf(events)], { type: 'application/x-ndjson' }))
      else download(name, new Blob([jsonOf(events)], { type: 'application/json' }))
    },
    failure: (error) =>
      stop.current?.signal.aborted ? null : `Error exporting activity: ${messageOf(error)}`,
  })
  return { isBusy: isPending, count, run: mutate }
}
