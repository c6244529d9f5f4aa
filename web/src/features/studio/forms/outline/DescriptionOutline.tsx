// What a description holds, as a tree to jump by: only the rows in sight exist.
import Box from '@mui/material/Box'
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Path, Range } from '../../../../../../editing/types.ts'
import { useRowsInSight } from '../../../../shared/ui/use-rows-in-sight.ts'
import type { OpenDocument } from '../../documents/open-document.ts'
import { pathKey, startsWith } from '../binding/edits.ts'
import { FormScope, type FormWays, useForm } from '../binding/form-context.tsx'
import type { FormSource } from '../binding/source.ts'
import { isContents, useFlavour, useSource } from '../binding/use-flavour.ts'
import { NoteButton } from '../fields/style.ts'
import { afterPaint } from './after-paint.ts'
import { OutlineMenu } from './OutlineMenu.tsx'
import { OutlineRowView } from './OutlineRowView.tsx'
import { OutlineTop } from './OutlineTop.tsx'
import { nextOutlineRow } from './outline-keys.ts'
import type { OutlineRow } from './outline-rows.ts'
import { Empty, rowHeight, Tree } from './outline-style.ts'
import { useOutline } from './use-outline.ts'
import { useOutlineActions } from './use-outline-actions.ts'

interface Props {
  document: OpenDocument
  /** Of what is open now. */
  path: Path
  onOpen: (path: Path) => void
  onEditInCode?: (range: Range) => void
  /** Renames with references over all files; without it those of this file follow. */
  onRename?: FormWays['onRename']
}

/** The outline of a description; nothing for other files. */
export function DescriptionOutline({ document, path, onOpen, onEditInCode, onRename }: Props) {
  const source = useSource(document)
  if (!source) return null
  return (
    <Outline
      key={document.id}
      source={source}
      path={path}
      onOpen={onOpen}
      onEditInCode={onEditInCode ?? (() => undefined)}
      {...(onRename && { onRename })}
    />
  )
}

interface OutlineProps extends Required<Pick<Props, 'path' | 'onOpen' | 'onEditInCode'>> {
  source: FormSource
  onRename?: FormWays['onRename']
}

function Outline({ source, path, ...ways }: OutlineProps) {
  const subscribe = useMemo(() => afterPaint(source.model), [source.model])
  const flavour = useFlavour(source, subscribe)
  if (!flavour || isContents(source.path)) return null
  return (
    <FormScope
      source={source}
      flavour={flavour}
      subscribe={subscribe}
      {...ways}
      renderRefusal={(refused, dismiss) => (
        <Box role="alert" sx={{ px: 1.5, py: 1, typography: 'caption', color: 'error.main' }}>
          {refused.reason}{' '}
          <NoteButton type="button" onClick={dismiss}>
            Dismiss
          </NoteButton>
        </Box>
      )}
    >
      <OutlineTree path={path} />
    </FormScope>
  )
}

function OutlineTree({ path }: { path: Path }) {
  const { onOpen, source } = useForm()
  const id = useId()
  const [query, setQuery] = useState('')
  const { rows, setOpen } = useOutline(query, path)
  const [focused, setFocused] = useState<string>()
  const [renaming, setRenaming] = useState<string>()
  const [menu, setMenu] = useState<{ row: OutlineRow; anchor: HTMLElement } | null>(null)
  const actions = useOutlineActions(path)
  const inSight = useRowsInSight({ count: rows.length, rowHeight, spare: 8 })
  const active = activeIndex(rows, path)
  const current = rows.findIndex((row) => row.key === focused)
  const at = current >= 0 ? current : active
  const tree = useRef<HTMLElement>(null)
  // The same one with each render: another one would have the tree measured anew.
  const { ref: measured } = inSight
  const ref = useCallback(
    (element: HTMLElement | null) => {
      tree.current = element
      return measured(element)
    },
    [measured],
  )

  const shown = pathKey(path)
  const latest = useRef(active)
  latest.current = active
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is open, not each opening of a branch
  useEffect(() => {
    if (latest.current >= 0) inSight.scrollTo(latest.current)
  }, [shown])

  const act = (row: OutlineRow) => {
    setFocused(row.key)
    if (row.kind === 'section') setOpen(row.key, !row.isOpen)
    else onOpen(row.path)
  }
  const anchorOf = (row: OutlineRow): HTMLElement | null =>
    tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`) ?? tree.current
  const openMenu = (row: OutlineRow) => {
    const anchor = anchorOf(row)
    if (anchor && row.kind !== 'section') setMenu({ row, anchor })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const row = rows[at]
    const wantsMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (row && (event.key === 'Enter' || event.key === ' ')) act(row)
    else if (row && event.key === 'F2' && actions.canRename(row)) setRenaming(row.key)
    else if (row && event.key === 'Delete' && actions.canDelete(row)) actions.remove(row)
    else if (row && wantsMenu) openMenu(row)
    else {
      const step = nextOutlineRow(rows, at, event.key)
      if (!step) return
      if (step.toggle) setOpen(step.toggle.key, step.toggle.isOpen)
      const target = rows[step.index]
      if (target) setFocused(target.key)
      inSight.scrollTo(step.index)
    }
    event.preventDefault()
  }
  const focusTree = () => tree.current?.focus()
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0, flex: 1, height: 1 }}>
      <OutlineTop query={query} onQuery={setQuery} onDown={focusTree} />
      {rows.length === 0 ? <Empty role="status">Nothing matches.</Empty> : null}
      <Tree
        ref={ref}
        role="tree"
        tabIndex={0}
        aria-label="Outline"
        aria-activedescendant={rows[at] ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setFocused(undefined)}
        hidden={rows.length === 0}
      >
        <div role="presentation" style={{ height: inSight.height, position: 'relative' }}>
          {inSight.rows.map(({ index, start }) => {
            const row = rows[index]
            return row ? (
              <OutlineRowView
                key={row.key}
                id={`${id}-${index}`}
                row={row}
                top={start}
                isActive={index === active}
                isFocused={row.key === focused}
                isRenaming={row.key === renaming}
                onAct={() => act(row)}
                onToggle={() => setOpen(row.key, !row.isOpen)}
                onMenu={(event: MouseEvent<HTMLElement>) => {
                  if (row.kind === 'section') return
                  event.preventDefault()
                  setFocused(row.key)
                  setMenu({ row, anchor: event.currentTarget })
                }}
                onName={(name) => actions.rename(row, name)}
                onNamed={() => {
                  setRenaming(undefined)
                  focusTree()
                }}
                reasonAgainst={(name) => actions.reasonAgainst(row, name)}
              />
            ) : null
          })}
        </div>
      </Tree>
      {menu ? (
        <OutlineMenu
          row={menu.row}
          anchor={menu.anchor}
          isReadOnly={source.readOnly}
          canRename={actions.canRename(menu.row)}
          canDelete={actions.canDelete(menu.row)}
          onOpen={() => onOpen(menu.row.path)}
          onRename={() => setRenaming(menu.row.key)}
          onDelete={() => actions.remove(menu.row)}
          onAddOperation={(method) => actions.addOperation(menu.row.path, method)}
          onClose={() => setMenu(null)}
        />
      ) : null}
    </Box>
  )
}

/** The row of what is open: the innermost that holds it. */
function activeIndex(rows: readonly OutlineRow[], path: Path): number {
  let found = rows.findIndex((row) => row.kind === 'overview')
  let length = 0
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'section' || row.path.length <= length || !startsWith(path, row.path)) continue
    found = index
    length = row.path.length
  }
  return found
}
