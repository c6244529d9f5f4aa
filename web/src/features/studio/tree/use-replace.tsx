// Another image in the place of one: it keeps its path, and all that refers to it.
import { useRef, useState } from 'react'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { nameOf, type StudioFile } from '../model.ts'
import { useReplaceFile } from '../queries.ts'
import { uploaded } from './upload-files.ts'

/** Replaces a file that is no text: `ask` lets somebody choose another one, by `field`, which is shown somewhere. */
export function useReplace() {
  const workspace = useWorkspace()
  const replace = useReplaceFile()
  const input = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<StudioFile | null>(null)
  const ask = (file: StudioFile) => {
    setAsked(file)
    input.current?.click()
  }
  const field = (
    <input
      ref={input}
      type="file"
      hidden
      aria-label="File to put in its place"
      onChange={({ target }) => {
        const [chosen] = target.files ?? []
        target.value = ''
        if (!chosen || !asked) return
        replace.mutate({
          id: asked.id,
          name: nameOf(asked.path),
          upload: () => uploaded(chosen, workspace.id),
        })
      }}
    />
  )
  return { ask, field, isBusy: replace.isPending }
}
