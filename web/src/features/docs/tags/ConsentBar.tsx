import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { config } from '../../../shared/config/config.ts'
import { type Choice, tagNames, wantedTags } from './consent.ts'
import type { Tags } from './which.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

interface Props {
  tags: Tags
  choice: Choice
  onDecide: (choice: Choice) => void
}

/** Asks a visitor, calmly: the page can be read without an answer, and both answers weigh the same. */
export function ConsentBar({ tags, choice, onDecide }: Props) {
  // Null while all of them are decided at once.
  const [picked, setPicked] = useState<Choice | null>(null)
  const wanted = wantedTags(tags)
  const each = (of: (tag: (typeof wanted)[number]) => boolean): Choice =>
    Object.fromEntries(wanted.map((tag) => [tag, of(tag)]))
  return (
    <Paper
      component="section"
      aria-label="Cookies"
      elevation={8}
      sx={{
        position: 'fixed',
        insetInline: { xs: 8, sm: 24 },
        bottom: { xs: 8, sm: 24 },
        zIndex: 'snackbar',
        maxWidth: 640,
        mx: 'auto',
        p: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1.5,
        overflowWrap: 'anywhere',
        '@media print': { display: 'none' },
      }}
    >
      <Typography variant="body2" sx={{ flex: '1 1 320px' }}>
        {tags.name} would like to load {list.format(wanted.map((tag) => tagNames[tag]))} into its
        documentation. They may set cookies and see which pages you read.{' '}
        {config.privacyUrl ? (
          <Link href={config.privacyUrl} target="_blank" rel="noopener">
            Privacy
          </Link>
        ) : null}
      </Typography>
      {picked ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', flexBasis: '100%' }}>
          {wanted.map((tag) => (
            <FormControlLabel
              key={tag}
              label={tagNames[tag]}
              control={
                <Checkbox
                  size="small"
                  checked={picked[tag] === true}
                  onChange={({ target }) => setPicked({ ...picked, [tag]: target.checked })}
                />
              }
            />
          ))}
        </Box>
      ) : null}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        {wanted.length > 1 && !picked ? (
          <Button size="small" color="inherit" onClick={() => setPicked(each((tag) => choice[tag] === true))}>
            Choose
          </Button>
        ) : null}
        <Button size="small" variant="outlined" color="inherit" onClick={() => onDecide(each(() => false))}>
          Decline
        </Button>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() => onDecide(each((tag) => (picked ? picked[tag] === true : true)))}
        >
          {picked ? 'Allow these' : 'Allow'}
        </Button>
      </Box>
    </Paper>
  )
}
