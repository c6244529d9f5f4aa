// How what people were at becomes rows of the database again: $1 is the workspace, $2 the rows of a list.
import type { WorkListName } from './format.ts'

const each = 'jsonb_array_elements($2::jsonb) with ordinality given (r, at)'
const inProject = `join public.projects p on p.workspace_id = $1 and p.slug = (r ->> 'project')`
const onBranch = (join: 'join' | 'left join', key: string) =>
  `${join} public.branches b on b.project_id = p.id and b.slug = (r ->> '${key}')`
const person = (email: string) => `(select who.user_id from import_people who where who.email = ${email})`
// Without a value it is null, which `least` alone would leave out.
const time = (value: string) =>
  `case when ${value} is not null then least((${value})::timestamptz, now()) end`
const hash = (value: string) => `decode(${value}, 'hex')`
const next = (table: string) => `nextval(pg_get_serial_sequence('${table}', 'id'))`
/** The proposal that a row is about: of one project no two began in the same microsecond. */
const proposal = (key: string) =>
  `${inProject} join public.proposals o on o.project_id = p.id and o.created_at = ${time(`r ->> '${key}'`)}`

const threads = [
  `with given as materialized (
     select ${next('public.comment_threads')} as id, s.* from (
       select r, at, b.id as branch_id, p.id as project_id from ${each} ${inProject} ${onBranch('join', 'branch')} order by at) s),
   said as materialized (
     select ${next('public.comments')} as id, s.* from (
       select g.id as thread_id, g.branch_id, g.project_id, c
       from given g cross join jsonb_array_elements(g.r -> 'comments') with ordinality x (c, place) order by g.at, place) s),
   threads as (
     insert into public.comment_threads (id, branch_id, project_id, workspace_id, document_id, path, anchor, quote, created_by, created_at, resolved_at, resolved_by)
     overriding system value
     select g.id, g.branch_id, g.project_id, $1, d.id, g.r ->> 'path', g.r -> 'anchor', g.r ->> 'quote', ${person("g.r ->> 'created_by'")},
       ${time("g.r ->> 'created_at'")}, ${time("g.r ->> 'resolved_at'")}, ${person("g.r ->> 'resolved_by'")}
     from given g
     left join public.documents d on d.branch_id = g.branch_id and d.path = g.r ->> 'path' and d.deleted_at is null),
   comments as (
     insert into public.comments (id, thread_id, branch_id, project_id, workspace_id, author_id, key, text, created_at, edited_at)
     overriding system value
     select s.id, s.thread_id, s.branch_id, s.project_id, $1, ${person("s.c ->> 'author'")}, gen_random_uuid(), s.c ->> 'text',
       ${time("s.c ->> 'created_at'")}, ${time("s.c ->> 'edited_at'")}
     from said s)
   insert into public.comment_mentions (comment_id, user_id, thread_id, branch_id, created_at, read_at, mailed_at)
   select s.id, who.user_id, s.thread_id, s.branch_id, ${time("s.c ->> 'created_at'")}, now(), now()
   from said s cross join jsonb_array_elements_text(s.c -> 'mentions') named (address) join import_people who on who.email = named.address
   on conflict do nothing`,
]

const proposals = [
  `insert into public.proposals (workspace_id, project_id, branch_id, branch_name, branch_slug, baseline_branch_id, baseline_name, title,
     description, changelog, status, author_id, created_at, updated_at, ended_at, ended_by, pull_request)
   select $1, p.id, b.id, r ->> 'branch_name', r ->> 'branch_slug', base.id, r ->> 'baseline_name', r ->> 'title', r ->> 'description',
     r ->> 'changelog', r ->> 'status', ${person("r ->> 'author'")}, ${time("r ->> 'created_at'")}, coalesce(${time("r ->> 'updated_at'")}, now()),
     ${time("r ->> 'ended_at'")}, ${person("r ->> 'ended_by'")}, (r ->> 'pull_request')::integer
   from ${each} ${inProject} ${onBranch('left join', 'branch')}
   left join public.branches base on base.project_id = p.id and base.slug = (r ->> 'baseline') order by at`,
  `insert into private.proposal_comparisons (proposal_id, content_hash, baseline_content_hash, is_known, major, minor, patch, nodes, draft, compared_at)
   select o.id, k ->> 'content_hash', k ->> 'baseline_content_hash', (k ->> 'is_known')::boolean, (k ->> 'major')::integer,
     (k ->> 'minor')::integer, (k ->> 'patch')::integer, (k ->> 'nodes')::integer, k ->> 'draft', ${time("k ->> 'compared_at'")}
   from ${each} cross join lateral (select r -> 'comparison' as k) c ${proposal('created_at')}
   where jsonb_typeof(k) = 'object'`,
  `insert into private.proposal_reviewers (proposal_id, user_id, team_id, is_required, created_at, asked_by)
   select o.id, ${person("v ->> 'person'")}, t.id, (v ->> 'is_required')::boolean, ${time("v ->> 'created_at'")}, ${person("v ->> 'asked_by'")}
   from ${each} cross join jsonb_array_elements(r -> 'reviewers') with ordinality x (v, place) ${proposal('created_at')}
   left join public.teams t on t.workspace_id = $1 and t.slug = v ->> 'team'
   where num_nonnulls(${person("v ->> 'person'")}, t.id) = 1 order by at, place`,
  `insert into private.proposal_reviews (proposal_id, user_id, verdict, content_hash, note, created_at, is_newest, fallen_at)
   select o.id, ${person("v ->> 'person'")}, v ->> 'verdict', v ->> 'content_hash', v ->> 'note', ${time("v ->> 'created_at'")},
     (v ->> 'is_newest')::boolean, ${time("v ->> 'fallen_at'")}
   from ${each} cross join jsonb_array_elements(r -> 'reviews') with ordinality x (v, place) ${proposal('created_at')} order by at, place`,
  `with given as materialized (
     select ${next('private.proposal_threads')} as id, s.* from (
       select o.id as proposal_id, t, at, place
       from ${each} cross join jsonb_array_elements(r -> 'threads') with ordinality x (t, place) ${proposal('created_at')} order by at, place) s),
   said as materialized (
     select ${next('private.proposal_comments')} as id, s.* from (
       select g.id as thread_id, g.proposal_id, c
       from given g cross join jsonb_array_elements(g.t -> 'comments') with ordinality x (c, place) order by g.at, g.place, x.place) s),
   threads as (
     insert into private.proposal_threads (id, proposal_id, node_uri, node_name, pointer, quote, created_by, created_at, resolved_at, resolved_by, is_hidden)
     overriding system value
     select g.id, g.proposal_id, t ->> 'node_uri', t ->> 'node_name', t ->> 'pointer', t ->> 'quote', ${person("t ->> 'created_by'")},
       ${time("t ->> 'created_at'")}, ${time("t ->> 'resolved_at'")}, ${person("t ->> 'resolved_by'")}, (t ->> 'is_hidden')::boolean
     from given g),
   comments as (
     insert into private.proposal_comments (id, thread_id, proposal_id, author_id, key, text, created_at, edited_at)
     overriding system value
     select s.id, s.thread_id, s.proposal_id, ${person("c ->> 'author'")}, gen_random_uuid(), c ->> 'text', ${time("c ->> 'created_at'")},
       ${time("c ->> 'edited_at'")}
     from said s),
   suggestions as (
     insert into private.proposal_suggestions (comment_id, path, original, before, after, replacement, applied_at, applied_by)
     select s.id, g ->> 'path', g ->> 'original', g ->> 'before', g ->> 'after', g ->> 'replacement', ${time("g ->> 'applied_at'")},
       ${person("g ->> 'applied_by'")}
     from said s cross join lateral (select c -> 'suggestion' as g) x where jsonb_typeof(g) = 'object')
   insert into private.proposal_mentions (comment_id, user_id)
   select s.id, who.user_id from said s cross join jsonb_array_elements_text(c -> 'mentions') named (address) join import_people who on who.email = named.address
   on conflict do nothing`,
  `select private.queue_proposal_comparison(o.id) from ${each} ${proposal('created_at')} where o.status = 'open'`,
]

/** Drafts and kept files need their bytes first: `import-drafts.ts`. */
export const workStatements: Record<Exclude<WorkListName, 'kept' | 'drafts'>, string[]> = {
  // Its integration is not there, so that nothing is followed before somebody connects it.
  repositories: [
    `insert into public.project_repositories (project_id, workspace_id, remote_url_http, remote_url_ssh, external_id, external_slug,
       external_org_slug, default_branch, commit_statuses, pull_request_comments, created_at)
     select p.id, $1, r ->> 'remote_url_http', r ->> 'remote_url_ssh', r ->> 'external_id', r ->> 'external_slug', r ->> 'external_org_slug',
       r ->> 'default_branch', (r ->> 'commit_statuses')::boolean, (r ->> 'pull_request_comments')::boolean, ${time("r ->> 'created_at'")}
     from ${each} ${inProject}`,
  ],
  releases: [
    `insert into public.releases (project_id, branch_id, version, notes, commit_hash, analyzed_at, author_id, created_at)
     select p.id, b.id, r ->> 'version', r ->> 'notes', r ->> 'commit_hash', ${time("r ->> 'analyzed_at'")}, ${person("r ->> 'author'")},
       ${time("r ->> 'created_at'")}
     from ${each} ${inProject} ${onBranch('join', 'branch')}`,
    // What the branch has by now is no part of it.
    `delete from private.release_rulesets f using ${each} ${inProject} join public.releases made on made.project_id = p.id and made.version = r ->> 'version'
     where f.release_id = made.id`,
    `insert into private.release_rulesets (release_id, path, workspace_id, hash, is_root)
     select made.id, f ->> 'path', $1, ${hash("f ->> 'sha256'")}, (f ->> 'is_root')::boolean
     from ${each} cross join jsonb_array_elements(r -> 'ruleset') f ${inProject}
     join public.releases made on made.project_id = p.id and made.version = r ->> 'version'`,
    `update public.project_style_guides s set release_id = made.id
     from ${each} cross join jsonb_array_elements_text(r -> 'pinned_by') pinned ${inProject}
     join public.releases made on made.project_id = p.id and made.version = r ->> 'version'
     join public.projects by_it on by_it.workspace_id = $1 and by_it.slug = pinned
     where s.project_id = by_it.id and s.style_guide_project_id = p.id`,
  ],
  origins: [
    `insert into private.branch_origins (branch_id, kept_at)
     select b.id, ${time("r ->> 'kept_at'")} from ${each} ${inProject} ${onBranch('join', 'branch')}`,
    `insert into private.branch_origin_files (branch_id, path, workspace_id, hash)
     select b.id, f ->> 'path', $1, ${hash("f ->> 'sha256'")}
     from ${each} cross join jsonb_array_elements(r -> 'files') f ${inProject} ${onBranch('join', 'branch')}`,
  ],
  threads,
  proposals,
  proposal_nodes: [
    `insert into private.proposal_nodes (proposal_id, position, uri, type, name, is_hidden, operation, semver, change_count, changes, path)
     select o.id, (r ->> 'position')::integer, r ->> 'uri', r ->> 'type', r ->> 'name', (r ->> 'is_hidden')::boolean, r ->> 'operation',
       r ->> 'semver', (r ->> 'change_count')::integer, r -> 'changes', r ->> 'path'
     from ${each} ${proposal('proposed_at')}`,
  ],
  overrides: [
    `insert into public.overrides (project_id, branch_id, node_uri, title, summary, is_hidden, created_by, updated_by, created_at, updated_at)
     select p.id, b.id, r ->> 'node_uri', r ->> 'title', r ->> 'summary', (r ->> 'is_hidden')::boolean, ${person("r ->> 'created_by'")},
       ${person("r ->> 'updated_by'")}, ${time("r ->> 'created_at'")}, ${time("r ->> 'updated_at'")}
     from ${each} ${inProject} ${onBranch('left join', 'branch')} where r ->> 'branch' is null or b.id is not null order by at`,
  ],
  waivers: [
    `insert into public.finding_waivers (project_id, workspace_id, rule, anchor, also_anchors, place, node_uri, file, reason, owner_id,
       expires_on, created_by, created_at, updated_at)
     select p.id, $1, r ->> 'rule', r ->> 'anchor', array(select jsonb_array_elements_text(r -> 'also_anchors')), r ->> 'place', r ->> 'node_uri', r ->> 'file', r ->> 'reason', ${person("r ->> 'owner'")},
       (r ->> 'expires_on')::date, ${person("r ->> 'created_by'")}, ${time("r ->> 'created_at'")}, ${time("r ->> 'updated_at'")}
     from ${each} ${inProject} order by at`,
  ],
  pins: [
    `insert into public.project_pins (project_id, user_id, position, created_at)
     select p.id, who.user_id, (r ->> 'position')::integer, ${time("r ->> 'created_at'")}
     from ${each} ${inProject} join import_people who on who.email = r ->> 'email'`,
  ],
}
