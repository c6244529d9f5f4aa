// What the parts of a docs page need to know of the page: where links lead and how a further node is loaded.
import { createContext, useContext } from 'react'
import type { ExportForm } from '../../../shared/data/exports.ts'
import type { Query } from '../../../shared/data/read.ts'
import type { DocsNode } from '../model/types.ts'
import type { OverrideSource } from '../overrides/layers.ts'
import type { ExportedFile } from '../read-exported-file.ts'
import type { NodeGraph } from '../related/queries.ts'
import type { TryItSource } from '../try-it/source.ts'

export interface DocsSource {
  /** URI of the node on the page; relative links in its text start from here. */
  uri: string
  /** Address of the page of a node, by slug. */
  hrefOf: (slug: string) => string
  /** Address that leads to the page of a node, by URI. */
  hrefOfUri: (uri: string) => string
  /** The path of a page, whatever its project and version, to which the app itself turns; null for another address. */
  appPath?: (address: string) => string | null
  /** How the node with this URI on this branch is read; null when there is none. */
  nodeByUri: (uri: string) => Query<DocsNode | null>
  /** How the image with this path in this branch's files is read; null when there is none. */
  imageAt: (path: string) => Query<Blob | null>
  /** How the file of the page is exported; null for who may not. */
  exports: ExportSource | null
  /** How what is shown of the page is changed; null for who may not. */
  overrides: OverrideSource | null
  /** How the operation of the page is tried; null where the workspace does not offer it. */
  tryIt: TryItSource | null
  /** What surrounds the page; null where there is nothing around. */
  related: RelatedSource | null
}

export interface RelatedSource {
  /** The pages that refer to it. */
  usedBy: Query<NodeGraph | null>
  /** Address of its changelog. */
  changelog: string
  /** Address of its dependencies. */
  dependencies: string
}

export interface ExportSource {
  /** The file; null where there is none for the reader. */
  file: Query<ExportedFile | null>
  /** Reads it in a form. Throws ApiProblem. */
  read: (path: string, form: ExportForm) => Promise<{ name: string; content: Blob }>
}

/** Where there is no page around. */
export const detached: DocsSource = {
  uri: '/',
  hrefOf: (slug) => `#${slug}`,
  hrefOfUri: (uri) => `#${uri}`,
  nodeByUri: (uri) => ({ key: ['docs-node-by-uri', { uri }], read: async () => null }),
  imageAt: (path) => ({ key: ['docs-image', { path }], read: async () => null }),
  exports: null,
  overrides: null,
  tryIt: null,
  related: null,
}

const Context = createContext<DocsSource>(detached)

export const DocsSourceProvider = Context.Provider

/** The page around; outside of one, links lead nowhere and nothing further is found. */
export function useDocsSource(): DocsSource {
  return useContext(Context)
}
