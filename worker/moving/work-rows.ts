// Rows of an archive about what people are at: releases, drafts, comments, proposals, and what they lay over documentation.
import { z } from 'zod'
import { addressSchema as email, filePath, path, sha256, short, slug, stamp, uri, whole } from './values.ts'

const text = z.string().max(20_000)
const when = stamp.nullable()
const person = email.nullable()

const repositorySchema = z.object({
  project: slug,
  remote_url_http: z.string().max(2_000),
  remote_url_ssh: z.string().max(2_000).nullable(),
  external_id: short,
  external_slug: z.string().max(255),
  external_org_slug: short,
  default_branch: z.string().max(255),
  commit_statuses: z.boolean(),
  pull_request_comments: z.boolean(),
  created_at: stamp,
})

const releaseSchema = z.object({
  project: slug,
  branch: slug,
  version: z.string().max(100),
  notes: text,
  commit_hash: short.nullable(),
  analyzed_at: stamp,
  author: person,
  created_at: stamp,
  /** The files of a style guide as it was released. */
  ruleset: z.array(z.object({ path, sha256, is_root: z.boolean() })).max(100),
  /** The projects that stay at it. */
  pinned_by: z.array(slug).max(100_000),
})

/** The files that a branch and the one it is proposed for had in common. */
const originSchema = z.object({
  project: slug,
  branch: slug,
  kept_at: stamp,
  files: z.array(z.object({ path, sha256 })).max(50_000),
})

/** A file that no branch has any more, and that something else of the archive names. */
const keptSchema = z.object({ sha256, size: z.int().min(0), entry: z.string().max(200) })

/** What differs between a working copy and its branch; without an entry it is only called otherwise, or deleted. */
const draftSchema = z.object({
  project: slug,
  branch: slug,
  path: filePath,
  published_path: path.nullable(),
  base: sha256.nullable(),
  deleted_at: when,
  created_at: stamp,
  updated_at: stamp,
  updated_by: person,
  entry: z.string().max(4_000).nullable(),
})

const said = { author: person, text: z.string().min(1).max(10_000), created_at: stamp, edited_at: when }
const mentions = z.array(email).max(1_000)
const thread = { created_by: person, created_at: stamp, resolved_at: when, resolved_by: person }

const threadSchema = z.object({
  project: slug,
  branch: slug,
  path: z.string().max(1_000),
  anchor: z.record(z.string(), z.unknown()),
  quote: z.string().max(1_000),
  ...thread,
  comments: z.array(z.object({ ...said, mentions })).max(200),
})

const suggestion = z.object({
  path: z.string().max(1_000),
  original: z.string().max(4_000),
  before: short,
  after: short,
  replacement: z.string().max(4_000),
  applied_at: when,
  applied_by: person,
})

const proposalSchema = z.object({
  project: slug,
  branch: slug.nullable(),
  branch_name: short,
  branch_slug: slug,
  baseline: slug.nullable(),
  baseline_name: short,
  title: z.string().min(1).max(200),
  description: text,
  changelog: text.nullable(),
  status: z.enum(['open', 'merged', 'closed']),
  author: person,
  created_at: stamp,
  /** Of an open one: when its content is there. */
  updated_at: when,
  ended_at: when,
  ended_by: person,
  pull_request: whole.min(1).nullable(),
  /** Of one that has ended: of an open one it is made anew. */
  comparison: z
    .object({
      content_hash: short,
      baseline_content_hash: short,
      is_known: z.boolean(),
      major: whole,
      minor: whole,
      patch: whole,
      nodes: whole,
      draft: text,
      compared_at: stamp,
    })
    .nullable(),
  reviewers: z
    .array(
      z.object({
        person,
        team: slug.nullable(),
        is_required: z.boolean(),
        created_at: stamp,
        asked_by: person,
      }),
    )
    // Fifty that somebody asked, and the teams of the project's group.
    .max(70),
  reviews: z
    .array(
      z.object({
        person,
        verdict: z.enum(['approved', 'changes_requested']),
        content_hash: short,
        note: z.string().max(2_000),
        created_at: stamp,
        is_newest: z.boolean(),
        fallen_at: when,
      }),
    )
    .max(100_000),
  threads: z
    .array(
      z.object({
        node_uri: uri.nullable(),
        node_name: z.string().max(1_000).nullable(),
        pointer: z.string().max(2_000).nullable(),
        quote: z.string().max(1_000),
        is_hidden: z.boolean(),
        ...thread,
        comments: z.array(z.object({ ...said, mentions, suggestion: suggestion.nullable() })).max(100),
      }),
    )
    .max(300),
})

/** A node that an ended proposal changed; its proposal is known by project and time. */
const proposalNodeSchema = z.object({
  project: slug,
  proposed_at: stamp,
  position: whole,
  uri,
  type: short,
  name: z.string(),
  is_hidden: z.boolean(),
  operation: z.enum(['added', 'removed', 'updated']),
  semver: z.enum(['major', 'minor', 'patch']),
  change_count: whole,
  changes: z.array(z.unknown()).max(100),
  path: z.string().max(1_000).nullable(),
})

const overrideSchema = z.object({
  project: slug,
  branch: slug.nullable(),
  node_uri: uri,
  title: short.nullable(),
  summary: z.string().max(2_000).nullable(),
  is_hidden: z.boolean().nullable(),
  created_by: person,
  updated_by: person,
  created_at: stamp,
  updated_at: stamp,
})

const waiverSchema = z.object({
  project: slug,
  rule: z.string().max(200),
  anchor: z.string().max(2_000),
  also_anchors: z.array(z.string().max(2_000)).max(50).default([]),
  place: z.string().max(4_000),
  node_uri: uri.nullable(),
  file: z.string().max(1_000),
  reason: z.string().max(1_000),
  owner: person,
  expires_on: z.iso.date(),
  created_by: person,
  created_at: stamp,
  updated_at: stamp,
})

const pinSchema = z.object({ project: slug, email, position: whole, created_at: stamp })

export const workSchemas = {
  repositories: repositorySchema,
  kept: keptSchema,
  releases: releaseSchema,
  origins: originSchema,
  drafts: draftSchema,
  threads: threadSchema,
  proposals: proposalSchema,
  proposal_nodes: proposalNodeSchema,
  overrides: overrideSchema,
  waivers: waiverSchema,
  pins: pinSchema,
}
