import { type ReactNode, useState } from 'react'

/** A part of a schema that is made when the reader opens it. */
export function Folded({ label, children }: { label: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="folded">
      <button type="button" className="open" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open ? children() : null}
    </div>
  )
}
