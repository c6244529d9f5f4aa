// Which heading a fragment means. Articles give theirs an id of its words, as GitHub does; titles and headings in other
// texts have none, and links of authors spell what they name in many ways.
import GithubSlugger, { slug } from 'github-slugger'

/** The heading of a page that a fragment is made of: with or without capitals, doubles by `-1`, `-2`. */
export function headingNamed(page: ParentNode, fragment: string): HTMLElement | undefined {
  const headings = [...page.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')]
  const fragments = fragmentsOf(headings)
  // Some link to `#tag/Pets` and `#section/First-steps`.
  const spellings = [fragment, slug(fragment), slug(fragment.slice(fragment.lastIndexOf('/') + 1))]
  for (const spelling of spellings) {
    const at = spelling ? fragments.indexOf(spelling.normalize()) : -1
    if (at >= 0) return headings[at]
  }
  return undefined
}

/** What leads to each of some headings, in the order of the page. */
export function fragmentsOf(headings: readonly Pick<HTMLElement, 'textContent'>[]): string[] {
  const slugger = new GithubSlugger()
  return headings.map(({ textContent }) => slugger.slug((textContent ?? '').trim().normalize()))
}
