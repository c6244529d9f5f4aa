// The kinds of Realtime topics, and the paths of Storage: who hears, and who puts, reads and removes.
import { both, member, nobody, own, type Rule, reads, type Scope, workspace } from '../support/callers.ts'
import { accountAt } from '../support/world.ts'
import { readsDrafts } from './functions-studio.ts'
import type { RowAt } from './table-rows.ts'

type TextAt = (...args: Parameters<RowAt>) => string

export interface TopicCells {
  /** The kind as private.hears_topic knows it. */
  kind: string
  in: Scope
  topic: TextAt
  hears: Rule
}

// Visitors poll: nobody without an account has a channel, and a workspace token none either.
const withAccount =
  (rule: Rule): Rule =>
  (who, at) =>
    who !== 'anon' && who !== 'token' && rule(who, at)

export const topics: TopicCells[] = [
  {
    kind: 'workspace',
    in: 'workspace',
    topic: (w) => `workspace:${w.workspaceId}`,
    hears: withAccount(workspace('WorkspaceFullMember')),
  },
  {
    kind: 'project',
    in: 'project',
    topic: (w, at) => `project:${w.projects[at]?.id}`,
    hears: withAccount(reads),
  },
  {
    kind: 'document',
    in: 'project',
    topic: (w, at) => `document:${w.projects[at]?.documentId}`,
    hears: readsDrafts,
  },
  {
    kind: 'studio',
    in: 'project',
    topic: (w, at) => `studio:${w.projects[at]?.branches.draft}`,
    hears: readsDrafts,
  },
  {
    kind: 'user',
    in: 'account',
    topic: (w, at, who) => `user:${w.people[accountAt(who, at)].id}`,
    hears: own,
  },
  {
    // Of sessions for one workspace only: nobody's here.
    kind: 'user',
    in: 'account',
    topic: (w, at, who) => `user:${w.people[accountAt(who, at)].id}:${w.workspaceId}`,
    hears: nobody,
  },
]

export interface PathCells {
  bucket: string
  what: string
  in: Scope
  /** The folder that something is put into, read in and removed from. */
  folder: TextAt
  create: Rule
  read: Rule
  delete: Rule
}

const folderIn =
  (id: 'workspaceId' | 'farWorkspaceId'): TextAt =>
  (w, at, who) =>
    `${w[id]}/${w.people[accountAt(who, at)].authId}`

// Who may create projects is whoever may ever edit one: the read-only roles are capped below that.
const uploads = workspace('WorkspaceProjectsCreate')

export const paths: PathCells[] = [
  {
    bucket: 'uploads',
    what: 'of the workspace',
    in: 'account',
    folder: folderIn('workspaceId'),
    create: both(own, uploads),
    // Only as far as the session reaches: not in a workspace one has left.
    read: both(own, member),
    delete: both(own, member),
  },
  {
    bucket: 'uploads',
    what: 'of a workspace that is strange to everybody',
    in: 'account',
    folder: folderIn('farWorkspaceId'),
    create: nobody,
    read: nobody,
    delete: nobody,
  },
  {
    bucket: 'files',
    what: 'imported files',
    in: 'workspace',
    folder: (w) => String(w.workspaceId),
    create: nobody,
    read: nobody,
    delete: nobody,
  },
  {
    bucket: 'exports',
    what: 'archives of workspaces',
    in: 'workspace',
    folder: (w) => String(w.workspaceId),
    create: nobody,
    read: nobody,
    delete: nobody,
  },
]
