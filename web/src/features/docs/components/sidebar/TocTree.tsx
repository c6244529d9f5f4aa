import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRowsInSight } from '../../../../shared/ui/use-rows-in-sight.ts'
import { filterToc, type TocRow, tocRows } from '../../toc/toc.ts'
import type { TocEntry, TocNode } from '../../toc/types.ts'
import { useOpenGroups } from '../../toc/use-open-groups.ts'
import { useDocsSource } from '../docs-source.tsx'
import { usePagePlace } from '../page-place.ts'
import { TocRowView } from './TocRowView.tsx'
import { nextRow } from './tree-keys.ts'
import { Scroller, TreeNote } from './tree-style.ts'

const rowHeight = 34

interface Props {
  toc: readonly TocEntry[]
  activeSlug: string | undefined
  query: string
  /** Where the open and closed groups of this table are remembered. */
  storageKey: string
  onIntent?: (node: TocNode) => void
  onPick?: () => void
  /** Brings the groups at some places, where not all of the contents are here. */
  onGroups?: (ways: string[]) => void
}

/** The table of contents as a tree. Only the rows in sight exist, so thousands of entries scroll smoothly. */
export function TocTree({ toc, activeSlug, query, storageKey, onIntent, onPick, onGroups }: Props) {
  const navigate = useNavigate()
  const source = useDocsSource()
  const place = usePagePlace()
  const { isOpen, setOpen } = useOpenGroups(toc, activeSlug, storageKey)
  const filtering = query.trim() !== ''
  const shown = useMemo(() => (filtering ? filterToc(toc, query) : toc), [toc, query, filtering])
  const rows = useMemo(() => tocRows(shown, (key) => filtering || isOpen(key)), [shown, filtering, isOpen])
  const leftOut = filtering ? '' : rows.flatMap((row) => openAt(row) ?? []).join()
  useEffect(() => {
    if (leftOut) onGroups?.(leftOut.split(','))
  }, [leftOut, onGroups])
  const [focused, setFocused] = useState<string>()
  const focusedIndex = rows.findIndex((row) => row.key === focused)
  const activeIndex = rows.findIndex((row) => row.kind === 'node' && row.node.slug === activeSlug)
  const current = focusedIndex >= 0 ? focusedIndex : activeIndex
  const inSight = useRowsInSight({ count: rows.length, rowHeight, spare: 12 })

  // Follow the page, not every opening and closing of a group.
  const activeRow = useRef(activeIndex)
  activeRow.current = activeIndex
  const isListed = activeIndex >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the page changes or its row appears
  useEffect(() => {
    if (activeRow.current >= 0) inSight.scrollTo(activeRow.current)
  }, [activeSlug, isListed])

  const toggle = useCallback((key: string, open: boolean) => setOpen(key, open), [setOpen])

  const act = (row: TocRow): void => {
    if (row.kind === 'group') toggle(row.key, !row.open)
    if (row.kind === 'node') {
      navigate(source.hrefOf(row.node.slug))
      onPick?.()
    }
    if (row.kind === 'link') place.find(rowId(storageKey, row.key))?.click()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[current]
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (row) act(row)
      return
    }
    const step = nextRow(rows, current, event.key)
    if (!step) return
    event.preventDefault()
    if (step.toggle) toggle(step.toggle.key, step.toggle.open)
    const target = rows[step.index]
    if (!target) return
    setFocused(target.key)
    inSight.scrollTo(step.index)
  }

  if (rows.length === 0) {
    const none = filtering ? 'No page matches.' : 'This table of contents is empty.'
    return <TreeNote>{onGroups ? 'Looking through the contents…' : none}</TreeNote>
  }
  const active = rows[current]
  return (
    <Scroller
      ref={inSight.ref}
      role="tree"
      tabIndex={0}
      aria-label="Table of contents"
      aria-activedescendant={active ? rowId(storageKey, active.key) : undefined}
      onKeyDown={onKeyDown}
      onBlur={() => setFocused(undefined)}
    >
      <div role="presentation" style={{ height: inSight.height, position: 'relative' }}>
        {inSight.rows.map(({ index, start }) => {
          const row = rows[index]
          return row ? (
            <TocRowView
              key={row.key}
              id={rowId(storageKey, row.key)}
              row={row}
              top={start}
              active={index === activeIndex}
              focused={row.key === focused}
              onToggle={toggle}
              {...(onIntent && { onIntent })}
              {...(onPick && { onPick })}
            />
          ) : null
        })}
      </div>
    </Scroller>
  )
}

/** The place of a group that is open and whose entries are still to come. */
const openAt = (row: TocRow): string | undefined =>
  row.kind === 'group' && row.open ? row.leftOutAt : undefined

const rowId = (tree: string, key: string): string => `toc-${tree}-${key}`.replace(/[^\w-]/g, '_')
