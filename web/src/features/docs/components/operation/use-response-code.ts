import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { usePagePlace } from '../page-place.ts'
import { decoded } from '../show-fragment.ts'

const marker = '#response-'

/** The response that shows: the one in the address (`#response-404`), else the first success. */
export function useResponseCode(codes: readonly string[]): [string | undefined, (code: string) => void] {
  const { hash } = useLocation()
  const place = usePagePlace()
  const linked = hash.startsWith(marker) ? decoded(hash.slice(marker.length)) : undefined
  const fallback = codes.find((code) => code.startsWith('2')) ?? codes[0]
  const [code, setCode] = useState(linked && codes.includes(linked) ? linked : fallback)
  useEffect(() => {
    if (!linked) return
    setCode(linked)
    place.find('responses')?.scrollIntoView({ block: 'start' })
  }, [linked, place])
  const choose = (next: string): void => {
    setCode(next)
    place.note(`${marker}${encodeURIComponent(next)}`)
  }
  return [code !== undefined && codes.includes(code) ? code : fallback, choose]
}
