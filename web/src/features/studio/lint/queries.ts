// The style guides that a project is linted by while it is typed.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'

export interface LintGuides {
  guides: { path: string; files: Record<string, string> }[]
  left_out: number
}

liveKeys({ project_style_guides: [['lint-guides']] })

/** The rulesets that hold for a project beside its own; undefined until they are there, and for who may not edit it. */
export function useLintGuides(projectId: number, isEditor: boolean): LintGuides | undefined {
  const { data } = useRead({
    key: ['lint-guides', { projectId }],
    read: () => callAsMe<LintGuides>(`/projects/${encodeId('prj', projectId)}/extended-ssgs/rulesets`),
    enabled: isEditor,
    staleTime: 60_000,
  })
  return data
}
