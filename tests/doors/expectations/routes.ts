// Every route of /api/v1 as its own description lists it: what it is called with, and what it needs.
import { encodeId, type IdPrefix } from '../../../supabase/functions/_shared/domain/ids.ts'
import type { Caller, Place, Rule, Scope } from '../support/callers.ts'
import type { World } from '../support/world.ts'
import { accountRoutes } from './routes-account.ts'
import { billingRoutes } from './routes-billing.ts'
import { groupAndTeamRoutes } from './routes-groups.ts'
import { projectRoutes } from './routes-projects.ts'
import { workspaceRoutes } from './routes-workspace.ts'

export interface RouteCells {
  /** As the description says it, e.g. `GET /projects/{id}`. */
  route: string
  what?: string
  in: Scope
  /** Of the path; `id` is what the scope is about unless said otherwise. */
  params?: (world: World, at: Place, who: Caller) => Record<string, string>
  /** With names in braces, as the path has them. */
  query?: string
  body?: (world: World, at: Place, who: Caller) => object
  /** Of the workspace's host, where a route knows the workspace by it; what agents send there. */
  host?: string
  /** Sent as a form instead. */
  form?: Record<string, string>
  may: Rule
  /** Who may know of what it is about, where that differs from the scope's. */
  knows?: Rule
  /** It answers what the caller may see, and nothing to others, instead of refusing. */
  lists?: true
  /** It takes callers without a token, and with them workspace tokens. */
  open?: true
}

/** The public identifier of what a scope is about at a place. */
export function idAt(world: World, scope: Scope, at: Place): string {
  const ids: Partial<Record<Scope, [IdPrefix, number]>> = {
    workspace: ['wk', world.workspaceId],
    project: ['prj', world.projects[at]?.id ?? 0],
    group: ['grp', world.groups[at] ?? 0],
    team: ['team', world.teams[at] ?? 0],
  }
  const found = ids[scope]
  return found ? encodeId(...found) : ''
}

/** The public identifier of somebody. */
export const userId = (world: World, name: keyof World['people']) => encodeId('usr', world.people[name].id)

export const routes: RouteCells[] = [
  ...workspaceRoutes,
  ...billingRoutes,
  ...projectRoutes,
  ...groupAndTeamRoutes,
  ...accountRoutes,
]
