// Every function that clients may call over SQL, REST and GraphQL: what it is called with, and what it needs.
import type { Caller, Place, Rule, Scope } from '../support/callers.ts'
import type { World } from '../support/world.ts'
import { topics } from './channels.ts'
import { accountFunctions } from './functions-account.ts'
import { groupAndTeamFunctions } from './functions-groups.ts'
import { projectFunctions } from './functions-projects.ts'
import { proposalFunctions } from './functions-proposals.ts'
import { studioFunctions } from './functions-studio.ts'
import { workspaceFunctions } from './functions-workspace.ts'

export type Value = string | number | boolean | number[] | string[] | object
export type Args = Record<string, Value>

export interface FunctionCells {
  name: string
  /** Which of its uses, where it has several. */
  what?: string
  in: Scope
  args: (world: World, at: Place, who: Caller) => Args
  may: Rule
  /** Who may know of what it is about, where that differs from the scope's. */
  knows?: Rule
  /** It answers what the caller may see, and nothing to others, instead of refusing. */
  lists?: true
  /** Visitors, and with them workspace tokens, may call it. */
  anon?: true
  /** A field that is computed of a row of this table, which is its only argument: in GraphQL it is asked for with the row. */
  ofRow?: string
}

/** Whether a channel was told of anything: for who may hear it. The world has just told them all. */
const noticesSince = topics.map(
  ({ kind, in: scope, topic, hears }): FunctionCells => ({
    name: 'has_notices_since',
    what: kind,
    in: scope,
    args: (w, at, who) => ({ p_topics: [topic(w, at, who)], p_seconds: 3600 }),
    may: hears,
    lists: true,
  }),
)

export const functions: FunctionCells[] = [
  ...noticesSince,
  ...workspaceFunctions,
  ...projectFunctions,
  ...studioFunctions,
  ...proposalFunctions,
  ...groupAndTeamFunctions,
  ...accountFunctions,
]
