// What an element on another page was asked to show.
import { createContext, useContext } from 'react'

/** Contents beside the page, above it, or none. */
export type Layout = 'sidebar' | 'stacked' | 'single'

export interface Events {
  /** A page is shown. */
  navigate: { slug: string; title: string; type: string; branch: string }
  error: { message: string }
}

export interface Embedding {
  /** Slug of the workspace. */
  workspace: string
  /** Address of its host. */
  site: string
  layout: Layout
  hideTryIt: boolean
  /** Tells the page around. */
  report: <Name extends keyof Events>(name: Name, detail: Events[Name]) => void
  /** Shows the beginning of the element, where it is not in sight. */
  toTop: () => void
}

const Context = createContext<Embedding | null>(null)

export const EmbeddingProvider = Context.Provider

/** The element around. */
export function useEmbedding(): Embedding {
  const embedding = useContext(Context)
  if (!embedding) throw new Error('useEmbedding is for documentation on another page')
  return embedding
}
