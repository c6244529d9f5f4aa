import { useState } from 'react'
import { MarkdownEditor } from './MarkdownEditor.tsx'

export const title = 'Markdown editor'

const welcome = `# Welcome

All of our **APIs** in one place.

- Read the [guides](/docs)
- Ask in the forum
`

// Features pass the docs' renderer; it is not for shared widgets to know.
const asText = (markdown: string) => <pre style={{ whiteSpace: 'pre-wrap', margin: 0 }}>{markdown}</pre>

/** A landing page. */
export function Writing() {
  const [value, setValue] = useState(welcome)
  return (
    <MarkdownEditor
      label="Landing page"
      value={value}
      onChange={setValue}
      renderPreview={asText}
      maxLength={30_000}
    />
  )
}

/** More than may be. */
export function TooLong() {
  const [value, setValue] = useState('Far too many words for this.')
  return (
    <MarkdownEditor
      label="Notice"
      value={value}
      onChange={setValue}
      renderPreview={asText}
      maxLength={20}
      minRows={4}
    />
  )
}

/** For readers. */
export function Disabled() {
  return (
    <MarkdownEditor
      label="Landing page"
      value={welcome}
      onChange={() => undefined}
      renderPreview={asText}
      isDisabled
      minRows={5}
    />
  )
}
