import { type Query, useRead } from '../../../shared/data/read.ts'
import type { Server } from '../model/types.ts'
import { useDocsSource } from './docs-source.tsx'

const none: Query<Server | null> = { key: ['docs-mock'], read: async () => null }

/** The mock server of the branch; null where none is offered, undefined while that is not known. */
export function useMock(enabled: boolean): Server | null | undefined {
  const { tryIt } = useDocsSource()
  return useRead({ ...(tryIt?.mock ?? none), enabled }).data
}
