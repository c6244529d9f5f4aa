// Where features show a node of a branch as its page does. What shows it is a feature of its own, put in by the app.
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import type { ResultOf } from '../data/supabase.ts'
import { Spinner } from './Spinner.tsx'

/** A branch, as what is kept of its content is told apart by. */
export interface ShownBranch {
  id: number
  slug: string
  last_analyzed_at: string | null
}

export interface ShowBranchNodeProps {
  project: { id: number; slug: string }
  branch: ShownBranch
  node: NonNullable<ResultOf<'branch_node'>>
}

export const BranchNodeSlot = createContext<ComponentType<ShowBranchNodeProps> | null>(null)

/** A node of a branch as readers of the docs see it. */
export function BranchNodeView(props: ShowBranchNodeProps) {
  const View = useContext(BranchNodeSlot)
  if (!View) throw new Error('No app has filled the slot of nodes of branches')
  return (
    <Suspense fallback={<Spinner label="Loading the page" />}>
      <View {...props} />
    </Suspense>
  )
}
