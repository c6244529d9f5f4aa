-- Releases: versions that a project has given out, each of them a state of one of its branches.

-- # Tables

create function private.version_precedence(version text)
returns text
language sql
immutable
set search_path = ''
as $$
  select lpad(part[1], 9, '0') || lpad(part[2], 9, '0') || lpad(part[3], 9, '0') || case
    -- Behind everything that an identifier can be: a release comes after what was tried before it.
    when part[4] is null then '~'
    -- Numbers before words, and a blank, which no identifier has, before what goes on.
    else (
      select string_agg(case when i.identifier ~ '^[0-9]+$' then '0' || lpad(i.identifier, 9, '0') else '1' || i.identifier end, ' ' order by i.place)
      from unnest(string_to_array(part[4], '.')) with ordinality i (identifier, place))
  end
  from regexp_match(left(version, 101),
    '^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})'
    '(?:-((?:0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]{0,8}|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?$') part
  where length(version) <= 100
$$;
comment on function private.version_precedence is 'A text that sorts (collation C) as Semantic Versioning 2.0.0 says; null for what is no such version. Build metadata has no place in that order, and is none here.';

create table public.releases (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  branch_id bigint not null,
  version text not null,
  notes text not null default '' constraint check_releases_notes check (length(notes) <= 10000),
  commit_hash text,
  analyzed_at timestamptz not null,
  author_id bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  is_prerelease boolean not null generated always as (position('-' in version) > 0) stored,
  precedence text collate "C" not null generated always as (private.version_precedence(version)) stored,
  unique (project_id, precedence),
  foreign key (branch_id, project_id) references public.branches (id, project_id) on delete cascade
);
comment on table public.releases is 'Versions of a project: which state of a branch each of them was. Read by who reads the branch, and gone with it.';
comment on column public.releases.precedence is 'Sorts as Semantic Versioning says.';
comment on column public.releases.commit_hash is 'The content of the branch at the release, as branches.commit_hash says it.';
comment on column public.releases.analyzed_at is 'When that content had been analysed.';
create index releases_branch_idx on public.releases (branch_id, project_id);
create index releases_author_idx on public.releases (author_id);
alter table public.releases enable row level security;

-- # Rules

create policy "Releases are read with their branch" on public.releases for select to anon, authenticated
using (exists (select 1 from public.branches b where b.id = releases.branch_id));
create policy "Releases are taken back with the branch permission" on public.releases for delete to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = releases.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_branch_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_branch_update')))
      or p.group_id = any (array(select private.group_ids_given('project_branch_update'))))
  )
));

create policy "Notes of releases are changed with the branch permission" on public.releases for update to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = releases.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_branch_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_branch_update')))
      or p.group_id = any (array(select private.group_ids_given('project_branch_update'))))
  )
));

-- # Calls

create function public.project_releases(p_project_id bigint, p_min_release text default null)
returns setof public.releases
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  least_precedence constant text := private.version_precedence(p_min_release);
begin
  if p_min_release is not null and least_precedence is null then
    perform private.problem('release_version_invalid', 'min_release');
  end if;
  return query
  select r.* from public.releases r
  where r.project_id = p_project_id
    and r.branch_id in (select b.id from private.branches_read() b where b.project_id = p_project_id)
    and (least_precedence is null or r.precedence >= least_precedence collate "C")
  order by r.precedence desc;
end
$$;
comment on function public.project_releases is 'The releases of a project on the branches that the caller reads, the newest version first; with p_min_release those that are not before it.';

create function public.create_release(p_project_id bigint, p_version text, p_notes text default '', p_branch_slug text default null)
returns public.releases
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches;
  made public.releases;
begin
  perform private.lock_project_with(p_project_id, 'project_branch_update');
  if private.version_precedence(p_version) is null then
    perform private.problem('release_version_invalid', 'version');
  end if;
  select * into branch from public.branches b
  where b.project_id = p_project_id and case when p_branch_slug is null then b.is_default else b.slug = p_branch_slug end;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  if branch.last_analyzed_at is null then
    perform private.problem('release_without_content');
  end if;
  if exists (select 1 from public.releases r where r.project_id = p_project_id and r.version = p_version) then
    perform private.problem('release_version_taken', 'version');
  end if;
  if (select count(*) from public.releases r where r.project_id = p_project_id) >= 1000 then
    perform private.problem('too_many_releases');
  end if;
  insert into public.releases (project_id, branch_id, version, notes, commit_hash, analyzed_at, author_id)
  values (p_project_id, branch.id, p_version, coalesce(p_notes, ''), branch.commit_hash, branch.last_analyzed_at, private.current_user_id())
  returning * into made;
  return made;
end
$$;
comment on function public.create_release is 'Makes the content that a branch has now (the default branch, unless p_branch_slug names another) a release of the project.';

-- # Grants

grant select on public.releases to anon, authenticated;
grant delete, update (notes) on public.releases to authenticated;
grant execute on function public.project_releases to anon, authenticated;
grant execute on function public.create_release to authenticated;
