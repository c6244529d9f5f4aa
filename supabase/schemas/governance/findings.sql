-- Findings: what lint says of places in the files of a branch, and how two branches differ in it.

-- # Tables

create table public.finding_waivers (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects (id) on delete cascade,
  workspace_id bigint not null,
  rule text not null check (length(rule) between 1 and 200),
  anchor text not null check (length(anchor) between 1 and 2000),
  place text not null default '' check (length(place) <= 4000),
  node_uri text check (octet_length(node_uri) <= 2000),
  file text not null check (length(file) between 1 and 1000),
  reason text not null constraint check_finding_waivers_reason check (length(btrim(reason)) between 1 and 1000),
  owner_id bigint references public.users (id) on delete set null,
  expires_on date not null,
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  also_anchors text[] not null default '{}' constraint check_finding_waivers_also_anchors check (cardinality(also_anchors) <= 50)
);
comment on table public.finding_waivers is 'What somebody answers for until a day: findings of one rule at one place of a node and below, on all branches of the project. They count as waived, and hold nothing back.';
comment on column public.finding_waivers.anchor is 'The stable id of the node, which outlives its name and, where the author gave it, its address; of what stands in no node the file.';
comment on column public.finding_waivers.also_anchors is 'What the node is called where it was renamed: on a branch, until the others follow. The last fifty names.';
comment on column public.finding_waivers.place is 'A JSON pointer from the node on.';
comment on column public.finding_waivers.expires_on is 'The last day it holds, in UTC.';
create unique index finding_waivers_once_idx on public.finding_waivers (project_id, rule, md5(anchor || E'\n' || place));
create index finding_waivers_workspace_idx on public.finding_waivers (workspace_id, expires_on);
create index finding_waivers_owner_idx on public.finding_waivers (owner_id);
create index finding_waivers_created_by_idx on public.finding_waivers (created_by);
create trigger touch before update on public.finding_waivers for each row execute function private.touch_updated_at();
create trigger keep_names before insert or update of reason on public.finding_waivers
  for each row execute function private.keep_names('reason');
alter table public.finding_waivers enable row level security;

create table public.findings (
  id bigint generated always as identity primary key,
  branch_id bigint not null,
  project_id bigint not null,
  workspace_id bigint not null,
  rule text not null check (length(rule) <= 200),
  severity text not null check (severity in ('error', 'warn', 'info', 'hint')),
  message text not null check (length(message) <= 2000),
  documentation_url text check (length(documentation_url) <= 1000),
  file text not null check (length(file) <= 1000),
  pointer text not null check (length(pointer) <= 4000),
  start_line integer not null,
  start_column integer not null,
  end_line integer not null,
  end_column integer not null,
  node_uri text check (octet_length(node_uri) <= 2000),
  anchor text not null,
  place text not null,
  same_key bytea not null,
  fingerprint bytea not null,
  waiver_id bigint references public.finding_waivers (id) on delete set null,
  found_at timestamptz not null default now(),
  node_digest bytea,
  unique (branch_id, fingerprint),
  foreign key (branch_id, project_id) references public.branches (id, project_id) on delete cascade
);
comment on table public.findings is 'What the rules of its style guides say of places in the files of a branch, as last linted. Lines and columns count from 1.';
comment on column public.findings.pointer is 'A JSON pointer from the root of the file; place, from the node on.';
comment on column public.findings.anchor is 'As in public.finding_waivers.';
comment on column public.findings.node_digest is 'What the node is known by where its name changes: its operationId, else what it says. Null where that was not read yet.';
comment on column public.findings.same_key is 'Equal for what is the same violation on another branch: rule, node and place, whatever the number of an item in its list.';
comment on column public.findings.fingerprint is 'Of all that is said: equal row, equal fingerprint.';
create index findings_branch_idx on public.findings (branch_id, project_id);
create index findings_node_idx on public.findings (branch_id, node_uri);
create index findings_waiver_idx on public.findings (waiver_id);
alter table public.findings enable row level security;

create table private.finding_counts (
  branch_id bigint not null references public.branches (id) on delete cascade,
  rule text not null,
  severity text not null,
  project_id bigint not null,
  workspace_id bigint not null,
  violations integer not null,
  waived integer not null default 0,
  is_fixable boolean not null default false,
  primary key (branch_id, rule, severity)
);
comment on table private.finding_counts is 'How often a branch goes against a rule, and how much of that is waived: what reports add up, of branches that keep not all findings too.';
comment on column private.finding_counts.is_fixable is 'The rule has a quick fix: what it finds can be mended by itself, as far as it is known what was meant.';
create index finding_counts_workspace_idx on private.finding_counts (workspace_id);
alter table private.finding_counts enable row level security;

-- # Rules

create policy "Findings are seen by who changes the content" on public.findings for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = findings.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_contents_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_contents_update')))
      or p.group_id = any (array(select private.group_ids_given('project_contents_update'))))
  )
));
create policy "Waivers are seen by who changes the content" on public.finding_waivers for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = finding_waivers.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_contents_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_contents_update')))
      or p.group_id = any (array(select private.group_ids_given('project_contents_update'))))
  )
));

create type private.finding_change as (
  change text, finding_id bigint, rule text, severity text, message text, documentation_url text, file text, pointer text, line integer, node_uri text);
comment on type private.finding_change is 'A violation that one branch has and another has not: added or removed.';

create function private.findings_delta(base_branch bigint, head_branch bigint)
returns setof private.finding_change
language sql
stable
security definer
set search_path = ''
as $$
  with known as (
    select f.*, f.branch_id = head_branch as is_head,
      row_number() over (partition by f.branch_id, f.same_key order by f.waiver_id nulls last, f.start_line, f.id) as place_among
    from public.findings f where f.branch_id in (base_branch, head_branch)
  )
  select case when k.is_head then 'added' else 'removed' end, k.id, k.rule, k.severity, k.message, k.documentation_url, k.file, k.pointer,
    k.start_line, k.node_uri
  from known k
  left join known o on o.is_head <> k.is_head and o.same_key = k.same_key and o.place_among = k.place_among
  where o.id is null and k.waiver_id is null and base_branch <> head_branch
  order by k.is_head desc, array_position('{error,warn,info,hint}'::text[], k.severity), k.file, k.start_line, k.id
$$;
comment on function private.findings_delta is 'The violations that a branch (head) has and another (base) has not, and the reverse, without waived ones. The same violation is known by rule, node and place. Asks nobody whether they may know: whoever calls it does, and private.lint_state says whether the two are linted as they are.';

create function private.apply_waivers(branch_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  -- Each name of each waiver is a row of its own: they are found by name, and not tried one by one.
  with names as materialized (
    select w.id, w.rule, w.place, a.anchor
    from public.branches b
    join public.finding_waivers w on w.project_id = b.project_id and w.expires_on >= (now() at time zone 'UTC')::date
    cross join unnest(w.anchor || w.also_anchors) as a (anchor)
    where b.id = apply_waivers.branch_id
  ),
  found as (
    select distinct on (o.id) o.id, n.id as waiver_id
    from public.findings o
    left join names n on n.rule = o.rule and n.anchor = o.anchor and (o.place = n.place or starts_with(o.place, n.place || '/'))
    where o.branch_id = apply_waivers.branch_id
    order by o.id, length(n.place) desc nulls last, n.id
  )
  update public.findings f set waiver_id = found.waiver_id
  from found
  where f.id = found.id and f.waiver_id is distinct from found.waiver_id
$$;
comment on function private.apply_waivers is 'Lays the waivers of a project over the findings of a branch; one nearer to the place comes first.';

create function private.anchor_of(node text, file text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when node is null then 'file:' || left(file, 1000) else 'id:' || left(node, 1000) end
$$;
comment on function private.anchor_of is 'What a finding hangs on, as the worker writes it: the stable id of its node, or the path of its file where it is in no node.';

create function private.log_followed(branch_id bigint, followed public.finding_waivers[])
returns void
language sql
security definer
set search_path = ''
as $$
  select private.log_activity(p.workspace_id, 'project.waiver.followed', jsonb_build_object('project_id', p.id, 'project', p.name,
    'slug', p.slug, 'branch', b.name, 'waivers', cardinality(followed), 'names', n.names))
  from public.branches b join public.projects p on p.id = b.project_id
  cross join lateral (
    select jsonb_agg(jsonb_build_object('rule', w.rule, 'old', private.for_trail(to_jsonb(regexp_replace(w.anchor, '^(id|file):', ''))),
      'new', private.for_trail(to_jsonb(regexp_replace(w.also_anchors[cardinality(w.also_anchors)], '^(id|file):', '')))) order by w.id) as names
    from (select * from unnest(followed) f order by f.id limit 10) w
  ) n
  where b.id = log_followed.branch_id and cardinality(followed) > 0
$$;
comment on function private.log_followed is 'Tells the trail, once a lint, which waivers took new names of renamed nodes: how many, and of the first ten the rule, the name they were made for and the new one.';

create function private.follow_renamed_nodes(branch_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
-- What is estimated of lists that nobody has counted makes pairs of them.
set enable_nestloop = off
set jit = off
as $$
declare
  followed public.finding_waivers[];
begin
  -- Who writes the content decides how many are alike: each table is gone through once, and no two lists are paired.
  with branch as materialized (
    select b.id, b.project_id, b.is_default, l.linted_at
    from public.branches b left join public.branch_lints l on l.branch_id = b.id
    where b.id = follow_renamed_nodes.branch_id
  ),
  -- The branch, and the default one that it is compared with.
  sides as materialized (
    select o.id, o.id = b.id as is_here, o.is_default
    from branch b join public.branches o on o.project_id = b.project_id and (o.id = b.id or o.is_default)
  ),
  present as materialized (
    select s.is_here, private.anchor_of(coalesce(n.stable_id, n.uri), null) as anchor, max(n.created_at) as created_at
    from sides s join public.branch_nodes n on n.branch_id = s.id
    group by 1, 2
    union all
    select s.is_here, private.anchor_of(null, n.path), null
    from sides s join public.branch_files n on n.branch_id = s.id
    group by 1, 2
  ),
  names as materialized (
    select w.id, a.anchor, a.place
    from branch b
    join public.finding_waivers w on w.project_id = b.project_id and w.expires_on >= (now() at time zone 'UTC')::date
    cross join unnest(w.anchor || w.also_anchors) with ordinality as a (anchor, place)
  ),
  lost as materialized (
    select distinct f.waiver_id as id, s.is_here, f.rule, f.place, f.pointer, f.node_digest
    from sides s
    join public.findings f on f.branch_id = s.id and f.node_digest is not null
    join (select distinct n.id from names n) w on w.id = f.waiver_id
    where not exists (
      select from (select n.id from names n join present p on p.is_here and p.anchor = n.anchor) there where there.id = f.waiver_id)
  ),
  -- Where a node may have gone to: it is on the branch and not on the default one.
  candidates as materialized (
    select c.rule, c.place, c.node_digest, c.pointer, c.anchor, c.node_uri, c.file, c.anchor not like 'id:%' or here.created_at > b.linted_at as is_new
    from branch b
    join public.findings c on c.branch_id = b.id
    left join present here on here.is_here and here.anchor = c.anchor
    -- What a waiver is made for, and is gone, was found before.
    where (here.anchor is not null or c.anchor not in (select n.anchor from names n))
      and exists (select from lost l where l.rule = c.rule and l.place = c.place and l.node_digest = c.node_digest)
      and not exists (select from present there where not there.is_here and there.anchor = c.anchor)
  ),
  fitting as materialized (
    select s.is_here, c.rule, c.place, c.node_digest, c.pointer, c.anchor, c.node_uri, c.file
    from sides s cross join candidates c
    -- What was there beside it, and says the same, is another node.
    where not exists (
      select from public.findings o where o.branch_id = s.id and o.rule = c.rule and o.anchor = c.anchor and (not s.is_here or o.found_at < now()))
      -- Nor is one new whose node was there when the branch was linted before.
      and (not s.is_here or c.is_new)
  ),
  -- In a file that was renamed what stands at the same place comes first.
  by_key as materialized (
    select f.is_here, f.rule, f.place, f.node_digest, g.is_there, g.pointer, count(distinct (f.anchor, f.node_uri, f.file)) as alike,
      min(f.anchor) as anchor, min(f.node_uri) as node_uri, min(f.file) as file
    from fitting f cross join lateral (values (true, f.pointer), (false, '')) as g (is_there, pointer)
    group by f.is_here, f.rule, f.place, f.node_digest, g.is_there, g.pointer
  ),
  goals as (
    select l.id, k.is_there, bool_and(k.alike = 1) and count(distinct (k.anchor, k.node_uri, k.file)) = 1 as is_one,
      min(k.anchor) as anchor, min(k.node_uri) as node_uri, min(k.file) as file
    from lost l cross join lateral (values (true, l.pointer), (false, '')) as g (is_there, pointer)
    join by_key k on k.is_here = l.is_here and k.rule = l.rule and k.place = l.place and k.node_digest = l.node_digest
      and k.is_there = g.is_there and k.pointer = g.pointer
    group by l.id, k.is_there
  ),
  chosen as (
    select distinct on (g.id) g.* from goals g order by g.id, g.is_there desc
  ),
  -- Fifty names at most; one that the default branch has is kept before others.
  kept as (
    select r.id, array_agg(r.anchor order by r.place) as anchors
    from (
      select n.id, n.anchor, n.place, row_number() over (partition by n.id order by p.anchor is not null desc, n.place desc) as among
      from chosen c
      join names n on n.id = c.id and n.place > 1
      left join (select p.anchor from present p join sides s on s.is_here = p.is_here where s.is_default) p on p.anchor = n.anchor
      where c.is_one
    ) r
    where r.among <= 49
    group by r.id
  ),
  told as (
    update public.finding_waivers w
    set also_anchors = coalesce(k.anchors, '{}') || c.anchor,
      node_uri = case when b.is_default then c.node_uri else w.node_uri end,
      file = case when b.is_default then c.file else w.file end
    from branch b, chosen c left join kept k on k.id = c.id
    where w.id = c.id and c.is_one
    returning w as waiver
  )
  select array_agg(t.waiver) into followed from told t;
  perform private.log_followed(follow_renamed_nodes.branch_id, followed);
end
$$;
comment on function private.follow_renamed_nodes is 'Tells waivers the new name of nodes that were renamed: of what is gone from a branch, and stands there under one new name with the same violation. Called with the new findings of a branch beside its old ones.';

create function private.count_findings(branch_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.finding_counts c set waived = w.waived
  from (
    select o.rule, o.severity, count(f.id) as waived
    from private.finding_counts o
    left join public.findings f on f.branch_id = o.branch_id and f.rule = o.rule and f.severity = o.severity and f.waiver_id is not null
    where o.branch_id = count_findings.branch_id
    group by o.rule, o.severity
  ) w
  where c.branch_id = count_findings.branch_id and c.rule = w.rule and c.severity = w.severity and c.waived <> w.waived;
  update public.branch_lints l
  set errors = c.errors, warnings = c.warnings, infos = c.infos, hints = c.hints, waived = c.waived
  from (
    select coalesce(sum(o.violations - o.waived) filter (where o.severity = 'error'), 0) as errors,
      coalesce(sum(o.violations - o.waived) filter (where o.severity = 'warn'), 0) as warnings,
      coalesce(sum(o.violations - o.waived) filter (where o.severity = 'info'), 0) as infos,
      coalesce(sum(o.violations - o.waived) filter (where o.severity = 'hint'), 0) as hints,
      coalesce(sum(o.waived), 0) as waived
    from private.finding_counts o where o.branch_id = count_findings.branch_id
  ) c
  where l.branch_id = count_findings.branch_id;
end
$$;
comment on function private.count_findings is 'Adds up what a branch has of each rule, and of each severity, without what is waived.';

create function private.finish_lint(branch_id bigint, lint jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host record;
begin
  select b.project_id, p.workspace_id into host
  from public.branches b join public.projects p on p.id = b.project_id where b.id = finish_lint.branch_id;
  insert into public.branch_lints as l (branch_id, project_id, workspace_id, guide, is_failed, faults, is_cut, content_hash, guide_hash, units)
  values (finish_lint.branch_id, host.project_id, host.workspace_id, lint ->> 'guide', (lint ->> 'is_failed')::boolean, lint -> 'faults',
    (lint ->> 'is_cut')::boolean, lint ->> 'content_hash', lint ->> 'guide_hash', (
      select count(*) from public.branch_nodes n
      where n.branch_id = finish_lint.branch_id and n.type in ('http_operation', 'http_webhook', 'http_callback', 'model')))
  on conflict on constraint branch_lints_pkey do update set guide = excluded.guide, is_failed = excluded.is_failed, faults = excluded.faults,
    is_cut = excluded.is_cut, content_hash = excluded.content_hash, guide_hash = excluded.guide_hash, units = excluded.units, linted_at = now();
  delete from private.finding_counts c where c.branch_id = finish_lint.branch_id;
  insert into private.finding_counts (branch_id, rule, severity, project_id, workspace_id, violations, is_fixable)
  select finish_lint.branch_id, c.rule, c.severity, host.project_id, host.workspace_id, c.violations, coalesce(c.is_fixable, false)
  from jsonb_to_recordset(lint -> 'counts') as c (rule text, severity text, violations integer, is_fixable boolean);
  perform private.apply_waivers(finish_lint.branch_id);
  perform private.count_findings(finish_lint.branch_id);
  -- What a Git host is to hear of it has waited for this.
  perform graphile_worker.reschedule_jobs(array(
    select j.id from public.task_logs t join graphile_worker.jobs j on j.key = 'report_to_host:' || t.job_id
    where t.branch_id = finish_lint.branch_id and j.locked_at is null and j.run_at > now()), now());
end
$$;
comment on function private.finish_lint is 'Writes down how the lint of a branch went whose findings were just written: {guide, guide_hash, content_hash, is_failed, faults, is_cut, counts: [{rule, severity, violations, is_fixable}]}.';

create function private.lint_report(branch_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  most_listed constant integer := 30;
  lint public.branch_lints;
  base_id bigint;
  new jsonb;
begin
  select l.* into lint from public.branch_lints l where l.branch_id = lint_report.branch_id;
  if private.lint_state(lint_report.branch_id) not in ('current', 'failed') then
    return null;
  end if;
  select d.id into base_id
  from public.branches b join public.branches d on d.project_id = b.project_id and d.is_default
  where b.id = lint_report.branch_id and d.id <> b.id and private.lint_state(d.id) = 'current';
  if base_id is not null and not lint.is_failed then
    with added as (
      select d.*, row_number() over () as place from private.findings_delta(base_id, lint_report.branch_id) d where d.change = 'added'
    )
    select jsonb_build_object('errors', count(*) filter (where a.severity = 'error'), 'warnings', count(*) filter (where a.severity = 'warn'),
      'listed', coalesce(jsonb_agg(jsonb_build_object('rule', a.rule, 'severity', a.severity, 'message', a.message, 'file', a.file, 'line', a.line)
        order by a.place) filter (where a.place <= most_listed and a.severity in ('error', 'warn')), '[]'))
    into new from added a;
  end if;
  return jsonb_build_object('guide', lint.guide, 'is_failed', lint.is_failed, 'errors', lint.errors, 'warnings', lint.warnings, 'new', new,
    'is_broken', exists (select from jsonb_array_elements(lint.faults) f where f ->> 'guide_id' is null));
end
$$;
comment on function private.lint_report is 'What a Git host hears of the lint of a branch: how much was found, and (new) what of it the default branch has not; null where it is not linted as it is.';

-- # Grants

grant select (id, branch_id, project_id, workspace_id, rule, severity, message, documentation_url, file, pointer, start_line, start_column,
  end_line, end_column, node_uri, anchor, place, waiver_id, found_at) on public.findings to authenticated;
grant select on public.finding_waivers to authenticated;
