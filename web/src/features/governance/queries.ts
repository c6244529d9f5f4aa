// What the governance of a workspace reads and changes.
import { keepPreviousData } from '@tanstack/react-query'
import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { usePages } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import type { RowOf } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

export type GovernedProject = Omit<RowOf<'governed_project'>, 'style_guide_versions'> & {
  /** The version at which each of the guides holds; null for one that was never released. */
  style_guide_versions: (string | null)[]
}

interface GovernedPage extends Omit<RowOf<'governed_page', 'next'>, 'items'> {
  items: GovernedProject[]
}

declare module '../../shared/data/supabase.ts' {
  interface Results {
    list_governed_projects: GovernedPage
  }
}

liveKeys({ projects: [['governed']], project_style_guides: [['governed']] })

const rowsPerPage = 1000
/** More projects than one call changes are changed by several. */
const mostAtOnce = 500

export interface Filter {
  search: string
  /** Whether projects extend any style guide; null: both. */
  has: boolean | null
}

/** APIs and component libraries with the style guides that each extends. */
export function useGovernedProjects({ search, has }: Filter) {
  const { id } = useWorkspace()
  return usePages({
    key: ['governed', { search, has }],
    read: (after) =>
      rpc('list_governed_projects', {
        p_workspace_id: id,
        p_search: search || null,
        p_has_style_guides: has,
        p_after: after,
        p_limit: rowsPerPage,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    signedIn: true,
  })
}

interface Choice {
  guideId: number
  isOn: boolean
}

interface Outcome {
  failed: number
  /** The first reason there was. */
  reason: string | null
}

async function eachByItself(runs: (() => Promise<Outcome>)[]): Promise<Outcome> {
  const sum: Outcome = { failed: 0, reason: null }
  for (const run of runs) {
    const { failed, reason } = await run().catch((error) => ({ failed: 1, reason: messageOf(error) }))
    sum.failed += failed
    sum.reason ??= reason
  }
  return sum
}

const told = (sentence: string, { failed, reason }: Outcome) =>
  failed > 0 ? { warning: reason ? `${sentence}: ${reason}` : sentence } : null

/** Switches style guides on or off for projects; what is refused is said, the rest holds. */
export function useManageStyleGuides(projectIds: readonly number[]) {
  return useChange({
    run: (choices: Choice[]) =>
      eachByItself(
        choices.flatMap(({ guideId, isOn }) =>
          chunks(projectIds).map((ids) => async () => {
            const { failed, results } = await rpc(isOn ? 'enable_style_guide' : 'disable_style_guide', {
              p_style_guide_id: guideId,
              p_project_ids: ids,
            })
            return { failed, reason: results.find(({ ok }) => !ok)?.message ?? null }
          }),
        ),
      ),
    changes: ['governed', 'project-style-guides'],
    success: (outcome) =>
      told('Some errors occurred updating your Style Guides', outcome) ?? 'Style Guides updated',
  })
}

function chunks(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, index) =>
    ids.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  )
}

/** Says which style guides new projects extend. */
export function useSaveDefaults() {
  return useChange({
    run: (choices: Choice[]) =>
      eachByItself(
        choices.map(({ guideId, isOn }) => async () => {
          await rpc('set_default_style_guide', { p_project_id: guideId, p_is_enabled: isOn })
          return { failed: 0, reason: null }
        }),
      ),
    changes: ['style-guides'],
    success: (outcome) =>
      told('Some errors occurred updating your Default Style Guides', outcome) ??
      'Default Style Guides updated',
  })
}
