// What the server wrote into the page's own HTML, as anybody may read it: the first screen need not ask for it again.
import { markExactNumbers } from '../../../../analysis/parse/exact-number.ts'

let kept: unknown

/** The JSON in the page; null where there is none. `Page` is what the function `pages` puts there. */
export function firstPage<Page>(): Page | null {
  kept ??= JSON.parse(markExactNumbers(document.getElementById('page-data')?.textContent || 'null'))
  return kept as Page | null
}
