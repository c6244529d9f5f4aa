import katex from 'katex'
import { useLayoutEffect, useRef } from 'react'

// A formula may grow its own macros; what is longer, or grows further, is shown as it was written.
const MAX_LENGTH = 5_000

const options = {
  // The browser's own mathematics: no style sheet, no fonts, and read aloud by screen readers.
  output: 'mathml' as const,
  throwOnError: true,
  // No links, no images, no HTML out of a formula.
  trust: false,
  strict: 'ignore' as const,
  maxSize: 20,
  maxExpand: 500,
}

/** A formula in TeX. The library builds elements; no text of it is read as HTML. */
export function Formula({ tex, display }: { tex: string; display: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    try {
      if (tex.length > MAX_LENGTH) throw new Error('too long')
      katex.render(tex, element, { ...options, displayMode: display })
    } catch {
      element.textContent = tex
    }
  }, [tex, display])
  return <span ref={place} className={display ? 'formula' : undefined} />
}
