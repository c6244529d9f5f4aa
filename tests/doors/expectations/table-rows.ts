// What a cell of a table tries: the row it finds or writes, by where in the world it is.
import type { Caller, Place, Rule, Scope } from '../support/callers.ts'
import { accountAt, type World } from '../support/world.ts'

export type Row = Record<string, string | number | boolean>
export type RowAt = (world: World, at: Place, who: Caller) => Row

export interface TableCells {
  table: string
  /** Which of its rows, where there are several kinds. */
  what?: string
  in: Scope
  /** What finds the row. */
  row: RowAt
  read?: Rule
  create?: { may: Rule; row: RowAt }
  update?: { may: Rule; set: Row }
  delete?: Rule
  /** Visitors, and with them workspace tokens, are let through to the policies. */
  anon?: true
}

export const always =
  (row: Row): RowAt =>
  () =>
    row
export const host: RowAt = (w) => ({ workspace_id: w.workspaceId })
export const thing =
  (id: 'domainId' | 'machineId' | 'integrationId' | 'invitationId' | 'joinRequestId'): RowAt =>
  (w) => ({ id: w.things[id] })
export const invitation: RowAt = (w) => ({ invitation_id: w.things.invitationId })
export const here = (w: World, at: Place) => w.projects[at] as World['projects'][string]
export const theProject: RowAt = (w, at) => ({ id: here(w, at).id })
export const ofProject: RowAt = (w, at) => ({ project_id: here(w, at).id })
export const branch =
  (slug: 'main' | 'draft'): RowAt =>
  (w, at) => ({ id: here(w, at).branches[slug] })
export const onBranch =
  (slug: 'main' | 'draft', more: Row = {}): RowAt =>
  (w, at) => ({ branch_id: here(w, at).branches[slug], ...more })
export const account: RowAt = (w, at, who) => ({ user_id: w.people[accountAt(who, at)].id })
