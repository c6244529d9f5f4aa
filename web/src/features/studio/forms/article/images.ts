// Images that are pasted or dropped into an article: what of them is taken, and how the text refers to them.
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** More at a time are not taken. */
export const mostImages = 10

/** The images among what is pasted or dropped. */
const imagesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Hands on images that are pasted or dropped, with the place they came to. */
export function imageDrops(onImages: (images: File[], at: number) => void): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const images = imagesOf(event.clipboardData)
      // Programs that copy text bring a picture of it as well.
      if (images.length === 0 || view.state.readOnly || event.clipboardData?.getData('text/plain'))
        return false
      onImages(images, view.state.selection.main.head)
      return true
    },
    drop(event, view) {
      const images = imagesOf(event.dataTransfer)
      if (images.length === 0 || view.state.readOnly) return false
      onImages(
        images,
        view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.head,
      )
      return true
    },
  })
}

/** Markdown that shows files of the branch in an article. */
export function imagesInMarkdown(article: string, paths: readonly string[]): string {
  return paths.map((path) => `![${wordsOf(path)}](${addressOf(article, path)})`).join('\n')
}

const wordsOf = (path: string): string =>
  (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '').replaceAll(/[[\]\\]/g, ' ')

/** A file as another one refers to it: from its folder. */
function addressOf(article: string, path: string): string {
  const [from, to] = [article.split('/').slice(0, -1), path.split('/')]
  let common = 0
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++
  const names = to.slice(common).map((name) => encodeURIComponent(name).replaceAll(/[()]/g, escaped))
  return [...from.slice(common).map(() => '..'), ...names].join('/')
}

const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`
