import ChevronRight from '@mui/icons-material/ChevronRight'
import FolderOutlined from '@mui/icons-material/FolderOutlined'
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { PickedFile } from '../../../shared/import-files/bundle.ts'
import { filesOfDrop } from '../../../shared/import-files/dropped.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { Dot } from '../layout/TabBar.tsx'
import { folderOf, type StudioFile } from '../model.ts'
import { FileIcon } from './FileIcon.tsx'
import { foldersOf, type TreeRow, treeRows } from './tree-rows.ts'

export type TreeItem = Pick<TreeRow, 'kind' | 'path'>

interface Props {
  files: readonly StudioFile[]
  /** Folders that hold no file yet. */
  empty: readonly string[]
  /** Part of a path: only files with it are shown. */
  filter: string
  active: string | null
  readOnly: boolean
  onOpen: (id: string) => void
  onMenu: (item: TreeItem, anchor: HTMLElement) => void
  onRename: (item: TreeItem) => void
  onDelete: (item: TreeItem) => void
  onDrop: (item: TreeItem, folder: string) => void
  onUpload: (files: Promise<PickedFile[]>, folder: string) => void
}

const rowHeight = 28
/** From so many files on folders begin closed: the rows of fifty thousand take a third of a second to make. */
const manyFiles = 3_000
const dragType = 'application/x-waymark-file'

/** The files of the working copy. Arrow keys go through it, Enter opens, F2 renames or moves, Delete deletes. */
export function FileTree(props: Props) {
  const { files, empty, filter, active, readOnly } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => closedAtFirst(files, active))
  const [focused, setFocused] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => {
    const wanted = filter.trim().toLowerCase()
    if (!wanted) return treeRows(files, closed, empty)
    return treeRows(
      files.filter(({ path }) => path.toLowerCase().includes(wanted)),
      null,
    )
  }, [files, empty, filter, closed])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const at = Math.max(
    0,
    rows.findIndex((row) => (focused ? row.path === focused : row.kind === 'file' && row.file.id === active)),
  )

  const focus = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (!row) return
    setFocused(row.path)
    virtual.scrollToIndex(rows.indexOf(row))
    // Drawn first where it was out of sight.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus(),
    )
  }
  const toggle = (path: string, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(path)
    else next.add(path)
    setClosed(next)
  }
  const act = (row: TreeRow) =>
    row.kind === 'file' ? props.onOpen(row.file.id) : toggle(row.path, !row.isOpen)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: TreeRow) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      Enter: () => act(row),
      ' ': () => act(row),
      ArrowRight: () => (row.kind === 'folder' && !row.isOpen ? toggle(row.path, true) : focus(at + 1)),
      ArrowLeft: () =>
        row.kind === 'folder' && row.isOpen
          ? toggle(row.path, false)
          : focus(rows.findIndex(({ path }) => path === folderOf(row.path))),
      ...(!readOnly && { F2: () => props.onRename(row), Delete: () => props.onDelete(row) }),
      ContextMenu: () => props.onMenu(row, event.currentTarget),
    }
    const run = keys[event.key]
    if (run) {
      event.preventDefault()
      run()
    } else if (/^\S$/.test(event.key)) {
      const letter = event.key.toLowerCase()
      const order = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
      const next = order.find(({ name }) => name.toLowerCase().startsWith(letter))
      if (next) focus(rows.indexOf(next))
    }
  }
  const dropOn = (folder: string) => ({
    onDragOver: (event: DragEvent) => {
      if (readOnly || !event.dataTransfer.types.some((type) => type === dragType || type === 'Files')) return
      event.preventDefault()
      event.stopPropagation()
      setOver(folder)
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      if (readOnly) return
      event.preventDefault()
      event.stopPropagation()
      setOver(null)
      const [kind, ...path] = event.dataTransfer.getData(dragType).split(':')
      if (kind === 'file' || kind === 'folder') props.onDrop({ kind, path: path.join(':') }, folder)
      else if (event.dataTransfer.files.length > 0) props.onUpload(filesOfDrop(event.dataTransfer), folder)
    },
  })

  return (
    <Box
      ref={scroller}
      {...dropOn('')}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        position: 'relative',
        px: 0.75,
        pb: 2,
        backgroundColor: over === '' ? 'action.hover' : 'transparent',
      }}
    >
      <Box role="tree" aria-label="Files" sx={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          const isActive = row.kind === 'file' && row.file.id === active
          const folder = row.kind === 'folder' ? row.path : folderOf(row.path)
          return (
            <Box
              key={`${row.kind} ${row.path}`}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={isActive}
              {...(row.kind === 'folder' && { 'aria-expanded': row.isOpen })}
              tabIndex={index === at ? 0 : -1}
              data-path={row.path}
              title={row.path}
              draggable={!readOnly}
              onDragStart={(event) => event.dataTransfer.setData(dragType, `${row.kind}:${row.path}`)}
              {...dropOn(folder)}
              onClick={() => {
                setFocused(row.path)
                act(row)
              }}
              onFocus={() => setFocused(row.path)}
              onKeyDown={(event) => event.target === event.currentTarget && onKeyDown(event, row)}
              onContextMenu={(event) => {
                event.preventDefault()
                props.onMenu(row, event.currentTarget)
              }}
              sx={{
                position: 'absolute',
                insetInline: 0,
                top: 0,
                transform: `translateY(${start}px)`,
                height: rowHeight,
                pl: 0.5 + row.depth * 1.5,
                pr: 0.5,
                display: 'flex',
                alignItems: 'center',
                gap: 0.75,
                borderRadius: 0.75,
                cursor: 'pointer',
                userSelect: 'none',
                fontSize: typeSizes.note,
                backgroundColor: isActive ? 'action.selected' : 'transparent',
                outlineOffset: '-2px !important',
                ...(over !== null && over !== '' && over === row.path && { backgroundColor: 'action.focus' }),
                '&:hover': { backgroundColor: isActive ? 'action.selected' : 'action.hover' },
                '@media (hover: hover)': { '& .menu': { opacity: 0 } },
                '&:hover .menu, &:focus-within .menu, & .menu:focus-visible': { opacity: 1 },
              }}
            >
              {row.kind === 'folder' ? (
                <>
                  <ChevronRight
                    fontSize="tiny"
                    aria-hidden
                    sx={{ flex: 'none', transform: row.isOpen ? 'rotate(90deg)' : 'none' }}
                  />
                  <FolderOutlined
                    fontSize="compact"
                    aria-hidden
                    sx={{ flex: 'none', color: 'text.secondary' }}
                  />
                </>
              ) : (
                <Box sx={{ pl: 1.75, display: 'flex' }}>
                  <FileIcon path={row.path} />
                </Box>
              )}
              <Box
                component="span"
                sx={{
                  flex: 1,
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {row.name}
              </Box>
              {(row.kind === 'file' ? row.file.changed : row.changed && !row.isOpen) ? <Dot /> : null}
              <IconButton
                className="menu"
                size="small"
                tabIndex={-1}
                aria-label={`More for ${row.name}`}
                onClick={(event) => {
                  event.stopPropagation()
                  props.onMenu(row, event.currentTarget)
                }}
                sx={{ p: 0.25 }}
              >
                <MoreHoriz fontSize="tiny" aria-hidden />
              </IconButton>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/** Of many files only the folders that lead to the one in front are open. */
function closedAtFirst(files: readonly StudioFile[], active: string | null): ReadonlySet<string> {
  if (files.length < manyFiles) return new Set()
  const shown = files.find(({ id }) => id === active)?.path ?? ''
  return new Set([...foldersOf(files)].filter((folder) => !shown.startsWith(`${folder}/`)))
}
