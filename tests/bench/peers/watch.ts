// When a page shows what it was opened for, told by the page itself: a driver that asks it is late by its own pauses,
// and later the busier the page is.
export interface Watched {
  /** Words of the operation, which stand in one text of the page. */
  sentence: string
  /** Selector of what stands there once the page answers to clicks, where the words come before that. */
  running?: string | undefined
}

export interface Watch {
  /** Milliseconds from navigation. */
  paintedMs?: number
  runningMs?: number
  blockedMs: number
}

declare global {
  interface Window {
    watch?: Watch
  }
}

/** Runs in the page before anything of its own. */
export function watchFor({ sentence, running }: Watched): void {
  const watch: Watch = { blockedMs: 0 }
  window.watch = watch
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.blockedMs += duration - 50
  }).observe({ type: 'longtask', buffered: true })

  // Who holds the sentence, the innermost of them; scripts and titles among them are never shown.
  const holders = new Set<Element>()
  const holds = (node: Node) => (node.textContent ?? '').replace(/\s+/g, ' ').includes(sentence)
  const innermost = (element: Element): Element => {
    const inner = [...element.children].find(holds)
    return inner ? innermost(inner) : element
  }
  const look = (node: Node) => {
    if (!holds(node)) return
    const element = node instanceof Element ? node : node.parentElement
    if (element) holders.add(innermost(element))
  }
  const observer = new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records) {
      if (type === 'characterData') look(target)
      for (const node of addedNodes) look(node)
    }
  })
  const everything = { childList: true, characterData: true, subtree: true }
  observer.observe(document, everything)
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init)
    observer.observe(root, everything)
    return root
  }

  const isShown = (element: Element) => element.isConnected && element.getClientRects().length > 0
  // What stands there in one frame has been painted in the next.
  const next = (note: (now: number) => void) => requestAnimationFrame(() => note(performance.now()))
  const frame = () => {
    if (watch.paintedMs === undefined && [...holders].some(isShown))
      next((now) => {
        watch.paintedMs ??= now
      })
    if (running !== undefined && watch.runningMs === undefined && document.querySelector(running))
      next((now) => {
        watch.runningMs ??= now
      })
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
