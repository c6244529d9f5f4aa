import { useId } from 'react'
import type { Typed, ValueShape } from '../shape.ts'
import { Field, SmallButton } from './style.ts'

interface Props {
  name: string
  /** In a few words, beside the name. */
  type?: string
  shape: ValueShape
  value: Typed
  onChange: (value: Typed) => void
  required?: boolean
  /** Shown where nothing is typed. */
  placeholder?: string
  problem?: string | undefined
  files?: readonly File[]
  onFiles?: (files: File[]) => void
}

/** One value of the form, asked for by what its schema says it is. */
export function ValueInput(props: Props) {
  const { name, type, shape, required = false, problem } = props
  const id = useId()
  const described = problem ? `${id}-problem` : undefined
  return (
    <Field>
      <label className="name" htmlFor={id}>
        {name}
        {type ? <span className="type">{type}</span> : null}
        {required ? <span className="required">required</span> : null}
      </label>
      {shape.kind === 'list' ? (
        <ListInput {...props} shape={shape} id={id} described={described} />
      ) : (
        <OneInput {...props} id={id} described={described} />
      )}
      {problem ? (
        <span className="error" id={described}>
          {problem}
        </span>
      ) : null}
    </Field>
  )
}

interface InputProps extends Props {
  id?: string
  described: string | undefined
  label?: string
}

function OneInput({
  shape,
  value,
  onChange,
  required,
  placeholder,
  problem,
  files,
  onFiles,
  ...input
}: InputProps) {
  const common = {
    id: input.id,
    'aria-label': input.label,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': input.described,
    'aria-required': required || undefined,
  }
  const typed = Array.isArray(value) ? '' : value
  const change = (event: { target: { value: string } }) => onChange(event.target.value)
  if (shape.kind === 'choice')
    return (
      <select {...common} value={typed} onChange={change}>
        <option value="">{required ? 'Choose…' : 'Not sent'}</option>
        {shape.options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    )
  if (shape.kind === 'file')
    return (
      <input
        {...common}
        type="file"
        multiple={shape.several}
        onChange={(event) => onFiles?.([...(event.target.files ?? [])])}
        title={files?.map((file) => file.name).join(', ')}
      />
    )
  if (shape.kind === 'json')
    return (
      <textarea
        {...common}
        value={typed}
        onChange={change}
        placeholder={placeholder}
        spellCheck={false}
        rows={3}
      />
    )
  const isSecret = shape.kind === 'line' && shape.type === 'password'
  const isNumber = shape.kind === 'line' && (shape.type === 'integer' || shape.type === 'number')
  return (
    <input
      {...common}
      type={isSecret ? 'password' : 'text'}
      // Nobody's password for Waymark is filled in here.
      autoComplete={isSecret ? 'new-password' : 'off'}
      spellCheck={false}
      {...(isNumber && { inputMode: 'decimal' as const })}
      value={typed}
      onChange={change}
      placeholder={placeholder}
    />
  )
}

/** A line for each item; a new one at the end. */
function ListInput({
  shape,
  value,
  onChange,
  id,
  ...props
}: InputProps & { shape: ValueShape & { kind: 'list' } }) {
  const lines = Array.isArray(value) ? value : []
  const shown = lines.length === 0 ? [''] : lines
  const set = (at: number, line: Typed) =>
    onChange(shown.map((before, index) => (index === at && !Array.isArray(line) ? line : before)))
  return (
    <div className="list">
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a list have no other identity
        <div className="line" key={index}>
          <OneInput
            {...props}
            {...(index === 0 && id !== undefined && { id })}
            label={`${props.name} ${index + 1}`}
            shape={shape.item}
            value={line}
            onChange={(next) => set(index, next)}
          />
          {shown.length > 1 ? (
            <SmallButton
              type="button"
              aria-label={`Remove ${props.name} ${index + 1}`}
              onClick={() => onChange(shown.filter((_line, at) => at !== index))}
            >
              ✕
            </SmallButton>
          ) : null}
        </div>
      ))}
      <SmallButton type="button" onClick={() => onChange([...shown, ''])}>
        Add {props.name}
      </SmallButton>
    </div>
  )
}
