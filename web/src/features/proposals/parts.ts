// What screens of proposals show by other features; the app puts them in.

import { type ComponentType, createContext, type ReactNode } from 'react'
import type { SuggestedText } from './model.ts'

export interface ProposalParts {
  /** Markdown as the docs show it. */
  renderMarkdown: ((markdown: string) => ReactNode) | null
  /** Two states of a file's text. */
  Diff: ComponentType<{ path: string; before: string; now: string }> | null
  /** Takes a suggestion over into the working copy, and on to its Git host; answers why it cannot be, or its commit. */
  applySuggestion:
    | ((
        place: {
          workspaceId: number
          projectId: number
          projectSlug: string
          branchSlug: string
        },
        suggestion: SuggestedText & { commentId: number; path: string },
      ) => Promise<{ reason: string } | { commitId: string | null }>)
    | null
}

export const ProposalPartsContext = createContext<ProposalParts>({
  renderMarkdown: null,
  Diff: null,
  applySuggestion: null,
})
