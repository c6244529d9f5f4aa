import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { MethodBadge } from '../../shared/ui/MethodBadge.tsx'
import { useRowsInSight } from '../../shared/ui/use-rows-in-sight.ts'
import type { Entry } from './use-entries.ts'

const rowHeight = 52

interface Props {
  id: string
  items: Entry[]
  active: number
  onHover: (index: number) => void
  onOpen: (to: string) => void
}

/** The overlay's entries; only those in view exist, a table of contents may have thousands. */
export function ResultList({ id, items, active, onHover, onOpen }: Props) {
  const { ref, rows, height, scrollTo } = useRowsInSight({ count: items.length, rowHeight, spare: 6 })
  useEffect(() => {
    if (active >= 0) scrollTo(active)
  }, [active, scrollTo])
  return (
    <Box ref={ref} sx={{ maxHeight: 'min(56vh, 520px)', overflowY: 'auto' }}>
      <Box id={id} role="listbox" aria-label="Pages" sx={{ position: 'relative', height }}>
        {rows.map(({ index, start }) => {
          const entry = items[index]
          if (!entry) return null
          return (
            // The combobox above owns the keyboard.
            <Box
              key={entry.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              onMouseMove={() => index !== active && onHover(index)}
              onClick={() => onOpen(entry.to)}
              sx={{
                position: 'absolute',
                insetInline: 8,
                top: start,
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
                  {entry.title}
                </Typography>
                {entry.detail ? (
                  <Typography variant="caption" component="div" color="textSecondary" noWrap>
                    {entry.detail}
                  </Typography>
                ) : null}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
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
