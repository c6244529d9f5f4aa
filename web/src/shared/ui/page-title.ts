import { useEffect } from 'react'
import { useSite } from '../data/workspace.tsx'

/** "{page} · {workspace} · Waymark"; the product's name goes when the workspace hides it. */
export function titleOf(page: string, workspace?: { name: string; hide_powered_by: boolean }): string {
  const parts = [page, workspace?.name, workspace?.hide_powered_by ? '' : 'Waymark']
  return parts.filter(Boolean).join(' · ')
}

/** Sets the document's title for as long as the page shows. */
export function usePageTitle(page: string): void {
  const site = useSite()
  const workspace = site.kind === 'workspace' ? site.workspace : undefined
  const title = titleOf(page, workspace)
  useEffect(() => {
    document.title = title
  }, [title])
}
