import UploadFile from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PickedFile } from '../../../shared/import-files/bundle.ts'
import { filesOfDrop } from '../../../shared/import-files/dropped.ts'
import type { FileKind } from '../files/kind-of-files.ts'
import { useLatest } from '../files/use-latest.ts'
import { PageDropContext } from './page-drop.ts'

interface Props {
  /** What files become here; rejects for what cannot be read. */
  kindOf: (files: PickedFile[]) => Promise<FileKind>
  /** Shows the form of a kind; whether it is there to take files. */
  onKind: (kind: FileKind) => boolean
  children: ReactNode
}

/** Takes what is dropped anywhere on the page: a file never becomes the page. */
export function PageDrop({ kindOf, onKind, children }: Props) {
  const [over, setOver] = useState(false)
  const [drops, setDrops] = useState(0)
  const pending = useRef<{ kind: FileKind; files: Promise<PickedFile[]> } | null>(null)
  const busy = useRef(false)
  const begin = useLatest()

  const receive = useRef<(files: Promise<PickedFile[]>) => Promise<void>>(async () => undefined)
  receive.current = async (files) => {
    const isLatest = begin()
    // What cannot be read is said so by the form that would take it.
    const kind = await files.then(kindOf).catch((): FileKind => 'import')
    if (!isLatest() || busy.current || !onKind(kind)) return
    pending.current = { kind, files }
    setDrops((count) => count + 1)
  }

  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      if (busy.current && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
      setOver(!busy.current)
    }
    // Between two elements of the page there is one that is entered.
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || !holdsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer && !busy.current) void receive.current(filesOfDrop(event.dataTransfer))
    }
    window.addEventListener('dragenter', drag)
    window.addEventListener('dragover', drag)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', drag)
      window.removeEventListener('dragover', drag)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])

  const take = useCallback((kind: FileKind) => {
    if (pending.current?.kind !== kind) return null
    const { files } = pending.current
    pending.current = null
    return files
  }, [])
  const hold = useCallback((isBusy: boolean) => {
    busy.current = isBusy
  }, [])
  const state = useMemo(() => ({ drops, take, hold }), [drops, take, hold])
  return (
    <PageDropContext value={state}>
      {children}
      {over ? <Invitation /> : null}
    </PageDropContext>
  )
}

/** Whether files are dragged, and not a part of the page. */
function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

function Invitation() {
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 12,
        zIndex: 'modal',
        pointerEvents: 'none',
        border: 2,
        borderStyle: 'dashed',
        borderColor: 'primary.main',
        borderRadius: 2,
        display: 'grid',
        placeItems: 'end center',
        p: 4,
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2.5,
          py: 1.5,
          borderRadius: 2,
          boxShadow: 6,
          backgroundColor: 'background.paper',
        }}
      >
        <UploadFile color="primary" />
        <Typography>Drop files, a folder or a .zip anywhere on this page</Typography>
      </Box>
    </Box>
  )
}
