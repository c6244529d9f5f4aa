import { useEffect, useRef } from 'react'
import { useDigestChange } from './use-digest-change.ts'

/** Applies what a mail's link asked for, once; `onApplied` runs as soon as it is under way. */
export default function DigestByLink({ receive, onApplied }: { receive: boolean; onApplied: () => void }) {
  const { mutate } = useDigestChange()
  const done = useRef(false)
  useEffect(() => {
    if (done.current) return
    done.current = true
    mutate(receive)
    onApplied()
  }, [mutate, receive, onApplied])
  return null
}
