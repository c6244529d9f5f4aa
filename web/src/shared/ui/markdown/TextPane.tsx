import Box from '@mui/material/Box'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { monospace, typeSizes } from '../type-sizes.ts'
import { applyEdit } from './apply-edit.ts'
import { type Draft, type Edit, insertBlock, replace } from './edits.ts'
import { continueList } from './line-edits.ts'
import { type RequestBlock, requestBlockAt, writeRequestBlock } from './request-block.ts'
import type { RequestValues } from './request-form.ts'
import { Toolbar } from './Toolbar.tsx'
import { toolOfKey } from './tools.tsx'

const RequestDialog = lazy(() => import('./RequestDialog.tsx'))

interface Props {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  isDisabled: boolean
  isInvalid: boolean
  minRows: number
}

type Change = (draft: Draft) => Edit | undefined

/** The text and its toolbar. */
export function TextPane({ id, label, value, onChange, isDisabled, isInvalid, minRows }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [asking, setAsking] = useState<{ draft: Draft; block: RequestBlock | undefined }>()
  const [planned, setPlanned] = useState<{ change: Change }>()
  // Menus and dialogs hold the focus until they are gone, so their edits wait for that.
  useEffect(() => {
    if (!planned || asking) return
    if (field.current) perform(field.current, planned.change)
    setPlanned(undefined)
  }, [planned, asking])
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey
    const change = isPlainEnter ? continueList : toolOfKey(event)?.edit
    if (!change || !perform(event.currentTarget, change)) return
    event.preventDefault()
    // Ctrl+K is the link's here, not the search's.
    event.stopPropagation()
  }
  const askForRequest = () => {
    if (!field.current) return
    const draft = draftOf(field.current)
    setAsking({ draft, block: requestBlockAt(draft) })
  }
  const insertRequest = (values: RequestValues) => {
    if (!asking) return
    const { draft, block } = asking
    const text = writeRequestBlock(values, block?.rest)
    const made = block ? replace(block.from, block.to, text) : insertBlock(draft, text)
    setPlanned({ change: () => made })
  }
  return (
    <>
      <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
        <Toolbar
          label={label}
          controls={`${id}-text`}
          isDisabled={isDisabled}
          onTool={(tool) => setPlanned({ change: tool.edit })}
          onRequest={askForRequest}
        />
      </Box>
      <Box
        component="textarea"
        id={`${id}-text`}
        ref={field}
        value={value}
        rows={minRows}
        disabled={isDisabled}
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-length`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        sx={{
          display: 'block',
          width: '100%',
          minHeight: `calc(${minRows} * 1.6em + 32px)`,
          maxHeight: '70vh',
          p: 2,
          border: 0,
          outline: 0,
          resize: 'vertical',
          color: 'text.primary',
          backgroundColor: 'transparent',
          fontFamily: monospace,
          fontSize: typeSizes.body2,
          lineHeight: 1.6,
          tabSize: 2,
          '&:disabled': { color: 'text.disabled', resize: 'none' },
          '&:focus-visible': { outline: 0 },
        }}
      />
      {asking ? (
        <Suspense fallback={null}>
          <RequestDialog
            initial={asking.block?.values}
            onInsert={insertRequest}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/**
 * Makes the change, if it is one for this draft; a moment later, because an input event inside of React's own work
 * makes it set the old text and the new one again, which ends the field's undo history.
 */
function perform(field: HTMLTextAreaElement, change: Change): boolean {
  const made = change(draftOf(field))
  if (made) queueMicrotask(() => applyEdit(field, made))
  return made !== undefined
}

function draftOf(field: HTMLTextAreaElement): Draft {
  return { text: field.value, start: field.selectionStart, end: field.selectionEnd }
}
