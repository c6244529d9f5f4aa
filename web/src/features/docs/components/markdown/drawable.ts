// While it measures texts, Mermaid writes them into the page as HTML, whatever its security level: tried in Chromium,
// an `<img onerror>` in a label was held up by the content policy alone. So nothing that HTML could be read from is drawn.

const MAX_LENGTH = 20_000
// A tag (a line break is harmless), an opening bracket by its code in HTML or in Mermaid, a formula.
const READ_AS_HTML = /<(?=[a-z/!?])(?!br\s*\/?>)|[&#]#?(?:lt\b|0*60\b|x0*3c\b)|\$\$/i
// Stereotypes of classes: one word, so nothing can hang on it.
const STEREOTYPE = /<<\w{1,50}>>/g

/** Whether a diagram's text can be given to Mermaid. */
export function isDrawable(text: string): boolean {
  return text.length <= MAX_LENGTH && !READ_AS_HTML.test(text.replace(STEREOTYPE, ''))
}
