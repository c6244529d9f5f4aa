import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Keys } from './CommandPalette.tsx'
import { isMac, written } from './commands.ts'

const groups: { title: string; keys: [keys: string, what: string][] }[] = [
  {
    title: 'Anywhere',
    keys: [
      ['Mod+P', 'Go to a file'],
      ['Mod+Shift+P', 'Run a command'],
      ['Mod+S', 'Send what was typed at once'],
      ['Mod+Z or Mod+Shift+Z', 'Undo or redo what you wrote'],
      ['Mod+Shift+E', 'Go to the files'],
      ['Mod+Shift+U', 'Form or code'],
      ['Alt+W', 'Close the file'],
      ['Mod+Shift+F', 'Search in all files'],
      ['Mod+Shift+M', 'Problems'],
      ['Mod+Shift+Enter', 'Publish'],
      ['Mod+Alt+M', 'Comment on this'],
      ['Mod+Alt+. or ,', 'Next or previous comment'],
    ],
  },
  {
    title: 'Files',
    keys: [
      ['↑ ↓ ← →', 'Go through the tree'],
      ['Enter', 'Open'],
      ['F2', 'Rename or move'],
      ['Delete', 'Delete'],
      ['Menu', 'More'],
    ],
  },
  {
    title: 'Code',
    keys: [
      ['Mod+F', 'Search and replace'],
      ['Mod+D', 'Select the next of the same'],
      ['Alt+click', 'One more caret'],
      ['Mod+/', 'Comment'],
      ['Mod+Shift+[', 'Fold'],
      ['Alt+↑ ↓', 'Move the line'],
      ['Mod+Space', 'Complete'],
      ['F12', 'Go to what is referred to'],
      [isMac ? 'Ctrl+-' : 'Alt+←', 'Go back to where you were'],
      ['Shift+F12', 'Find uses'],
      ['F2', 'Rename with references'],
      ['Shift+Alt+F', 'Format the file'],
      ['Escape, then Tab', 'Leave the editor'],
    ],
  },
]

/** All shortcuts of the Studio. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm">
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      {/* By keyboard it is read to its end. */}
      <DialogContent tabIndex={0} sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' }, gap: 3 }}>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <Typography variant="subtitle2" component="h3" gutterBottom>
              {title}
            </Typography>
            <Box
              component="dl"
              sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 0.5 }}
            >
              {keys.map(([combination, what]) => (
                <Box key={what} sx={{ display: 'contents' }}>
                  <Typography component="dt" variant="body2">
                    {what}
                  </Typography>
                  <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
                    <Keys keys={written(combination)} />
                  </Box>
                </Box>
              ))}
            </Box>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
