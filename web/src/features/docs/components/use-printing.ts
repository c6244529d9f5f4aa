import { useSyncExternalStore } from 'react'

let isPrinting = false

function subscribe(changed: () => void): () => void {
  const set = (is: boolean) => () => {
    isPrinting = is
    changed()
  }
  const [before, after] = [set(true), set(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** Whether the page is on its way to paper, where nothing can be opened. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}
