// What trying rules asks for.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useRead } from '../../../shared/data/read.ts'
import { minimumLength, type SearchHit } from '../../../shared/data/search.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import type { RulesetFault } from '../../../shared/style-guides/check.ts'

/** Nodes of the workspace that rules can be for. */
const types = ['http_service', 'http_operation', 'http_webhook', 'model']

/** The nodes whose names a text is in. */
export function useNodesFound(text: string) {
  const { id } = useWorkspace()
  return useRead({
    key: ['tried-nodes', { text }],
    read: () => rpc('search_nodes', { p_workspace_id: id, p_search: text, p_types: types }),
    enabled: text.length >= minimumLength,
    staleTime: 60_000,
  })
}

export interface TrialFinding {
  code: string
  severity: 'error' | 'warn' | 'info' | 'hint'
  message: string
  path: string[]
  file: string
  line: number
  column: number
}

export interface Trial {
  faults: RulesetFault[]
  findings: TrialFinding[]
  total: number
  examples: ExamplesTried
}

/** What became of the examples that rules bring along. */
export interface ExamplesTried {
  tried: number
  failed: RulesetFault[]
}

/** Tries the rules of a ruleset of a project on their examples. */
export function tryExamples(
  projectId: number,
  ruleset: string,
  files: Record<string, string>,
): Promise<Trial> {
  return callAsMe(`/projects/${encodeId('prj', projectId)}/rulesets/try`, {
    method: 'POST',
    json: { ruleset, files },
  })
}

/** What a ruleset finds at a node, as it is on its branch. */
export async function tryRules(
  node: SearchHit,
  ruleset: string,
  files: Record<string, string>,
): Promise<Trial> {
  const { uri } = await unwrap(
    supabase.from('branch_nodes').select('uri').eq('node_id', node.node_id).limit(1).single(),
  )
  return callAsMe(`/projects/${encodeId('prj', node.project_id)}/rulesets/try`, {
    method: 'POST',
    json: { ruleset, files, node_uri: uri, branch: node.branch_slug },
  })
}
