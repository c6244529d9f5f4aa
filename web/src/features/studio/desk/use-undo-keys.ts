import { useEffect } from 'react'
import type { OpenDocument } from '../documents/open-document.ts'
import { isUndoneInDocument, stepOf } from '../forms/binding/undo-keys.ts'

/** Ctrl Z and its like in forms, lists and panes beside them: the last step of one's own in the open document. */
export function useUndoKeys(document: OpenDocument | null): void {
  useEffect(() => {
    if (!document || document.readOnly) return
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (step === null || event.defaultPrevented || !isUndoneInDocument(event.target)) return
      // A dialog in front has the keys to itself.
      if (window.document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      if (step === 'undo') document.model.undo()
      else document.model.redo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [document])
}
