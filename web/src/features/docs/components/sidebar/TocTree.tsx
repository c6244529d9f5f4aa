import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { filterToc, type TocRow, tocRows } from '../../toc/toc.ts'
import type { TocEntry, TocNode } from '../../toc/types.ts'
import { useOpenGroups } from '../../toc/use-open-groups.ts'
import { useDocsSource } from '../docs-source.tsx'
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
}

/** The table of contents as a tree. Only the rows in sight exist, so thousands of entries scroll smoothly. */
export function TocTree({ toc, activeSlug, query, storageKey, onIntent, onPick }: Props) {
  const navigate = useNavigate()
  const source = useDocsSource()
  const { isOpen, setOpen } = useOpenGroups(toc, activeSlug, storageKey)
  const filtering = query.trim() !== ''
  const shown = useMemo(() => (filtering ? filterToc(toc, query) : toc), [toc, query, filtering])
  const rows = useMemo(() => tocRows(shown, (key) => filtering || isOpen(key)), [shown, filtering, isOpen])
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const focusedIndex = rows.findIndex((row) => row.key === focused)
  const activeIndex = rows.findIndex((row) => row.kind === 'node' && row.node.slug === activeSlug)
  const current = focusedIndex >= 0 ? focusedIndex : activeIndex
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  })

  // Follow the page, not every opening and closing of a group.
  const activeRow = useRef(activeIndex)
  activeRow.current = activeIndex
  const isListed = activeIndex >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the page changes or its row appears
  useEffect(() => {
    if (activeRow.current >= 0) virtual.scrollToIndex(activeRow.current, { align: 'auto' })
  }, [activeSlug, isListed])

  const toggle = useCallback((key: string, open: boolean) => setOpen(key, open), [setOpen])

  const act = (row: TocRow): void => {
    if (row.kind === 'group') toggle(row.key, !row.open)
    if (row.kind === 'node') {
      navigate(source.hrefOf(row.node.slug))
      onPick?.()
    }
    if (row.kind === 'link') document.getElementById(rowId(storageKey, row.key))?.click()
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
    virtual.scrollToIndex(step.index, { align: 'auto' })
  }

  if (rows.length === 0)
    return <TreeNote>{filtering ? 'No page matches.' : 'This table of contents is empty.'}</TreeNote>
  const active = rows[current]
  return (
    <Scroller
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label="Table of contents"
      aria-activedescendant={active ? rowId(storageKey, active.key) : undefined}
      onKeyDown={onKeyDown}
      onBlur={() => setFocused(undefined)}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return row ? (
            <TocRowView
              key={item.key}
              id={rowId(storageKey, row.key)}
              row={row}
              top={item.start}
              active={item.index === activeIndex}
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

const rowId = (tree: string, key: string): string => `toc-${tree}-${key}`.replace(/[^\w-]/g, '_')
