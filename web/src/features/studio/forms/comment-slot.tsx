// Where parts of a form leave room for what the desk puts beside them: what is said about this part.
import { createContext, type ReactNode, use } from 'react'
import type { Path } from '../../../../../editing/types.ts'

/** Shows what is said about a part; `of` is what the part is, in words. */
export type RenderComments = (path: Path, of: string) => ReactNode

export const CommentSlot = createContext<RenderComments | null>(null)

/** The room beside a part; nothing where the desk has nothing to put there. */
export function CommentSpot({ path, of }: { path: Path; of: string }) {
  const render = use(CommentSlot)
  return render ? render(path, of) : null
}
