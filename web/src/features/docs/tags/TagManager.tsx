import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Google Tag Manager, in a frame of no origin, which is told the pages that are read. */
export function TagManager({ id }: { id: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isThere = useRef(false)
  const { pathname } = useLocation()
  const tell = useCallback(() => {
    if (!isThere.current) return
    const page = {
      type: 'waymark.page',
      // Neither a search nor what stands behind the hash, where links of branches keep their tokens.
      location: window.location.origin + pathname,
      title: document.title,
      referrer: document.referrer,
    }
    // The frame has no origin to name.
    frame.current?.contentWindow?.postMessage(page, '*')
  }, [pathname])
  useEffect(tell, [tell])
  return (
    <iframe
      ref={frame}
      title="Tag Manager"
      hidden
      aria-hidden
      tabIndex={-1}
      sandbox="allow-scripts"
      src={`/tags/frame.html#${id}`}
      onLoad={() => {
        isThere.current = true
        tell()
      }}
    />
  )
}
