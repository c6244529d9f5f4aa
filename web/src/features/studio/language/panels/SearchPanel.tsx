import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputBase from '@mui/material/InputBase'
import ToggleButton from '@mui/material/ToggleButton'
import { useEffect, useRef, useState } from 'react'
import type { Range } from '../../../../../../editing/types.ts'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'
import { useDebounced } from '../../../../shared/ui/use-debounced.ts'
import { type LanguageClient, Unanswered } from '../client.ts'
import type { SearchResult, ShownPlan } from '../protocol.ts'
import { PanelNote } from './FileHeading.tsx'
import { FileHitsList } from './FileHitsList.tsx'

interface Props {
  client: LanguageClient
  /** What is looked for at first; another object looks for it anew. */
  start: { text: string }
  readOnly: boolean
  onGo: (path: string, range: Range) => void
  /** Shows what would be replaced, and replaces it when that is wanted. */
  onReplace: (plan: ShownPlan) => void
}

/** Looks for a text in all files, and puts another in its place. */
export function SearchPanel({ client, start, readOnly, onGo, onReplace }: Props) {
  const [text, setText] = useState(start.text)
  const [by, setBy] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [wholeWord, setWholeWord] = useState(false)
  const [result, setResult] = useState<SearchResult | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const wanted = useDebounced(text, 200)

  useEffect(() => {
    if (start.text !== '') setText(start.text)
    input.current?.focus()
    input.current?.select()
  }, [start])

  useEffect(() => {
    const abort = new AbortController()
    setRefused(null)
    client
      .ask('search', { text: wanted, matchCase, wholeWord }, abort.signal)
      .then(setResult, (error: unknown) => {
        if (!abort.signal.aborted) setRefused(messageOf(error))
      })
    return () => abort.abort()
  }, [client, wanted, matchCase, wholeWord])

  const replace = async () => {
    try {
      const plan = await client.ask('replace', { text, by, matchCase, wholeWord })
      if ('refused' in plan) setRefused(plan.refused)
      else onReplace(plan)
    } catch (error) {
      setRefused(messageOf(error))
    }
  }
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, py: 1 }}>
        <Box role="search" sx={{ display: 'flex', flex: 1, minWidth: 220, gap: 0.5 }}>
          <InputBase
            inputRef={input}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="Search in all files"
            inputProps={{ 'aria-label': 'Search in all files', spellCheck: false, maxLength: 1000 }}
            sx={fieldSx}
          />
          <Option value={matchCase} onChange={setMatchCase} label="Match case">
            Aa
          </Option>
          <Option value={wholeWord} onChange={setWholeWord} label="Whole words">
            “w”
          </Option>
        </Box>
        {readOnly ? null : (
          <Box sx={{ display: 'flex', flex: 1, minWidth: 220, gap: 0.5 }}>
            <InputBase
              value={by}
              onChange={(event) => setBy(event.target.value)}
              placeholder="Replace by"
              inputProps={{ 'aria-label': 'Replace by', spellCheck: false, maxLength: 1000 }}
              sx={fieldSx}
            />
            <Button size="small" disabled={!result?.count} onClick={() => void replace()}>
              Replace all…
            </Button>
          </Box>
        )}
      </Box>
      {refused ? (
        <PanelNote>{refused}</PanelNote>
      ) : (
        <>
          <Box role="status" sx={{ px: 2, pb: 0.5, fontSize: typeSizes.caption, color: 'text.secondary' }}>
            {wanted === '' || !result ? '' : said(result)}
          </Box>
          {wanted === '' ? (
            <PanelNote>
              Type what to look for: it is found in all descriptions, models and articles.
            </PanelNote>
          ) : (
            <FileHitsList files={result?.files ?? []} label="Search results" onGo={onGo} />
          )}
        </>
      )}
    </Box>
  )
}

const fieldSx = {
  flex: 1,
  px: 1,
  fontFamily: monospace,
  fontSize: typeSizes.codeSmall,
  borderRadius: 0.75,
  backgroundColor: 'action.hover',
} as const

interface OptionProps {
  value: boolean
  onChange: (value: boolean) => void
  label: string
  children: string
}

function Option({ value, onChange, label, children }: OptionProps) {
  return (
    <ToggleButton
      size="small"
      value={label}
      selected={value}
      aria-label={label}
      title={label}
      onChange={() => onChange(!value)}
      sx={{ px: 1, py: 0, textTransform: 'none' }}
    >
      <span aria-hidden>{children}</span>
    </ToggleButton>
  )
}

function said({ count, files, more }: SearchResult): string {
  if (count === 0) return 'Nothing was found.'
  const where = files.length === 1 ? 'one file' : `${files.length} files`
  if (more) return `More than are shown: ${count.toLocaleString('en-US')} or more places in ${where}.`
  return count === 1 ? 'One place.' : `${count} places in ${where}.`
}

function messageOf(error: unknown): string {
  return error instanceof Unanswered ? error.message : 'The search did not work.'
}
