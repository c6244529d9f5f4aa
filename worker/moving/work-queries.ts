// What an archive says of what people are at, a row of JSON at a time. $1 is the workspace.
import type { WorkListName } from './format.ts'
import { emailOf, listOf, stamp } from './sql.ts'

const mentions = (table: string) =>
  `(${listOf('e.email', 'e.email', `${table} m join public.emails e on e.user_id = m.user_id and e.is_primary where m.comment_id = c.id`)})`

const said = `'author', ${emailOf('c.author_id')}, 'text', c.text, 'created_at', ${stamp('c.created_at')}, 'edited_at', ${stamp('c.edited_at')}`

const begun = `'created_by', ${emailOf('t.created_by')}, 'created_at', ${stamp('t.created_at')},
  'resolved_at', ${stamp('t.resolved_at')}, 'resolved_by', ${emailOf('t.resolved_by')}`

/** What is named outside the files of branches, and is in none of them any more. */
const kept = `
  with named as (
    select f.hash from private.release_rulesets f where f.workspace_id = $1
    union select f.hash from private.branch_origin_files f where f.workspace_id = $1
    union select d.hash from public.documents d where d.workspace_id = $1 and d.changed and d.hash is not null)
  select jsonb_build_object('sha256', encode(f.hash, 'hex'), 'size', f.size, 'object', f.workspace_id || '/' || f.object_id) as row
  from named n join public.files f on f.workspace_id = $1 and f.hash = n.hash
  where not exists (select 1 from public.branch_files b where b.workspace_id = f.workspace_id and b.hash = f.hash)
  order by f.hash`

const proposals = `
  select jsonb_build_object('project', p.slug, 'branch', (select b.slug from public.branches b where b.id = o.branch_id),
    'branch_name', o.branch_name, 'branch_slug', o.branch_slug,
    'baseline', (select b.slug from public.branches b where b.id = o.baseline_branch_id), 'baseline_name', o.baseline_name,
    'title', o.title, 'description', o.description, 'changelog', o.changelog,
    'status', case when o.status = 'merging' then 'open' else o.status end,
    'author', ${emailOf('o.author_id')}, 'created_at', ${stamp('o.created_at')},
    'updated_at', case when o.ended_at is not null then ${stamp('o.updated_at')} end, 'ended_at', ${stamp('o.ended_at')}, 'ended_by', ${emailOf('o.ended_by')}, 'pull_request', o.pull_request,
    'comparison', (
      select jsonb_build_object('content_hash', k.content_hash, 'baseline_content_hash', k.baseline_content_hash, 'is_known', k.is_known,
        'major', k.major, 'minor', k.minor, 'patch', k.patch, 'nodes', k.nodes, 'draft', k.draft, 'compared_at', ${stamp('k.compared_at')})
      from private.proposal_comparisons k where k.proposal_id = o.id and o.status in ('merged', 'closed')),
    'reviewers', (${listOf(
      `jsonb_build_object('person', ${emailOf('v.user_id')}, 'team', (select t.slug from public.teams t where t.id = v.team_id),
        'is_required', v.is_required, 'created_at', ${stamp('v.created_at')}, 'asked_by', ${emailOf('v.asked_by')})`,
      'v.id',
      'private.proposal_reviewers v where v.proposal_id = o.id',
    )}),
    'reviews', (${listOf(
      `jsonb_build_object('person', ${emailOf('v.user_id')}, 'verdict', v.verdict, 'content_hash', v.content_hash, 'note', v.note,
        'created_at', ${stamp('v.created_at')}, 'is_newest', v.is_newest, 'fallen_at', ${stamp('v.fallen_at')})`,
      'v.id',
      'private.proposal_reviews v where v.proposal_id = o.id',
    )}),
    'threads', (${listOf(
      `jsonb_build_object('node_uri', t.node_uri, 'node_name', t.node_name, 'pointer', t.pointer, 'quote', t.quote, 'is_hidden', t.is_hidden, ${begun},
        'comments', (${listOf(
          `jsonb_build_object(${said}, 'mentions', ${mentions('private.proposal_mentions')}, 'suggestion', (
            select jsonb_build_object('path', s.path, 'original', s.original, 'before', s.before, 'after', s.after, 'replacement', s.replacement,
              'applied_at', ${stamp('s.applied_at')}, 'applied_by', ${emailOf('s.applied_by')})
            from private.proposal_suggestions s where s.comment_id = c.id))`,
          'c.id',
          'private.proposal_comments c where c.thread_id = t.id',
        )}))`,
      't.id',
      'private.proposal_threads t where t.proposal_id = o.id',
    )})) as row
  from public.proposals o join public.projects p on p.id = o.project_id
  where o.workspace_id = $1 order by o.id`

export const workQueries: Record<WorkListName, string> = {
  kept,
  repositories: `
    select jsonb_build_object('project', p.slug, 'remote_url_http', r.remote_url_http, 'remote_url_ssh', r.remote_url_ssh,
      'external_id', r.external_id, 'external_slug', r.external_slug, 'external_org_slug', r.external_org_slug,
      'default_branch', r.default_branch, 'commit_statuses', r.commit_statuses, 'pull_request_comments', r.pull_request_comments,
      'created_at', ${stamp('r.created_at')}) as row
    from public.project_repositories r join public.projects p on p.id = r.project_id
    where r.workspace_id = $1 order by p.slug collate "C"`,
  releases: `
    select jsonb_build_object('project', p.slug, 'branch', b.slug, 'version', r.version, 'notes', r.notes, 'commit_hash', r.commit_hash,
      'analyzed_at', ${stamp('r.analyzed_at')}, 'author', ${emailOf('r.author_id')}, 'created_at', ${stamp('r.created_at')},
      'ruleset', (${listOf(
        `jsonb_build_object('path', f.path, 'sha256', encode(f.hash, 'hex'), 'is_root', f.is_root)`,
        'f.path collate "C"',
        'private.release_rulesets f where f.release_id = r.id',
      )}),
      'pinned_by', (${listOf(
        'o.slug',
        'o.slug collate "C"',
        'public.project_style_guides s join public.projects o on o.id = s.project_id where s.release_id = r.id',
      )})) as row
    from public.releases r join public.projects p on p.id = r.project_id join public.branches b on b.id = r.branch_id
    where p.workspace_id = $1 order by p.slug collate "C", r.precedence`,
  origins: `
    select jsonb_build_object('project', p.slug, 'branch', b.slug, 'kept_at', ${stamp('o.kept_at')},
      'files', (${listOf(
        `jsonb_build_object('path', f.path, 'sha256', encode(f.hash, 'hex'))`,
        'f.path collate "C"',
        'private.branch_origin_files f where f.branch_id = o.branch_id',
      )})) as row
    from private.branch_origins o join public.branches b on b.id = o.branch_id join public.projects p on p.id = b.project_id
    where p.workspace_id = $1 order by p.slug collate "C", b.slug collate "C"`,
  // What has bytes of its own is told by what its text begins with: a document that is called otherwise only has those of its file.
  drafts: `
    select jsonb_build_object('document', d.id, 'has_bytes', d.deleted_at is null and (d.is_edited or d.hash is null),
      'project', p.slug, 'branch', b.slug, 'path', d.path, 'published_path', d.published_path, 'base', encode(d.hash, 'hex'),
      'deleted_at', ${stamp('d.deleted_at')}, 'created_at', ${stamp('d.created_at')}, 'updated_at', ${stamp('d.updated_at')},
      'updated_by', ${emailOf('d.updated_by')}) as row
    from public.documents d join public.branches b on b.id = d.branch_id join public.projects p on p.id = d.project_id
    where d.workspace_id = $1 and d.changed
    order by p.slug collate "C", b.slug collate "C", d.path collate "C", d.deleted_at nulls first`,
  // The marks of Yjs are of one text in one installation; the place is found again by what stands there.
  threads: `
    select jsonb_build_object('project', p.slug, 'branch', b.slug, 'path', t.path, 'anchor', t.anchor - array['epoch', 'start', 'end'],
      'quote', t.quote, ${begun},
      'comments', (${listOf(
        `jsonb_build_object(${said}, 'mentions', ${mentions('public.comment_mentions')})`,
        'c.id',
        'public.comments c where c.thread_id = t.id',
      )})) as row
    from public.comment_threads t join public.branches b on b.id = t.branch_id join public.projects p on p.id = t.project_id
    where t.workspace_id = $1 order by t.id`,
  proposals,
  proposal_nodes: `
    select jsonb_build_object('project', p.slug, 'proposed_at', ${stamp('o.created_at')}, 'position', n.position, 'uri', n.uri, 'type', n.type,
      'name', n.name, 'is_hidden', n.is_hidden, 'operation', n.operation, 'semver', n.semver, 'change_count', n.change_count,
      'changes', n.changes, 'path', n.path) as row
    from public.proposals o join public.projects p on p.id = o.project_id join private.proposal_nodes n on n.proposal_id = o.id
    where o.workspace_id = $1 and o.status in ('merged', 'closed') order by o.id, n.position`,
  overrides: `
    select jsonb_build_object('project', p.slug, 'branch', (select b.slug from public.branches b where b.id = o.branch_id),
      'node_uri', o.node_uri, 'title', o.title, 'summary', o.summary, 'is_hidden', o.is_hidden, 'created_by', ${emailOf('o.created_by')},
      'updated_by', ${emailOf('o.updated_by')}, 'created_at', ${stamp('o.created_at')}, 'updated_at', ${stamp('o.updated_at')}) as row
    from public.overrides o join public.projects p on p.id = o.project_id where p.workspace_id = $1 order by o.id`,
  waivers: `
    select jsonb_build_object('project', p.slug, 'rule', w.rule, 'anchor', w.anchor, 'also_anchors', w.also_anchors, 'place', w.place, 'node_uri', w.node_uri, 'file', w.file,
      'reason', w.reason, 'owner', ${emailOf('w.owner_id')}, 'expires_on', w.expires_on, 'created_by', ${emailOf('w.created_by')},
      'created_at', ${stamp('w.created_at')}, 'updated_at', ${stamp('w.updated_at')}) as row
    from public.finding_waivers w join public.projects p on p.id = w.project_id where w.workspace_id = $1 order by w.id`,
  pins: `
    select jsonb_build_object('project', p.slug, 'email', e.email, 'position', i.position, 'created_at', ${stamp('i.created_at')}) as row
    from public.project_pins i join public.projects p on p.id = i.project_id
    join public.emails e on e.user_id = i.user_id and e.is_primary
    where p.workspace_id = $1 order by e.email, i.position, p.slug collate "C"`,
}
