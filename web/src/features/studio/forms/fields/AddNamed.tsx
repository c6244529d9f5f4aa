import { useState } from 'react'
import { useForm } from '../binding/form-context.tsx'
import { AddButton } from './AddButton.tsx'
import { NameBox } from './NameBox.tsx'

interface Props {
  label: string
  /** What the box for the name is called. */
  nameLabel: string
  placeholder?: string
  suggestions?: readonly string[]
  onAdd: (name: string) => string | null
}

/** A button that asks for a name and adds something by it. */
export function AddNamed({ label, nameLabel, placeholder, suggestions, onAdd }: Props) {
  const { source } = useForm()
  const [isAsking, setAsking] = useState(false)
  if (source.readOnly) return null
  if (!isAsking) return <AddButton label={label} onClick={() => setAsking(true)} />
  const add = (name: string): string | null => {
    const why = onAdd(name)
    if (why === null) setAsking(false)
    return why
  }
  return (
    <div style={{ flex: '0 1 240px', minWidth: 0 }}>
      <NameBox
        autoFocus
        isMono
        label={nameLabel}
        name=""
        onName={add}
        onCancel={() => setAsking(false)}
        {...(placeholder !== undefined && { placeholder })}
        {...(suggestions && { suggestions })}
      />
    </div>
  )
}
