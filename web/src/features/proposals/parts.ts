// What screens of proposals show by other features; the app puts them in.
import { type ComponentType, createContext, type ReactNode } from 'react'

export interface ProposalParts {
  /** Markdown as the docs show it. */
  renderMarkdown: ((markdown: string) => ReactNode) | null
  /** Two states of a file's text. */
  Diff: ComponentType<{ path: string; before: string; now: string }> | null
}

export const ProposalPartsContext = createContext<ProposalParts>({ renderMarkdown: null, Diff: null })
