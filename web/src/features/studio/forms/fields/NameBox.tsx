import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { undoneInDocument } from '../binding/undo-keys.ts'
import { Control, Note } from './style.ts'

interface Props {
  label: string
  name: string
  /** Takes the name; a sentence says why not. */
  onName: (name: string) => string | null
  isReadOnly?: boolean
  isMono?: boolean
  isStrong?: boolean
  /** What the whole form is called after. */
  isTitle?: boolean
  isBare?: boolean
  placeholder?: string
  /** Enter was pressed and the name is taken. */
  onEnter?: () => void
  /** The end without a name, where one is asked for anew. */
  onCancel?: () => void
  /** Another number asks for the focus anew. */
  autoFocus?: boolean | number
  suggestions?: readonly string[]
}

/** A name of something: taken as a whole at Enter or on leaving, for every letter would rename what refers to it. */
export function NameBox(props: Props) {
  const { label, name, onName, isReadOnly = false } = props
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name ends what was typed over the one before
  useEffect(() => setDraft(null), [name])
  const { autoFocus = false } = props
  useEffect(() => {
    if (!autoFocus) return
    // After the menu that asked for it, which gives the focus back to its button as it goes.
    setTimeout(() => input.current?.select())
  }, [autoFocus])
  const take = (): boolean => {
    const typed = (draft ?? name).trim()
    if (typed === name) {
      setDraft(null)
      setProblem(null)
      return name !== ''
    }
    const why = typed === '' ? 'It needs a name.' : onName(typed)
    setProblem(why)
    if (why === null) setDraft(null)
    return why === null
  }
  const giveUp = () => {
    setDraft(null)
    setProblem(null)
    props.onCancel?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (take()) props.onEnter?.()
    }
    if (event.key === 'Escape' && (draft !== null || props.onCancel)) {
      event.stopPropagation()
      giveUp()
    }
  }
  const onBlur = (event: FocusEvent) => {
    if (props.onCancel && (draft ?? '').trim() === '' && !event.currentTarget.contains(event.relatedTarget))
      giveUp()
    else if (draft !== null) take()
  }
  const list = props.suggestions?.length ? `${id}-list` : undefined
  return (
    <div style={{ minWidth: 0, flex: 1 }}>
      <Control
        data-readonly={isReadOnly || undefined}
        data-invalid={problem !== null || undefined}
        data-mono={props.isMono || undefined}
        data-strong={props.isStrong || undefined}
        data-title={props.isTitle || undefined}
        data-bare={props.isBare || undefined}
      >
        <input
          ref={input}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label={label}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? id : undefined}
          value={draft ?? name}
          {...(draft === null && undoneInDocument)}
          readOnly={isReadOnly}
          placeholder={props.placeholder}
          list={list}
          onChange={(event) => {
            setDraft(event.target.value)
            setProblem(null)
          }}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
        />
        {list ? (
          <datalist id={list}>
            {props.suggestions?.map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
          </datalist>
        ) : null}
      </Control>
      {problem ? (
        <Note id={id} role="alert" data-tone="error">
          {problem}
        </Note>
      ) : null}
    </div>
  )
}
