// How many calls to other people's servers are under way: such a server may be silent as long as it likes, and each call
// holds a place of this function meanwhile.
import { tooManyRequests } from '../../_shared/http/problem.ts'

const most = 32
const mostOfVisitors = 16
const mostOfPerson = 6
const mostOfVisitor = 3
const secondsToRetry = 5

export interface Caller {
  key: string
  isVisitor: boolean
}

const underWay: Caller[] = []

/** Takes a place. Returns what gives it back, once however often it is called. Throws 429 where there is none. */
export function begin(caller: Caller): () => void {
  const of = (same: (other: Caller) => boolean) => underWay.filter(same).length
  const mine = of(({ key }) => key === caller.key)
  if (
    underWay.length >= most ||
    mine >= (caller.isVisitor ? mostOfVisitor : mostOfPerson) ||
    (caller.isVisitor && of(({ isVisitor }) => isVisitor) >= mostOfVisitors)
  )
    throw tooManyRequests(secondsToRetry)
  const entry = { ...caller }
  underWay.push(entry)
  return () => {
    const place = underWay.indexOf(entry)
    if (place >= 0) underWay.splice(place, 1)
  }
}

/** The same bytes; `end` is called once they have all been read, or nobody reads on. */
export function endingWith(bytes: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = bytes.getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await reader.read().catch((error) => {
        end()
        throw error
      })
      if (value) controller.enqueue(value)
      if (!done) return
      end()
      controller.close()
    },
    cancel: (reason) => {
      end()
      return reader.cancel(reason)
    },
  })
}
