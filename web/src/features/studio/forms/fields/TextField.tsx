import { type KeyboardEvent, memo, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { textCodec } from '../binding/codecs.ts'
import { pathKey } from '../binding/edits.ts'
import { undoneInDocument } from '../binding/undo-keys.ts'
import { type Codec, type Field, useField } from '../binding/use-field.ts'
import { FieldNotes } from './FieldNotes.tsx'
import { Control, FieldLabel, FieldRow } from './style.ts'

export interface TextFieldProps {
  path: Path
  label: string
  codec?: Codec
  prune?: number
  /** Named, but not shown: within tables and rows that say what it is. */
  isLabelHidden?: boolean
  isRequired?: boolean
  /** Grows with its text. */
  isMultiline?: boolean
  isMono?: boolean
  isStrong?: boolean
  /** Without a frame until one is at it. */
  isBare?: boolean
  placeholder?: string
  suggestions?: readonly string[]
  /** Beside the text, within the frame. */
  adornment?: ReactNode
  autoFocus?: boolean
}

/** A value that is typed, bound to its place in the description. */
export const TextField = memo(
  function TextField(props: TextFieldProps) {
    // Of another place, it is another field: what was typed in the one is not for the other.
    return <BoundText key={pathKey(props.path)} {...props} />
  },
  (before, after) => pathKey(before.path) === pathKey(after.path) && alike(before, after),
)

/** Equal but for the path, which is compared by what it names. */
function alike(before: TextFieldProps, after: TextFieldProps): boolean {
  const { path: _before, ...one } = before
  const { path: _after, ...other } = after
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof typeof one>
  return [...keys].every((key) => Object.is(one[key], other[key]))
}

function BoundText(props: TextFieldProps) {
  const { path, label, codec = textCodec, prune, isLabelHidden = false } = props
  const id = useId()
  const field = useField(path, { codec, prune })
  const input = <Typed id={id} field={field} {...props} />
  const notes = <FieldNotes id={`${id}-notes`} field={field} />
  if (isLabelHidden) {
    return (
      <div style={{ minWidth: 0, flex: 1 }}>
        {input}
        {notes}
      </div>
    )
  }
  return (
    <FieldRow>
      <FieldLabel htmlFor={id}>
        {label}
        {props.isRequired ? (
          <span className="required" aria-hidden="true">
            *
          </span>
        ) : null}
      </FieldLabel>
      {input}
      {notes}
    </FieldRow>
  )
}

function Typed({ id, field, ...props }: TextFieldProps & { id: string; field: Field }) {
  const isInvalid = field.problem !== null
  const shared = {
    id,
    value: field.text,
    placeholder: field.isReadOnly ? '' : (props.placeholder ?? ''),
    readOnly: field.isReadOnly,
    'aria-invalid': isInvalid || undefined,
    'aria-required': props.isRequired || undefined,
    'aria-describedby': isInvalid || field.theirs !== null ? `${id}-notes` : undefined,
    'aria-label': props.isLabelHidden ? props.label : undefined,
    autoFocus: props.autoFocus,
    onFocus: field.focus,
    onBlur: field.leave,
    spellCheck: props.isMono ? false : undefined,
    ...(!field.isUnsent && undoneInDocument),
  }
  const list = props.suggestions?.length ? `${id}-list` : undefined
  return (
    <Control
      data-readonly={field.isReadOnly || undefined}
      data-invalid={isInvalid || undefined}
      data-mono={props.isMono || undefined}
      data-strong={props.isStrong || undefined}
      data-bare={props.isBare || undefined}
    >
      {props.isMultiline ? (
        <Grown {...shared} onChange={(event) => field.type(event.target.value)} onKeyDown={onEscape(field)} />
      ) : (
        <input
          {...shared}
          type="text"
          autoComplete="off"
          list={list}
          onChange={(event) => field.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) field.flush()
            onEscape(field)(event)
          }}
        />
      )}
      {list ? (
        <datalist id={list}>
          {props.suggestions?.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      ) : null}
      {props.adornment}
    </Control>
  )
}

/** Escape takes back what is not written yet. */
const onEscape = (field: Field) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && (field.problem || field.theirs !== null)) {
    event.stopPropagation()
    field.takeTheirs()
  }
}

/** A text area as high as its text, up to a screen's third. */
function Grown(props: React.ComponentProps<'textarea'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew with each text
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, Math.max(160, window.innerHeight / 3))}px`
  }, [props.value])
  return <textarea ref={area} rows={1} {...props} />
}
