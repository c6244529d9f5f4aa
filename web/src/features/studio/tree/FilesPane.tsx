import CreateNewFolderOutlined from '@mui/icons-material/CreateNewFolderOutlined'
import NoteAddOutlined from '@mui/icons-material/NoteAddOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { filesOfList } from '../../../shared/import-files/dropped.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { DeletedNotice } from '../layout/DeletedNotice.tsx'
import { nameOf, type StudioFile, type StudioProject } from '../model.ts'
import { type Move, useDeleteFiles, useMoveFiles, useRestoreFiles } from '../queries.ts'
import { FileMenu } from './FileMenu.tsx'
import { FileTree, type TreeItem } from './FileTree.tsx'
import { foldersOf, movesInto, movesTo } from './tree-rows.ts'
import { useBring } from './use-bring.ts'
import { useFolders } from './use-folders.ts'
import { useReplace } from './use-replace.tsx'

const DiscardDialog = lazy(() => import('../desk/asked.ts').then((m) => ({ default: m.DiscardDialog })))
const FolderDialog = lazy(() => import('../desk/asked.ts').then((m) => ({ default: m.FolderDialog })))
const MoveDialog = lazy(() => import('../desk/asked.ts').then((m) => ({ default: m.MoveDialog })))
const NewFileDialog = lazy(() => import('../desk/asked.ts').then((m) => ({ default: m.NewFileDialog })))

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
  const [making, setMaking] = useState<string | null>(null)
  const [discarding, setDiscarding] = useState<StudioFile | null>(null)
  const [deleted, setDeleted] = useState<StudioFile[]>([])
  const input = useRef<HTMLInputElement>(null)
  const uploadFolder = useRef('')
  const toast = useToast()
  const move = useMoveFiles(branchId)
  const remove = useDeleteFiles()
  const restore = useRestoreFiles()
  const replace = useReplace()
  const live = useMemo(() => files.filter(({ deleted_at }) => deleted_at === null), [files])
  const { bring, isBusy } = useBring({ project, branchId, files: live, onOpen })
  const folders = useFolders(live)
  const below = ({ kind, path }: TreeItem) =>
    live.filter((file) => (kind === 'file' ? file.path === path : file.path.startsWith(`${path}/`)))

  const moveAll = async (item: TreeItem, moves: Move[], to: string) => {
    if (moves.length > 0) await onMove(moves, () => move.mutateAsync(moves))
    if (item.kind === 'folder' && to !== item.path) folders.move(item.path, to)
  }
  const removeItem = (item: TreeItem) => {
    const gone = below(item)
    if (item.kind === 'folder') folders.remove(item.path)
    if (gone.length === 0) return
    remove.mutate(
      gone.map(({ id }) => id),
      { onSuccess: () => setDeleted(gone) },
    )
  }
  const choose = (folder: string) => {
    uploadFolder.current = folder
    input.current?.click()
  }
  const drop = (dragged: TreeItem, folder: string) => {
    const to = folder === '' ? nameOf(dragged.path) : `${folder}/${nameOf(dragged.path)}`
    if (to.startsWith(`${dragged.path}/`)) return
    void moveAll(dragged, movesInto(live, dragged, folder), to).catch((error: unknown) =>
      toast.error(messageOf(error)),
    )
  }
  const shown = menu?.item
  const buttons = [
    { label: 'New file', Icon: NoteAddOutlined, run: () => onCreating({}) },
    { label: 'New folder', Icon: CreateNewFolderOutlined, run: () => setMaking('') },
    { label: 'Upload files', Icon: UploadFileOutlined, run: () => choose('') },
  ]

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
        {readOnly
          ? null
          : buttons.map(({ label, Icon, run }) => (
              <IconButton key={label} size="small" title={label} aria-label={label} onClick={run}>
                <Icon fontSize="compact" aria-hidden />
              </IconButton>
            ))}
      </Box>
      {isBusy || replace.isBusy ? <LinearProgress aria-label="Bringing files here" /> : null}
      <FileTree
        files={live}
        empty={folders.empty}
        filter={filter}
        active={active}
        readOnly={readOnly}
        onOpen={onOpen}
        onMenu={(item, anchor) => setMenu({ item, anchor })}
        onRename={setMoving}
        onDelete={removeItem}
        onDrop={drop}
        onUpload={(list, to) => void bring(list, to)}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          const chosen = filesOfList(target.files ?? [])
          target.value = ''
          void bring(chosen, uploadFolder.current)
        }}
      />
      {replace.field}
      <FileMenu
        menu={menu}
        file={shown?.kind === 'file' ? live.find(({ path }) => path === shown.path) : undefined}
        readOnly={readOnly}
        onClose={() => setMenu(null)}
        onOpen={({ id }) => onOpen(id)}
        onNewFile={(folder) => onCreating({ folder })}
        onNewFolder={setMaking}
        onUpload={choose}
        onReplace={replace.ask}
        onMove={setMoving}
        onDiscard={setDiscarding}
        onDelete={removeItem}
      />
      <Suspense fallback={null}>
        {making !== null ? (
          <FolderDialog
            folder={making}
            taken={
              new Set(
                [...live.map(({ path }) => path), ...foldersOf(live), ...folders.empty].map((path) =>
                  path.toLowerCase(),
                ),
              )
            }
            onMake={folders.make}
            onClose={() => setMaking(null)}
          />
        ) : null}
        {moving ? (
          <MoveDialog
            item={moving}
            onMove={(path) => moveAll(moving, movesTo(live, moving, path), path)}
            onClose={() => setMoving(null)}
          />
        ) : null}
        {creating ? (
          <NewFileDialog
            branchId={branchId}
            files={files}
            title={project.name}
            flavor={project.flavor}
            folder={creating.folder ?? ''}
            template={creating.template}
            onCreated={onOpen}
            onClose={() => onCreating(null)}
          />
        ) : null}
        {discarding ? (
          <DiscardDialog project={project} file={discarding} onClose={() => setDiscarding(null)} />
        ) : null}
      </Suspense>
      {deleted.length > 0 ? (
        <DeletedNotice
          key={deleted.map(({ id }) => id).join()}
          message={
            deleted.length === 1
              ? `${nameOf(deleted[0]?.path ?? '')} was deleted`
              : `${deleted.length} files were deleted`
          }
          onUndo={() => {
            restore.mutate(deleted.map(({ id }) => id))
            setDeleted([])
          }}
          onDismiss={() => setDeleted([])}
        />
      ) : null}
    </Box>
  )
}
