// Where features show a node as the docs do. What shows it is a feature of its own, put in by the app.
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import { Spinner } from './Spinner.tsx'

/** A node as an analysis makes it; what is in `data` depends on its type. */
export interface AnalysedNode {
  id: string
  uri: string
  type: string
  slug: string
  name: string
  summary: string
  tags: string[]
  method?: string
  path?: string
  version?: string
  isInternal: boolean
  isDeprecated: boolean
  data: unknown
}

/** The branch whose working copy nodes are made of. */
export interface UnsavedNodes {
  workspaceId: number
  projectId: number
  projectSlug: string
  branchId: number
  branchSlug: string
}

export interface ShowNodeProps {
  node: AnalysedNode
  /** The models it may lead to, by URI. */
  nodeAt: (uri: string) => AnalysedNode | null
  /** Where operations can be tried as they are; without it they are for reading. */
  unsaved?: UnsavedNodes | undefined
}

export const NodeSlot = createContext<ComponentType<ShowNodeProps> | null>(null)

/** A node as readers of the docs see it. */
export function AnalysedNodeView(props: ShowNodeProps) {
  const View = useContext(NodeSlot)
  if (!View) throw new Error('No app has filled the slot of nodes')
  return (
    <Suspense fallback={<Spinner label="Loading the preview" />}>
      <View {...props} />
    </Suspense>
  )
}
