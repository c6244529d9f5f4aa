// Rulesets are read by the server: Spectral makes programs of schemas, which this page may not run.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../data/as-me.ts'
import { useWorkspace } from '../data/workspace.tsx'

/** What is wrong in a ruleset, where, and with which rule; line and column count from 1. */
export interface RulesetFault {
  file: string
  line: number
  column: number
  rule?: string
  message: string
}

/** Asks what is wrong with a ruleset among the files that it may extend; nothing where it can be used. */
export function useRulesetCheck() {
  const { id } = useWorkspace()
  return async (ruleset: string, files: Record<string, string>): Promise<RulesetFault[]> => {
    const path = `/workspaces/${encodeId('wk', id)}/rulesets/check`
    const { faults } = await callAsMe<{ faults: RulesetFault[] }>(path, {
      method: 'POST',
      json: { ruleset, files },
    })
    return faults
  }
}
