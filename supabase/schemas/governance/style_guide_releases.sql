-- Releases of style guides: the ruleset as it was, for projects that stay at a version or follow the newest.

-- # Tables

create table private.release_rulesets (
  release_id bigint not null references public.releases (id) on delete cascade,
  path text not null,
  workspace_id bigint not null,
  hash bytea not null,
  is_root boolean not null,
  primary key (release_id, path),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table private.release_rulesets is 'The files of a ruleset as it was released: its own (is_root) and those that it extends. They stay whatever becomes of the branch''s.';
create index release_rulesets_file_idx on private.release_rulesets (workspace_id, hash);
alter table private.release_rulesets enable row level security;

alter table public.project_style_guides add constraint project_style_guides_release_fkey
  foreign key (release_id) references public.releases (id) on delete set null;

create type public.style_guide_version as (
  style_guide_id bigint, version text, notes text, released_at timestamptz, is_prerelease boolean, is_pinned boolean, is_applied boolean);
comment on type public.style_guide_version is 'A release of a style guide that a project extends: whether the project stays at it, and whether it is what applies now.';

create type public.ruleset_file as (
  style_guide_id bigint, name text, version text, path text, is_root boolean, object text, size bigint);
comment on type public.ruleset_file is 'A file of a ruleset that holds for a project: of a style guide (at a version, where one was released), or of the project itself (style_guide_id null); where it is stored.';

-- # Rules

create function private.ruleset_files(branch_id bigint, root text)
returns setof public.branch_files
language sql
stable
security definer
set search_path = ''
as $$
  with recursive reached as (
    select '/' || root as uri
    union
    select e.to_uri
    from reached r
    join public.branch_nodes n on n.branch_id = ruleset_files.branch_id and n.uri = r.uri and n.type = 'spectral_ruleset'
    join public.node_edges e on e.branch_id = ruleset_files.branch_id and e.type = 'ref' and e.from_uri = r.uri
  )
  select f.* from public.branch_files f
  where f.branch_id = ruleset_files.branch_id and '/' || f.path in (select r.uri from reached r)
  order by f.path <> root, f.path
  limit 100
$$;
comment on function private.ruleset_files is 'A ruleset of a branch and the files of the branch that it extends, by others or by itself.';

create function private.keep_released_ruleset()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  root public.branch_files;
begin
  root := private.branch_ruleset(new.branch_id);
  insert into private.release_rulesets (release_id, path, workspace_id, hash, is_root)
  select new.id, f.path, f.workspace_id, f.hash, f.path = root.path
  from private.ruleset_files(new.branch_id, root.path) f;
  if root.path is not null then
    perform private.queue_lint_of_project(new.project_id);
  end if;
  return null;
end
$$;
comment on function private.keep_released_ruleset is 'A release keeps the ruleset that its branch had, if it had one, and who follows it is linted by it.';
create trigger keep_ruleset after insert on public.releases for each row execute function private.keep_released_ruleset();

create function private.leave_released_ruleset()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.project_style_guides s where s.style_guide_project_id = old.project_id) then
    perform private.queue_lint_of_project(old.project_id);
  end if;
  return null;
end
$$;
comment on function private.leave_released_ruleset is 'Who was linted by a release that is taken back is linted by what holds then.';
create trigger leave_ruleset after delete on public.releases for each row execute function private.leave_released_ruleset();

create function private.guide_release(project_id bigint, guide_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    -- Where it stays; of a guide that is extended by the project's guides alone, where these stay.
    (
      select s.release_id
      from public.project_style_guides s
      where s.style_guide_project_id = guide_release.guide_id and (
        s.project_id = guide_release.project_id
        or not exists (
          select 1 from public.project_style_guides o
          where o.project_id = guide_release.project_id and o.style_guide_project_id = guide_release.guide_id)
        and s.project_id in (select o.style_guide_project_id from public.project_style_guides o where o.project_id = guide_release.project_id))
      order by s.release_id is null, s.position desc, s.project_id
      limit 1
    ), (
      select r.id
      from public.releases r join public.projects p on p.id = r.project_id and p.default_branch_id = r.branch_id
      where r.project_id = guide_release.guide_id
        and exists (select 1 from private.release_rulesets f where f.release_id = r.id and f.is_root)
      order by r.is_prerelease, r.precedence desc
      limit 1))
$$;
comment on function private.guide_release is 'The release at which a style guide holds for a project: the one where it stays, else the newest with a ruleset; null for a guide that was never released, which holds as it stands.';

create function private.guide_file(project_id bigint, guide_id bigint, path text)
returns public.branch_files
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  release constant bigint := private.guide_release(project_id, guide_id);
  file public.branch_files;
begin
  if release is not null then
    select null, f.path, f.workspace_id, f.hash into file
    from private.release_rulesets f
    where f.release_id = release and case when guide_file.path is null then f.is_root else f.path = guide_file.path end;
    return file;
  end if;
  return case when path is null then private.own_ruleset(guide_id) else private.extended_ruleset(guide_id, path) end;
end
$$;
comment on function private.guide_file is 'The ruleset of a style guide as it holds for a project (path null), or a file that this extends.';

-- # Calls

create function public.pin_style_guide(p_project_id bigint, p_style_guide_id bigint, p_version text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted bigint;
  was text;
begin
  perform private.allow_governing(20);
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if not private.can_in_project(p_style_guide_id, 'project_read') or not exists (
    select 1 from public.project_style_guides s where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id
  ) then
    perform private.problem('style_guide_not_found', 'ssg_id');
  end if;
  if p_version is not null then
    select r.id into wanted from public.releases r
    where r.project_id = p_style_guide_id and r.version = p_version
      and r.branch_id = (select p.default_branch_id from public.projects p where p.id = p_style_guide_id)
      and exists (select 1 from private.release_rulesets f where f.release_id = r.id and f.is_root);
    if wanted is null then
      perform private.problem('style_guide_version_not_found', 'version');
    end if;
  end if;
  select r.version into was from public.project_style_guides s join public.releases r on r.id = s.release_id
  where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id;
  if was is distinct from p_version then
    update public.project_style_guides s set release_id = wanted
    where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id;
    perform private.log_activity(p.workspace_id, 'project.style_guides.updated', jsonb_build_object(
      'project_id', p.id, 'project', p.name, 'slug', p.slug, 'style_guide', g.name, 'changes', private.told_changes(
        jsonb_build_object('version', coalesce(was, 'newest')), jsonb_build_object('version', coalesce(p_version, 'newest')), array['version'])))
    from public.projects p, public.projects g where p.id = p_project_id and g.id = p_style_guide_id;
  end if;
end
$$;
comment on function public.pin_style_guide is 'Makes a project stay at a version of a style guide that it extends, or follow the newest (p_version null).';

create function public.project_style_guide_versions(p_project_id bigint)
returns setof public.style_guide_version
language sql
stable
security definer
set search_path = ''
as $$
  select s.style_guide_project_id, r.version, r.notes, r.created_at, r.is_prerelease, r.id = s.release_id is true,
    r.id = private.guide_release(p_project_id, s.style_guide_project_id) is true
  from public.project_style_guides s
  join public.projects g on g.id = s.style_guide_project_id
  join public.releases r on r.project_id = g.id and r.branch_id = g.default_branch_id
  where s.project_id = p_project_id and private.can_in_project(p_project_id, 'project_read') and private.can_in_project(g.id, 'project_read')
    and exists (select 1 from private.release_rulesets f where f.release_id = r.id and f.is_root)
  order by s.position, r.precedence desc
  limit 5000
$$;
comment on function public.project_style_guide_versions is 'The releases of the style guides that a project extends, as far as the caller reads these: the newest version of each first.';

create function public.project_ruleset(p_project_id bigint)
returns setof public.ruleset_file
language sql
stable
security definer
set search_path = ''
as $$
  with guides as (
    select g.id, g.place, p.name, private.guide_release(p_project_id, g.id) as release_id, p.default_branch_id
    from unnest(private.style_guides_of(p_project_id, private.current_user_id())) with ordinality g (id, place)
    join public.projects p on p.id = g.id
    union all
    select null, 1000, p.name, null, p.default_branch_id from public.projects p where p.id = p_project_id
  ), found as (
    select g.id, g.place, g.name, r.version, f.path, f.is_root, f.workspace_id, f.hash
    from guides g join public.releases r on r.id = g.release_id join private.release_rulesets f on f.release_id = r.id
    union all
    select g.id, g.place, g.name, null, f.path, f.path = root.path, f.workspace_id, f.hash
    from guides g
    cross join lateral private.own_ruleset(coalesce(g.id, p_project_id)) root
    cross join lateral private.ruleset_files(root.branch_id, root.path) f
    where g.release_id is null and root.path is not null
  )
  select f.id, f.name::text, f.version, f.path, f.is_root, s.workspace_id || '/' || s.object_id, s.size
  from found f join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
  -- Files as they came are for full members, as on every other way to them.
  where private.can_in_project(p_project_id, 'project_read') and f.workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember')))
  order by f.place, f.is_root desc, f.path
$$;
comment on function public.project_ruleset is 'The files of all rulesets that hold for a project, in their order, its own last; of the style guides that the caller reads. For full members.';

create function public.style_guides_left_out(p_project_id bigint)
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select cardinality(private.style_guides_of(p_project_id, null, true)) - cardinality(private.style_guides_of(p_project_id, private.current_user_id()))
  where private.can_in_project(p_project_id, 'project_contents_update')
$$;
comment on function public.style_guides_left_out is 'How many of the style guides that hold for a project the caller does not read. For editors.';

-- # Grants

grant execute on function public.pin_style_guide, public.project_style_guide_versions, public.project_ruleset,
  public.style_guides_left_out to authenticated;
