import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { headings, type Tool } from './tools.tsx'

interface Props {
  anchor: HTMLElement | null
  onTool: (tool: Tool) => void
  onClose: () => void
}

/** The six headings. */
export function HeadingMenu({ anchor, onTool, onClose }: Props) {
  const choose = (tool: Tool) => {
    onClose()
    onTool(tool)
  }
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      // The text has the focus after a choice, not the button.
      disableRestoreFocus
      slotProps={{ list: { 'aria-label': 'Heading', dense: true } }}
    >
      {headings.map((tool) => (
        <MenuItem key={tool.label} onClick={() => choose(tool)}>
          <Box component="span" aria-hidden sx={{ width: 32, color: 'text.secondary', fontWeight: 600 }}>
            {tool.icon}
          </Box>
          {tool.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
