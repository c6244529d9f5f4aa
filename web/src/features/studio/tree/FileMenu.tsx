import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { changeOf, folderOf, type StudioFile } from '../model.ts'
import type { TreeItem } from './FileTree.tsx'

interface Props {
  /** What it is about, and where it opens; null while it is closed. */
  menu: { item: TreeItem; anchor: HTMLElement } | null
  /** The file, where it is one. */
  file: StudioFile | undefined
  readOnly: boolean
  onClose: () => void
  onOpen: (file: StudioFile) => void
  onNewFile: (folder: string) => void
  onNewFolder: (folder: string) => void
  onUpload: (folder: string) => void
  onReplace: (file: StudioFile) => void
  onMove: (item: TreeItem) => void
  onDiscard: (file: StudioFile) => void
  onDelete: (item: TreeItem) => void
}

/** What can be done with a file or a folder. */
export function FileMenu({ menu, file, readOnly, onClose, ...on }: Props) {
  const item = menu?.item
  const folder = item ? (item.kind === 'folder' ? item.path : folderOf(item.path)) : ''
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Menu anchorEl={menu?.anchor ?? null} open={menu !== null} onClose={onClose}>
      {file ? <MenuItem onClick={then(() => on.onOpen(file))}>Open</MenuItem> : null}
      {item ? (
        <MenuItem onClick={then(() => void navigator.clipboard?.writeText(item.path))}>Copy path</MenuItem>
      ) : null}
      {readOnly
        ? null
        : [
            <MenuItem key="new" onClick={then(() => on.onNewFile(folder))}>
              New file here…
            </MenuItem>,
            <MenuItem key="folder" onClick={then(() => on.onNewFolder(folder))}>
              New folder here…
            </MenuItem>,
            <MenuItem key="upload" onClick={then(() => on.onUpload(folder))}>
              Upload here…
            </MenuItem>,
            file?.kind === 'binary' ? (
              <MenuItem key="replace" onClick={then(() => on.onReplace(file))}>
                Replace…
              </MenuItem>
            ) : null,
            <MenuItem key="move" onClick={then(() => item && on.onMove(item))}>
              Rename or move…
            </MenuItem>,
            file && changeOf(file) !== null ? (
              <MenuItem key="discard" onClick={then(() => on.onDiscard(file))}>
                Discard changes…
              </MenuItem>
            ) : null,
            <MenuItem
              key="delete"
              onClick={then(() => item && on.onDelete(item))}
              sx={{ color: 'error.main' }}
            >
              Delete
            </MenuItem>,
          ]}
    </Menu>
  )
}
