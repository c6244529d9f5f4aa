// Colours that somebody tries before they are saved: this page shows them, nobody else's does.
import { useSyncExternalStore } from 'react'
import type { WorkspaceTheme } from '../../../../supabase/functions/_shared/domain/theme.ts'

let tried: WorkspaceTheme | null = null
const listeners = new Set<() => void>()

/** Shows colours in place of the workspace's; null shows those again. */
export function previewTheme(theme: WorkspaceTheme | null): void {
  tried = theme
  for (const listener of listeners) listener()
}

/** The colours that are tried; null for none. */
export function usePreviewedTheme(): WorkspaceTheme | null {
  return useSyncExternalStore(subscribe, () => tried)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
