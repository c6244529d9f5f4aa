// What the desk shows of the Studio's other parts, each in a chunk of its own; and what the app brings of the docs, for
// features do not import each other.
import { createContext, lazy, type ReactNode } from 'react'

/** Loads form and outline, for when they are about to be shown. */
export const loadForms = () => import('../forms/views.ts')

export const FormView = lazy(() => loadForms().then(({ FormView }) => ({ default: FormView })))
export const Outline = lazy(() =>
  loadForms().then(({ DescriptionOutline }) => ({ default: DescriptionOutline })),
)

export interface DocsParts {
  /** Markdown as readers see it. */
  renderMarkdown?: (markdown: string) => ReactNode
}

export const DocsPartsContext = createContext<DocsParts>({})
