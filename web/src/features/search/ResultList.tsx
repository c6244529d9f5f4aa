import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { Marked } from '../../shared/ui/Marked.tsx'
import { MethodBadge } from '../../shared/ui/MethodBadge.tsx'
import type { Entry } from './use-entries.ts'

const rowHeight = 52
const headingHeight = 30

interface Props {
  id: string
  items: Entry[]
  active: number
  /** Whether it fills the screen. */
  full: boolean
  onHover: (index: number) => void
  onOpen: (entry: Entry) => void
}

/** The overlay's entries, each group under its heading; only those in view exist, a table of contents may have thousands. */
export function ResultList({ id, items, active, full, onHover, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const begins = (index: number) => items[index]?.group !== items[index - 1]?.group
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (begins(index) ? headingHeight : 0),
    getItemKey: (index) => `${items[index]?.key} ${begins(index)}`,
    overscan: 6,
  })
  useEffect(() => {
    if (active >= 0) rows.scrollToIndex(active)
  }, [active, rows])
  return (
    <Box
      ref={scroller}
      sx={{ maxHeight: full ? 'none' : 'min(56vh, 520px)', flex: full ? 1 : undefined, overflowY: 'auto' }}
    >
      <Box
        id={id}
        role="listbox"
        aria-label="Results"
        sx={{ position: 'relative', height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const entry = items[index]
          if (!entry) return null
          const heading = begins(index)
          return (
            <Box
              key={entry.key}
              role="presentation"
              sx={{ position: 'absolute', insetInline: 8, top: start }}
            >
              {heading ? <Heading>{entry.group}</Heading> : null}
              {/* The combobox above owns the keyboard. */}
              <Box
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                aria-description={entry.group}
                onMouseMove={() => index !== active && onHover(index)}
                onClick={() => onOpen(entry)}
                sx={{
                  height: rowHeight,
                  display: 'flex',
                  alignItems: 'center',
                  gap: 1,
                  px: 1.25,
                  borderRadius: 1,
                  cursor: 'pointer',
                  backgroundColor: index === active ? 'action.selected' : 'transparent',
                }}
              >
                <Kind method={entry.method} type={entry.type} />
                <Box sx={{ minWidth: 0 }}>
                  <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
                    <Marked text={entry.title} words={entry.words} />
                  </Typography>
                  {entry.detail ? (
                    <Typography variant="caption" component="div" color="textSecondary" noWrap>
                      <Marked text={entry.detail} words={entry.words} />
                    </Typography>
                  ) : null}
                </Box>
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

// Each option says its group by itself.
function Heading({ children }: { children: string }) {
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      aria-hidden
      sx={{ height: headingHeight, px: 1.25, fontWeight: 600, display: 'flex', alignItems: 'end', pb: 0.5 }}
    >
      {children}
    </Typography>
  )
}

/** An operation's HTTP method, or the kind of another page, in a column of its own. */
function Kind({ method, type }: { method: string | null; type: string }) {
  return (
    <Box sx={{ flex: 'none', width: 62 }}>
      {method ? (
        <MethodBadge method={method} />
      ) : (
        <Typography
          variant="caption"
          color="textSecondary"
          sx={{ fontWeight: 600, textTransform: 'capitalize' }}
        >
          {type.replace(/^http_/, '').replaceAll('_', ' ')}
        </Typography>
      )}
    </Box>
  )
}
