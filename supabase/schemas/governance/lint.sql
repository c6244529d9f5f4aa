-- Lint: what the style guides of a project find in a branch, looked for by the worker after every analysis.

-- # Tables

create table public.branch_lints (
  branch_id bigint primary key,
  project_id bigint not null,
  workspace_id bigint not null,
  guide text not null check (guide in ('own', 'extended', 'recommended')),
  is_failed boolean not null default false,
  faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array'),
  units integer not null default 0 check (units >= 0),
  errors integer not null default 0 check (errors >= 0),
  warnings integer not null default 0 check (warnings >= 0),
  infos integer not null default 0 check (infos >= 0),
  hints integer not null default 0 check (hints >= 0),
  waived integer not null default 0 check (waived >= 0),
  is_cut boolean not null default false,
  content_hash text not null,
  guide_hash text not null,
  linted_at timestamptz not null default now(),
  foreign key (branch_id, project_id) references public.branches (id, project_id) on delete cascade
);
comment on table public.branch_lints is 'How the lint of a branch went: by which guide (its own ruleset, those that the project extends, or what Spectral recommends), and how much was found that is not waived.';
comment on column public.branch_lints.is_failed is 'The lint did not come to its end: too much for its time or memory. Nothing is said of the branch then.';
comment on column public.branch_lints.faults is 'What is wrong with the rulesets, [{guide_id, file, line, column, rule, message}] (guide_id null: its own): a ruleset with faults is left out. Told to who reads the guide.';
comment on column public.branch_lints.units is 'Operations and models of the branch, by which the score is measured.';
comment on column public.branch_lints.is_cut is 'More was found than is kept; the numbers are of all of it.';
comment on column public.branch_lints.content_hash is 'Of the files that were linted; guide_hash beside it, of the guides that they were linted by.';
create index branch_lints_branch_idx on public.branch_lints (branch_id, project_id);
create index branch_lints_project_idx on public.branch_lints (project_id);
create index branch_lints_workspace_idx on public.branch_lints (workspace_id);
alter table public.branch_lints enable row level security;

create table private.linted_files (
  branch_id bigint not null references public.branches (id) on delete cascade,
  path text not null,
  hash bytea not null,
  ruleset_hash bytea not null,
  others jsonb not null default '{}',
  findings jsonb not null,
  primary key (branch_id, path)
);
comment on table private.linted_files is 'What was found in a file, to be taken again while it, the files that it reads (others: {path: hash, null where there is none}) and the ruleset are the same.';
alter table private.linted_files enable row level security;

-- # Rules

create policy "Lints are seen by who changes the content" on public.branch_lints for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = branch_lints.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_contents_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_contents_update')))
      or p.group_id = any (array(select private.group_ids_given('project_contents_update'))))
  )
));

create function private.announce_branch_lints()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(null, c.project_id, null, null)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_branch_lints is 'Who hears of a project hears that one of its branches was linted.';
create trigger announce_insert after insert on public.branch_lints referencing new table as changed for each statement execute function private.announce_branch_lints();
create trigger announce_update after update on public.branch_lints referencing old table as before new table as changed for each statement execute function private.announce_branch_lints();
create trigger announce_delete after delete on public.branch_lints referencing old table as changed for each statement execute function private.announce_branch_lints();

create function private.lint_guides(branch_id bigint)
returns table (
  place bigint, guide_id bigint, guide_name text, guide_branch_id bigint, path text, content_hash text, release_id bigint)
language sql
stable
security definer
set search_path = ''
as $$
  with host as (
    select b.id, b.project_id, b.content_hash, p.name
    from public.branches b join public.projects p on p.id = b.project_id where b.id = lint_guides.branch_id
  ), extended as (
    select g.place, g.id, private.guide_release(host.project_id, g.id) as release_id
    from host cross join unnest(private.style_guides_of(host.project_id, null, true)) with ordinality g (id, place)
  )
  select e.place, e.id, p.name, r.branch_id, r.path, b.content_hash, null
  from extended e
  join public.projects p on p.id = e.id
  cross join lateral private.own_ruleset(e.id) r
  join public.branches b on b.id = r.branch_id
  where e.release_id is null
  union all
  select e.place, e.id, p.name, p.default_branch_id, f.path, 'release ' || e.release_id, e.release_id
  from extended e
  join public.projects p on p.id = e.id
  join private.release_rulesets f on f.release_id = e.release_id and f.is_root
  union all
  select 1000, null, host.name, r.branch_id, r.path, host.content_hash, null
  from host cross join lateral private.branch_ruleset(host.id) r
  where r.path is not null
  order by 1
$$;
comment on function private.lint_guides is 'The rulesets that a branch is linted by, in their order: of the style guides that its project extends, whoever reads them, each as it stands or at a release, then its own (guide_id null). None: what Spectral recommends.';

create function private.lint_guide_hash(branch_id bigint)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select encode(sha256(convert_to(coalesce(
    jsonb_agg(jsonb_build_array(g.guide_id, g.path, case when g.guide_id is not null then g.content_hash end) order by g.place)::text, ''), 'UTF8')), 'hex')
  from private.lint_guides(lint_guide_hash.branch_id) g
$$;
comment on function private.lint_guide_hash is 'Equal while a branch is linted by the same guides, and these have the same content.';

create function private.lint_state(branch_id bigint)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when b.content_hash is null then 'none'
    when l.branch_id is null or l.content_hash <> b.content_hash or l.guide_hash <> private.lint_guide_hash(b.id) then 'outdated'
    when l.is_failed then 'failed'
    else 'current' end
  from public.branches b left join public.branch_lints l on l.branch_id = b.id
  where b.id = lint_state.branch_id
$$;
comment on function private.lint_state is 'Whether what is said of a branch is about its content and guides as they are now (current) or were (outdated), could not be found out (failed), or nothing was analysed yet (none).';

create function private.queue_lint(branch_id bigint, place bigint default 0)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
begin
  select p.workspace_id into host_id
  from public.branches b join public.projects p on p.id = b.project_id where b.id = queue_lint.branch_id;
  -- One a branch, and one at a time of a workspace; what was just written comes before what a guide has changed. Workers may
  -- be killed over and over: what costs too much ends by itself, so that a branch is not left as it was for that.
  perform graphile_worker.add_job('lint_branch', json_build_object('branch_id', branch_id),
    queue_name => 'lint:' || host_id, job_key => 'lint_branch:' || branch_id, max_attempts => 15, priority => least(place, 1000)::integer);
end
$$;
comment on function private.queue_lint is 'Has the worker lint a branch, unless it is linted as it is. place: how many come before.';

create function private.queue_lint_of_project(project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform graphile_worker.add_job('lint_projects', json_build_object('project_id', project_id),
    job_key => 'lint_projects:' || project_id, max_attempts => 5);
end
$$;
comment on function private.queue_lint_of_project is 'Has the branches of a project linted anew, and those of all projects that extend it, by each other too: its guides have changed, or its own ruleset.';

create function private.lint_projects(project_id bigint)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_branches constant integer := 20;
  queued integer := 0;
  branch record;
begin
  for branch in
    with recursive extending as (
      select lint_projects.project_id as id
      union
      select s.project_id from public.project_style_guides s join extending e on s.style_guide_project_id = e.id
    )
    select b.id, b.place
    from extending e
    cross join lateral (
      select o.id, row_number() over (order by o.is_default desc, o.last_analyzed_at desc, o.id) as place
      from public.branches o where o.project_id = e.id and o.content_hash is not null
      order by o.is_default desc, o.last_analyzed_at desc, o.id limit most_branches
    ) b
  loop
    perform private.queue_lint(branch.id, branch.place + 1);
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
comment on function private.lint_projects is 'Queues what private.queue_lint_of_project asks for: of each project its default branch and those that were analysed last, twenty in all. Others are outdated, and say so, until their next analysis.';

create function private.lint_what_waits()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 500;
  queued integer := 0;
  branch_id bigint;
begin
  for branch_id in
    select b.id
    from public.branches b left join public.branch_lints l on l.branch_id = b.id
    where b.is_default and b.content_hash is not null and l.content_hash is distinct from b.content_hash
      and b.last_analyzed_at < now() - interval '30 minutes'
    order by b.last_analyzed_at desc limit most
  loop
    perform private.queue_lint(branch_id, 1000);
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
comment on function private.lint_what_waits is 'Queues default branches whose content was never linted: those from before there was a linter, and those whose lint was given up.';

create function private.keep_linted()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_lint(new.id);
  if new.is_default and exists (select 1 from public.project_style_guides s where s.style_guide_project_id = new.project_id) then
    perform private.queue_lint_of_project(new.project_id);
  end if;
  return null;
end
$$;
comment on function private.keep_linted is 'Has a branch with other content linted, and what extends a style guide whose content is another one.';
create trigger keep_linted after update of is_default, content_hash on public.branches for each row
  when (new.content_hash is not null and (new.content_hash is distinct from old.content_hash or new.is_default and not old.is_default))
  execute function private.keep_linted();

create function private.lint_with_guides()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_lint_of_project(case when tg_op = 'DELETE' then old.project_id else new.project_id end);
  return null;
end
$$;
comment on function private.lint_with_guides is 'Has a project linted anew whose guides are others.';
create trigger lint_with_guides after insert or delete or update of position, release_id on public.project_style_guides
  for each row execute function private.lint_with_guides();

-- # Grants

grant select (branch_id, project_id, workspace_id, guide, is_failed, units, errors, warnings, infos, hints, waived, is_cut, linted_at)
  on public.branch_lints to authenticated;
