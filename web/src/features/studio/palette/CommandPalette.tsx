import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { type Command, found } from './commands.ts'

interface Props {
  commands: readonly Command[]
  /** What is typed at first: '>' shows commands only. */
  start: string
  onClose: () => void
}

const most = 100

/** Files and commands by what one types of them. */
export function CommandPalette({ commands, start, onClose }: Props) {
  const id = useId()
  const [text, setText] = useState(start)
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const hits = useMemo(() => found(commands, text).slice(0, most), [commands, text])
  const chosen = hits[Math.min(at, hits.length - 1)]
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const go = (to: number) => {
    const next = (to + hits.length) % Math.max(1, hits.length)
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      slotProps={{
        paper: { 'aria-label': 'Go to a file or run a command', sx: { alignSelf: 'flex-start', mt: '10vh' } },
      }}
    >
      <InputBase
        autoFocus
        fullWidth
        value={text}
        placeholder="Name of a file, or > and a command"
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        inputProps={{
          role: 'combobox',
          'aria-label': 'File or command',
          'aria-expanded': true,
          'aria-controls': `${id}-list`,
          'aria-activedescendant': chosen ? `${id}-${hits.indexOf(chosen)}` : undefined,
          spellCheck: false,
        }}
        sx={{ px: 2, py: 1.25, fontSize: typeSizes.search, borderBottom: 1, borderColor: 'divider' }}
      />
      <Box
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label="Files and commands"
        sx={{ maxHeight: '50vh', overflow: 'auto', p: 0.75 }}
      >
        {hits.map((command, index) => (
          <Box
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={command === chosen}
            onClick={() => run(command)}
            onMouseMove={() => setAt(index)}
            sx={{
              display: 'flex',
              alignItems: 'baseline',
              gap: 1.5,
              px: 1.25,
              py: 0.75,
              borderRadius: 0.75,
              cursor: 'pointer',
              backgroundColor: command === chosen ? 'action.selected' : 'transparent',
            }}
          >
            <Typography variant="body2" noWrap sx={{ flex: 'none', maxWidth: '70%' }}>
              {command.label}
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
              {command.about}
            </Typography>
            {command.keys ? <Keys keys={command.keys} /> : null}
          </Box>
        ))}
      </Box>
      {hits.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
          Nothing is called so.
        </Typography>
      ) : null}
    </Dialog>
  )
}

/** How a shortcut is pressed. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Typography
      component="kbd"
      variant="caption"
      color="textSecondary"
      sx={{ fontFamily: 'inherit', whiteSpace: 'nowrap' }}
    >
      {keys}
    </Typography>
  )
}
