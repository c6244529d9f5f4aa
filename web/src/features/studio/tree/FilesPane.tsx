import NoteAddOutlined from '@mui/icons-material/NoteAddOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Snackbar from '@mui/material/Snackbar'
import { useMemo, useRef, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { changeOf, folderOf, nameOf, type StudioFile, type StudioProject } from '../model.ts'
import { DiscardDialog } from '../publish/DiscardDialog.tsx'
import { type Move, useCreateFiles, useDeleteFiles, useMoveFiles, useRestoreFiles } from '../queries.ts'
import { FileTree, type TreeItem } from './FileTree.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { NewFileDialog } from './NewFileDialog.tsx'
import { templateFor } from './templates.ts'
import { movesInto, movesTo } from './tree-rows.ts'
import { uploadFiles } from './upload-files.ts'

interface Props {
  project: StudioProject
  branchId: number
  files: readonly StudioFile[]
  active: string | null
  readOnly: boolean
  /** Which template a new file is asked for with; null: none is asked for. */
  creating: { template?: string; folder?: string } | null
  onCreating: (creating: Props['creating']) => void
  onOpen: (id: string) => void
  /** Moves files by `move`, with what refers to them. */
  onMove: (moves: readonly Move[], move: () => Promise<unknown>) => Promise<void>
}

/** The files, and all that is done with them. */
export function FilesPane(props: Props) {
  const { project, branchId, files, active, readOnly, creating, onCreating, onOpen, onMove } = props
  const [filter, setFilter] = useState('')
  const [menu, setMenu] = useState<{ item: TreeItem; anchor: HTMLElement } | null>(null)
  const [moving, setMoving] = useState<TreeItem | null>(null)
  const [discarding, setDiscarding] = useState<StudioFile | null>(null)
  const [deleted, setDeleted] = useState<StudioFile[]>([])
  const input = useRef<HTMLInputElement>(null)
  const uploadFolder = useRef('')
  const toast = useToast()
  const create = useCreateFiles(branchId)
  const move = useMoveFiles(branchId)
  const remove = useDeleteFiles()
  const restore = useRestoreFiles()
  const live = useMemo(() => files.filter(({ deleted_at }) => deleted_at === null), [files])
  const fileAt = (path: string) => live.find((file) => file.path === path)
  const below = ({ kind, path }: TreeItem) =>
    live.filter((file) => (kind === 'file' ? file.path === path : file.path.startsWith(`${path}/`)))

  const moveAll = async (moves: Move[]) => {
    if (moves.length === 0) return
    await onMove(moves, () => move.mutateAsync(moves))
  }
  const removeItem = (item: TreeItem) => {
    const gone = below(item)
    remove.mutate(
      gone.map(({ id }) => id),
      { onSuccess: () => setDeleted(gone) },
    )
  }
  const upload = async (list: FileList | File[], folder: string) => {
    const taken = new Set(live.map(({ path }) => path.toLowerCase()))
    try {
      const made = await create.mutateAsync(await uploadFiles([...list], folder, taken, project.workspace_id))
      if (made[0]) onOpen(made[0].id)
    } catch (error) {
      toast.error(messageOf(error, 'The files could not be uploaded.'))
    }
  }
  const choose = (folder: string) => {
    uploadFolder.current = folder
    input.current?.click()
  }
  const close = () => setMenu(null)
  const then = (act: () => void) => () => {
    close()
    act()
  }
  const item = menu?.item
  const folder = item ? (item.kind === 'folder' ? item.path : folderOf(item.path)) : ''
  const file = item?.kind === 'file' ? fileAt(item.path) : undefined

  return (
    <Box
      component="nav"
      aria-label="Files"
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: 1, py: 0.75 }}>
        <InputBase
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          placeholder="Filter files"
          inputProps={{ 'aria-label': 'Filter files', spellCheck: false }}
          sx={{
            flex: 1,
            minWidth: 0,
            px: 1,
            fontSize: typeSizes.note,
            borderRadius: 0.75,
            backgroundColor: 'action.hover',
          }}
        />
        {readOnly ? null : (
          <>
            <IconButton size="small" title="New file" aria-label="New file" onClick={() => onCreating({})}>
              <NoteAddOutlined fontSize="compact" aria-hidden />
            </IconButton>
            <IconButton
              size="small"
              title="Upload files"
              aria-label="Upload files"
              onClick={() => choose('')}
            >
              <UploadFileOutlined fontSize="compact" aria-hidden />
            </IconButton>
          </>
        )}
      </Box>
      <FileTree
        files={live}
        filter={filter}
        active={active}
        readOnly={readOnly}
        onOpen={onOpen}
        onMenu={(item, anchor) => setMenu({ item, anchor })}
        onRename={setMoving}
        onDelete={removeItem}
        onDrop={(dragged, to) =>
          void moveAll(movesInto(live, dragged, to)).catch((error: unknown) => toast.error(messageOf(error)))
        }
        onUpload={(list, to) => void upload(list, to)}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          if (target.files) void upload(target.files, uploadFolder.current)
          target.value = ''
        }}
      />
      <Menu anchorEl={menu?.anchor ?? null} open={menu !== null} onClose={close}>
        {file ? <MenuItem onClick={then(() => onOpen(file.id))}>Open</MenuItem> : null}
        {item ? (
          <MenuItem onClick={then(() => void navigator.clipboard?.writeText(item.path))}>Copy path</MenuItem>
        ) : null}
        {readOnly
          ? null
          : [
              <MenuItem key="new" onClick={then(() => onCreating({ folder }))}>
                New file here…
              </MenuItem>,
              <MenuItem key="upload" onClick={then(() => choose(folder))}>
                Upload here…
              </MenuItem>,
              <MenuItem key="move" onClick={then(() => item && setMoving(item))}>
                Rename or move…
              </MenuItem>,
              file && changeOf(file) !== null ? (
                <MenuItem key="discard" onClick={then(() => setDiscarding(file))}>
                  Discard changes…
                </MenuItem>
              ) : null,
              <MenuItem
                key="delete"
                onClick={then(() => item && removeItem(item))}
                sx={{ color: 'error.main' }}
              >
                Delete
              </MenuItem>,
            ]}
      </Menu>
      {moving ? (
        <MoveDialog
          item={moving}
          onMove={(path) => moveAll(movesTo(live, moving, path))}
          onClose={() => setMoving(null)}
        />
      ) : null}
      {creating ? (
        <NewFileDialog
          branchId={branchId}
          files={files}
          title={project.name}
          folder={creating.folder ?? ''}
          template={creating.template ?? templateFor(project.flavor)}
          onCreated={onOpen}
          onClose={() => onCreating(null)}
        />
      ) : null}
      <DiscardDialog project={project} file={discarding} onClose={() => setDiscarding(null)} />
      <Snackbar
        open={deleted.length > 0}
        autoHideDuration={10_000}
        onClose={(_event, reason) => reason !== 'clickaway' && setDeleted([])}
        message={
          deleted.length === 1
            ? `${nameOf(deleted[0]?.path ?? '')} was deleted`
            : `${deleted.length} files were deleted`
        }
        action={
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              restore.mutate(deleted.map(({ id }) => id))
              setDeleted([])
            }}
          >
            Undo
          </Button>
        }
      />
    </Box>
  )
}
