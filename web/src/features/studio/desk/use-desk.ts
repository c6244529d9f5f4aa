// What lies on the desk: which files have a tab, which one is in front, how it is shown.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Reveal } from '../code/CodeView.tsx'
import type { StudioFile } from '../model.ts'

export type View = 'form' | 'code'

interface Desk {
  tabs: readonly string[]
  active: string | null
  view: View
}

export interface DeskActions extends Desk {
  /** What is to be shown in the code of the file in front. */
  reveal: Reveal | null
  open: (id: string, reveal?: Reveal) => void
  close: (id: string) => void
  show: (view: View) => void
}

const none: Desk = { tabs: [], active: null, view: 'form' }
const mostTabs = 30

/** The desk of a branch; it is as one left it for as long as the browser's tab is open. */
export function useDesk(branchId: number, files: readonly StudioFile[] | undefined): DeskActions {
  const key = `waymark-desk-${branchId}`
  const [desk, setDesk] = useState<Desk>(() => read(key))
  const [reveal, setReveal] = useState<Reveal | null>(null)
  useEffect(() => {
    try {
      window.sessionStorage.setItem(key, JSON.stringify(desk))
    } catch {
      // Without storage the desk is empty the next time.
    }
  }, [key, desk])

  const open = useCallback((id: string, reveal?: Reveal) => {
    setDesk(({ tabs, view }) => ({
      tabs: tabs.includes(id) ? tabs : [...tabs.slice(1 - mostTabs), id],
      active: id,
      view: reveal ? 'code' : view,
    }))
    setReveal(reveal ?? null)
  }, [])
  const close = useCallback((id: string) => {
    setReveal(null)
    setDesk(({ tabs, active, view }) => {
      const at = tabs.indexOf(id)
      const rest = tabs.filter((tab) => tab !== id)
      return {
        tabs: rest,
        active: active === id ? (rest[Math.min(at, rest.length - 1)] ?? null) : active,
        view,
      }
    })
  }, [])
  const show = useCallback((view: View) => {
    setReveal(null)
    setDesk((desk) => ({ ...desk, view }))
  }, [])

  // A file that is gone has no tab.
  const live = useMemo(
    () => new Set(files?.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id)),
    [files],
  )
  const tabs = files ? desk.tabs.filter((id) => live.has(id)) : desk.tabs
  const active = desk.active !== null && tabs.includes(desk.active) ? desk.active : (tabs[0] ?? null)
  return { tabs, active, view: desk.view, reveal, open, close, show }
}

function read(key: string): Desk {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return none
    const { tabs, active, view } = kept as Partial<Desk>
    return {
      tabs: Array.isArray(tabs) ? tabs.filter((id) => typeof id === 'string') : [],
      active: typeof active === 'string' ? active : null,
      view: view === 'code' ? 'code' : 'form',
    }
  } catch {
    return none
  }
}
