import { type ComponentType, lazy } from 'react'
import type { DataBlockProps } from '../shared/ui/markdown/data-block-slot.tsx'

const asCode = ({ children }: DataBlockProps) => children

/** Requests and schemas of a landing page as the docs show theirs; loaded when the first one is shown. */
export const LandingBlock = lazy<ComponentType<DataBlockProps>>(() =>
  import('../features/docs/components/WrittenDataBlock.tsx').then(
    ({ WrittenDataBlock }) => ({ default: WrittenDataBlock }),
    // A part that does not come takes nothing else with it.
    () => ({ default: asCode }),
  ),
)
