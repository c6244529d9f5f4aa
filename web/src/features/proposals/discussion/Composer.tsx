import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { usePeople } from '../queries.ts'

interface Props {
  proposalId: number
  label: string
  action: string
  start?: string
  autoFocus?: boolean
  /** Rejects with why it was not taken; the key is the same until it was. */
  onSend: (text: string, key: string) => Promise<unknown>
  onCancel?: (() => void) | undefined
}

/** The longest comment, as the database has it. */
const most = 10_000
/** What is being mentioned at the end of a text. */
const mention = /(?:^|[^A-Za-z0-9_@/.-])@([A-Za-z0-9-]{0,39})$/

/** A field for what one says, in Markdown, with people to mention after an @. */
export function Composer({
  proposalId,
  label,
  action,
  start = '',
  autoFocus = false,
  onSend,
  onCancel,
}: Props) {
  const [text, setText] = useState(start)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const people = usePeople(proposalId, useDebounced(asked, 150))
  const found = asked === null ? [] : (people.data ?? [])
  const id = useId()
  const isTooLong = text.trim().length > most
  const maySend = text.trim() !== '' && !isTooLong && !isBusy

  const look = () => {
    const { selectionStart, value } = field.current ?? { selectionStart: 0, value: '' }
    setAsked(mention.exec(value.slice(0, selectionStart))?.[1] ?? null)
    setAt(0)
  }
  const pick = (username: string) => {
    const input = field.current
    if (!input || asked === null) return
    const from = input.selectionStart - asked.length
    setText(`${text.slice(0, from)}${username} ${text.slice(input.selectionStart)}`)
    setAsked(null)
    const caret = from + username.length + 1
    requestAnimationFrame(() => {
      input.focus()
      input.setSelectionRange(caret, caret)
    })
  }
  const send = async () => {
    if (!maySend) return
    setBusy(true)
    setProblem(null)
    try {
      await onSend(text.trim(), key)
      setText('')
      setKey(crypto.randomUUID())
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length > 0) {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const chosen = found[at]
      if (by !== 0) setAt((at + by + found.length) % found.length)
      else if ((event.key === 'Enter' || event.key === 'Tab') && chosen && !event.metaKey && !event.ctrlKey)
        pick(chosen.username)
      else if (event.key === 'Escape') setAsked(null)
      else return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      void send()
    } else if (event.key === 'Escape' && onCancel) {
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <TextField
        multiline
        size="small"
        minRows={2}
        maxRows={12}
        autoFocus={autoFocus}
        inputRef={field}
        value={text}
        placeholder="Write in Markdown; @ mentions somebody"
        error={isTooLong}
        helperText={
          isTooLong ? `${(text.trim().length - most).toLocaleString('en')} characters too many` : undefined
        }
        onChange={(event) => {
          setText(event.target.value)
          look()
        }}
        onKeyDown={onKeyDown}
        onSelect={look}
        onBlur={() => setAsked(null)}
        slotProps={{
          htmlInput: {
            'aria-label': label,
            'aria-autocomplete': 'list',
            'aria-controls': found.length > 0 ? id : undefined,
            'aria-activedescendant': found.length > 0 ? `${id}-${at}` : undefined,
          },
        }}
      />
      <Popper
        open={found.length > 0}
        anchorEl={field.current}
        placement="bottom-start"
        sx={{ zIndex: 'tooltip' }}
      >
        <Paper elevation={8}>
          <MenuList id={id} role="listbox" aria-label="People to mention" dense>
            {found.map((person, index) => (
              <MenuItem
                key={person.user_id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                selected={index === at}
                aria-selected={index === at}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(person.username)}
                sx={{ gap: 1 }}
              >
                <PersonAvatar name={person.display_name} avatarUrl={person.avatar_url} size="line" />
                {person.display_name}
                <Typography component="span" variant="body2" color="textSecondary">
                  @{person.username}
                </Typography>
              </MenuItem>
            ))}
          </MenuList>
        </Paper>
      </Popper>
      {problem ? <FormError>{problem}</FormError> : null}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        {onCancel ? (
          <Button size="small" color="inherit" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button size="small" variant="contained" disabled={!maySend} onClick={() => void send()}>
          {action}
        </Button>
      </Box>
    </Box>
  )
}
