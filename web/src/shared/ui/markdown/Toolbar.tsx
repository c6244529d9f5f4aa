import Http from '@mui/icons-material/Http'
import Title from '@mui/icons-material/Title'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { HeadingMenu } from './HeadingMenu.tsx'
import { blockTools, lineTools, type Tool, textTools } from './tools.tsx'

interface Props {
  label: string
  controls: string
  isDisabled: boolean
  onTool: (tool: Tool) => void
  onRequest: () => void
}

/** The editor's buttons: one stop of the Tab key, the arrow keys go from button to button. */
export function Toolbar({ label, controls, isDisabled, onTool, onRequest }: Props) {
  const [current, setCurrent] = useState('Bold')
  const [headingAnchor, setHeadingAnchor] = useState<HTMLElement | null>(null)
  const button = (
    name: string,
    icon: ReactNode,
    onClick: (event: MouseEvent<HTMLElement>) => void,
    key?: string,
  ) => (
    <ToolButton
      key={name}
      name={name}
      shortcut={key}
      isDisabled={isDisabled}
      isCurrent={current === name}
      onFocus={() => setCurrent(name)}
      onClick={onClick}
    >
      {icon}
    </ToolButton>
  )
  const buttons = (tools: Tool[]) =>
    tools.map((tool) => button(tool.label, tool.icon, () => onTool(tool), tool.key))
  return (
    <Box
      role="toolbar"
      aria-label={`Format ${label}`}
      aria-controls={controls}
      onKeyDown={walk}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, px: 0.75, py: 0.5 }}
    >
      <Group>{buttons(textTools)}</Group>
      <Group>
        {button('Heading', <Title />, (event) => setHeadingAnchor(event.currentTarget))}
        {buttons(lineTools)}
      </Group>
      <Group>
        {buttons(blockTools)}
        {button('HTTP request maker', <Http />, onRequest)}
      </Group>
      <HeadingMenu anchor={headingAnchor} onTool={onTool} onClose={() => setHeadingAnchor(null)} />
    </Box>
  )
}

function Group({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        '&:not(:first-of-type)': { borderLeft: { md: 1 }, borderColor: { md: 'divider' }, pl: { md: 1 } },
      }}
    >
      {children}
    </Box>
  )
}

interface ToolButtonProps {
  name: string
  shortcut: string | undefined
  isDisabled: boolean
  isCurrent: boolean
  onFocus: () => void
  onClick: (event: MouseEvent<HTMLElement>) => void
  children: ReactNode
}

function ToolButton({ name, shortcut, isDisabled, isCurrent, onFocus, onClick, children }: ToolButtonProps) {
  const keys = shortcut?.toUpperCase()
  const hint = keys ? `${name} (Ctrl+${keys})` : name
  return (
    // A disabled button has no events that a tooltip could wait for.
    <Tooltip title={isDisabled ? '' : hint}>
      <IconButton
        size="small"
        aria-label={name}
        aria-keyshortcuts={keys ? `Control+${keys} Meta+${keys}` : undefined}
        aria-haspopup={name === 'Heading' ? 'menu' : undefined}
        disabled={isDisabled}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={onFocus}
        // The selection in the text must outlive the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
        sx={{ borderRadius: 1, '& svg': { fontSize: 20 } }}
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement)
  const targets: Record<string, number> = {
    ArrowRight: (at + 1) % buttons.length,
    ArrowLeft: (at - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  }
  const target = targets[event.key]
  if (at === -1 || target === undefined) return
  event.preventDefault()
  const next = buttons[target]
  if (next instanceof HTMLElement) next.focus()
}
