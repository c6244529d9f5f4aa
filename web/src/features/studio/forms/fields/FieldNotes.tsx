import { useForm } from '../binding/form-context.tsx'
import type { Field } from '../binding/use-field.ts'
import { Note, NoteButton } from './style.ts'

const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}…` : text)

/** What is to be said of a field: it was refused, or somebody else wrote it meanwhile. */
export function FieldNotes({ field, id }: { field: Field; id: string }) {
  const { onEditInCode } = useForm()
  const { problem, theirs } = field
  const at = problem?.at
  return (
    <div id={id} style={{ display: 'contents' }}>
      {problem ? (
        <Note role="alert" data-tone="error">
          {problem.message}
          {at ? (
            <NoteButton type="button" onClick={() => onEditInCode(at)}>
              Edit in code
            </NoteButton>
          ) : null}
        </Note>
      ) : null}
      {theirs === null ? null : (
        <Note role="alert" data-tone="warning">
          <span>
            {theirs === ''
              ? 'Somebody emptied this meanwhile.'
              : `Somebody changed this meanwhile to “${shortened(theirs)}”.`}
          </span>
          <NoteButton type="button" onClick={field.keepMine}>
            Keep mine
          </NoteButton>
          <NoteButton type="button" onClick={field.takeTheirs}>
            Take theirs
          </NoteButton>
        </Note>
      )}
    </div>
  )
}
