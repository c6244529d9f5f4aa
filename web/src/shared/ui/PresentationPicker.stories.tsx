import { useState } from 'react'
import { PresentationPicker } from './PresentationPicker.tsx'

export const title = 'Presentation picker'

/** Icon and colour out of the usual ones. */
export function Usual() {
  const [look, setLook] = useState({ icon: 'rocket', color: '#0F766E' })
  return <PresentationPicker {...look} onChange={setLook} label="Icon and colour" />
}

/** A colour of one's own. */
export function OwnColour() {
  const [look, setLook] = useState({ icon: 'cabinet-filing', color: '#2ea44e' })
  return <PresentationPicker {...look} onChange={setLook} label="Icon and colour" />
}
