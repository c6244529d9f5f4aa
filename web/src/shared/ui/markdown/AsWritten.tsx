/** A text that would take too long to format. */
export function AsWritten({ text }: { text: string }) {
  return (
    <>
      <p>
        <em>This text is shown as it was written: formatting it would take too long.</em>
      </p>
      <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</p>
    </>
  )
}
