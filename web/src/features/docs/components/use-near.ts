import { type RefObject, useEffect, useState } from 'react'

/** How far below and above the screen things are read already, so that whoever scrolls finds them there. */
const ahead = '800px 0px'

/** Whether an element is on the screen or close to it; once it was, it stays so. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (isNear || !element) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: ahead },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, isNear])
  return isNear
}
