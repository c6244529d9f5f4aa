import type { PagePlace } from './page-place.ts'

// Texts are formatted after the page around them is there.
const patienceMs = 5_000

/**
 * Scrolls to what a fragment (`#second-part`) names: the element with this id, one that an author named so in HTML, or
 * the heading whose words it is made of; as soon as it is there. Answers what ends the looking.
 */
export function showFragment({ root }: Pick<PagePlace, 'root'>, hash: string): () => void {
  const fragment = decoded(hash.slice(1))
  const page = root()
  let isOver = fragment === ''
  const end = (): void => {
    isOver = true
    observer.disconnect()
    clearTimeout(timer)
  }
  const show = (target: Element | null | undefined): void => {
    if (!target || isOver) return
    end()
    target.scrollIntoView({ block: 'start' })
  }
  const look = async (): Promise<void> => {
    if (isOver) return
    show(page.getElementById(fragment) ?? page.getElementById(`user-content-${fragment}`))
    if (isOver) return
    const { headingNamed } = await import('./fragments.ts')
    if (!isOver) show(headingNamed(page, fragment))
  }
  const observer = new MutationObserver(() => void look())
  const timer = setTimeout(end, patienceMs)
  observer.observe(page, { childList: true, subtree: true })
  void look()
  return end
}

/** A part of an address as it was meant; one that is not encoded as it should be, as it is. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
