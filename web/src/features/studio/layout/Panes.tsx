import Box from '@mui/material/Box'
import { type ReactNode, useRef, useState } from 'react'

interface Props {
  left: ReactNode
  children: ReactNode
  /** Absent: the middle has its room too. */
  right: ReactNode | null
}

type Side = 'left' | 'right'
const key = 'waymark-studio-panes'
const bounds = { left: [180, 520], right: [280, 900] } as const
const step = 24
const usual = { left: 270, right: 440 }

/** Three columns whose borders are dragged, or moved with the arrow keys. */
export function Panes({ left, children, right }: Props) {
  const [widths, setWidths] = useState(read)
  const resize = (side: Side, to: number) => {
    const [least, most] = bounds[side]
    const next = { ...widths, [side]: Math.round(Math.min(most, Math.max(least, to))) }
    setWidths(next)
    try {
      window.localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Without storage they are as usual the next time.
    }
  }
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
      <Box sx={{ width: widths.left, flex: 'none', minHeight: 0, display: 'flex', flexDirection: 'column' }}>
        {left}
      </Box>
      <Border side="left" width={widths.left} onResize={resize} />
      <Box sx={{ flex: 1, minWidth: 240, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
        {children}
      </Box>
      {right === null ? null : (
        <>
          <Border side="right" width={widths.right} onResize={resize} />
          <Box
            sx={{
              width: widths.right,
              maxWidth: '45vw',
              flex: 'none',
              minHeight: 0,
              display: 'flex',
              flexDirection: 'column',
            }}
          >
            {right}
          </Box>
        </>
      )}
    </Box>
  )
}

interface BorderProps {
  side: Side
  width: number
  onResize: (side: Side, width: number) => void
}

function Border({ side, width, onResize }: BorderProps) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const [least, most] = bounds[side]
  const direction = side === 'left' ? 1 : -1
  return (
    <Box
      role="separator"
      aria-orientation="vertical"
      aria-label={side === 'left' ? 'Width of the files' : 'Width of the preview'}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        if (start.current) onResize(side, start.current.width + direction * (event.clientX - start.current.x))
      }}
      onPointerUp={() => {
        start.current = null
      }}
      onDoubleClick={() => onResize(side, usual[side])}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
        if (by === 0) return
        event.preventDefault()
        onResize(side, width + direction * by)
      }}
      sx={{
        width: '5px',
        mx: '-2px',
        zIndex: 1,
        flex: 'none',
        cursor: 'col-resize',
        touchAction: 'none',
        backgroundImage: (theme) =>
          `linear-gradient(${theme.vars?.palette.divider}, ${theme.vars?.palette.divider})`,
        backgroundSize: '1px 100%',
        backgroundPosition: 'center',
        backgroundRepeat: 'no-repeat',
        '&:hover, &:focus-visible': { backgroundColor: 'primary.main' },
      }}
    />
  )
}

function read(): typeof usual {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null')
    const { left, right } = (kept ?? {}) as Partial<typeof usual>
    return { left: within('left', left), right: within('right', right) }
  } catch {
    return usual
  }
}

function within(side: Side, width: unknown): number {
  const [least, most] = bounds[side]
  return typeof width === 'number' && width >= least && width <= most ? width : usual[side]
}
