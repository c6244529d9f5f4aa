import { useEffect } from 'react'

const attribute = 'data-color-scheme'

/** Prints in light colours: paper is white, and browsers leave dark grounds out. */
export function useLightPaper(): void {
  useEffect(() => {
    const root = document.documentElement
    let scheme: string | null = null
    const before = (): void => {
      scheme = root.getAttribute(attribute)
      root.setAttribute(attribute, 'light')
    }
    const after = (): void => {
      if (scheme !== null) root.setAttribute(attribute, scheme)
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}
