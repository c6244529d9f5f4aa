// Where the threads of a document are by now, while it is being written.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Json } from '../../../../../supabase/functions/_shared/domain/database.gen.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { finder, isStale, keep, searched, targetAt } from './marks.ts'
import type { Places, Thread } from './model.ts'
import { type Placed, usePlaceComments } from './queries.ts'

const none: Places = new Map()
/** What is typed runs together: marks in the editor move by themselves until then, ms. */
const pauseMs = 200
/** Of several that have the document open one comes first; the others find nothing left to say, ms. */
const settleMs = { least: 3000, more: 4000 }
const mostPlaced = 200

interface Given {
  document: OpenDocument | undefined
  epoch: number | undefined
  /** Those that are about this document. */
  threads: readonly Thread[]
  /** Whether the server has all that was written. */
  isSaved: () => boolean
  mayWrite: boolean
}

/** Finds the threads of the document in front, and has kept where they were found. */
export function usePlaces(given: Given): Places {
  const { document, epoch, threads } = given
  const [places, setPlaces] = useState<Places>(none)
  const model = document?.model
  const find = useEffectEvent((most: number) => {
    // Who says nothing here keeps nobody from writing.
    if (!document || epoch === undefined || threads.length === 0) return setPlaces(none)
    const place = finder(document, epoch, most)
    setPlaces(new Map(threads.map((thread) => [thread.id, place(thread)])))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other threads are found anew, as after a change of the text.
  useEffect(() => {
    find(searched.first)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = model?.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => find(searched.after), pauseMs)
    })
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [model, epoch, threads])
  useKeptPlaces(given, places)
  return places
}

function useKeptPlaces({ document, epoch, threads, isSaved, mayWrite }: Given, places: Places): void {
  const place = usePlaceComments()
  const said = useRef(new Set<string>())
  const settle = useEffectEvent(() => {
    if (!document || !isSaved() || epoch === undefined) return
    const anchors: Placed[] = []
    for (const thread of threads) {
      const found = places.get(thread.id)
      if (!found || !isStale(thread, document, epoch, found)) continue
      const anchor = keep(document, epoch, targetAt(thread, found))
      // Said once, whatever comes of it: two that find it at two places would go on for ever.
      const once = `${thread.id} ${epoch} ${JSON.stringify([anchor?.path, anchor?.text])}`
      if (!anchor || said.current.has(once)) continue
      said.current.add(once)
      anchors.push({ id: thread.id, anchor: anchor as unknown as Json })
    }
    if (anchors.length > 0)
      place.mutate({ documentId: document.id, epoch, anchors: anchors.slice(0, mostPlaced) })
  })
  useEffect(() => {
    if (!mayWrite || places.size === 0) return
    const timer = setTimeout(settle, settleMs.least + Math.random() * settleMs.more)
    return () => clearTimeout(timer)
  }, [places, mayWrite])
}
