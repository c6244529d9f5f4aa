-- Governance: the style guides of a workspace, and which of its projects extend them, for who looks after all of them.

-- # Tables

create type public.style_guide as (
  id bigint,
  workspace_id bigint,
  workspace_slug text,
  workspace_domain text,
  name text,
  slug text,
  description text,
  icon_name text,
  icon_color text,
  flavor text,
  visibility text,
  latest_release text,
  is_default boolean
);
comment on type public.style_guide is 'A project whose rules others may extend, as lists of style guides show it.';

create type public.governed_project as (
  id bigint,
  slug text,
  name text,
  icon_name text,
  icon_color text,
  flavor text,
  visibility text,
  style_guide_ids bigint[],
  style_guide_versions text[]
);
comment on type public.governed_project is 'A project and the style guides that it extends, in order, with the version at which each holds for it: null for one that was never released.';

create type public.governed_page as (items public.governed_project[], next text);
comment on type public.governed_page is 'A page of projects and where the next one begins.';

-- # Calls

create function public.list_style_guides(
  p_workspace_id bigint default null, p_visibility text default null, p_is_default boolean default null, p_search text default null)
returns setof public.style_guide
language sql
stable
security definer
set search_path = ''
as $$
  select p.id, p.workspace_id, w.slug::text, w.domain, p.name::text, p.slug::text, p.description, p.icon_name, p.icon_color, p.flavor, p.visibility,
    (select r.version from public.releases r where r.project_id = p.id and r.branch_id = p.default_branch_id order by r.precedence desc limit 1),
    d.project_id is not null
  from private.projects_with('project_read') p
  join public.workspaces w on w.id = p.workspace_id
  left join public.workspace_default_style_guides d on d.project_id = p.id
  where (p_workspace_id is null or p.workspace_id = p_workspace_id)
    and (p_visibility is null or p.visibility = p_visibility)
    and (p_is_default is null or p_is_default = (d.project_id is not null))
    and (nullif(btrim(p_search), '') is null or p.name ilike private.like_pattern(p_search))
    and (p.flavor = 'style_guide' or w.use_automatic_ssg_conversion and private.is_style_guide(p))
  order by p.name, p.id
  limit 1000
$$;
comment on function public.list_style_guides is 'The style guides that the caller has a role in, of one workspace or of all of theirs, by name: the first thousand.';

create function public.list_governed_projects(
  p_workspace_id bigint, p_search text default null, p_has_style_guides boolean default null, p_after text default null, p_limit integer default 1000)
returns public.governed_page
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  rows constant integer := private.page_size(p_limit, 1000, 1000);
  after record;
  shown public.governed_project[];
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceGlobalAdmin');
  select * into after from private.project_cursor_parts(p_after, 'name');
  shown := array(
    select row(p.id, p.slug, p.name, p.icon_name, p.icon_color, p.flavor, p.visibility, array(
      select s.style_guide_project_id from public.project_style_guides s
      where s.project_id = p.id order by s.position, s.style_guide_project_id), array(
      select (select r.version from public.releases r where r.id = private.guide_release(p.id, s.style_guide_project_id))
      from public.project_style_guides s
      where s.project_id = p.id order by s.position, s.style_guide_project_id))::public.governed_project
    from public.projects p
    where p.workspace_id = p_workspace_id and p.flavor in ('design', 'design_library')
      and (nullif(btrim(p_search), '') is null or p.name ilike private.like_pattern(p_search))
      and (p_has_style_guides is null
        or p_has_style_guides = exists (select 1 from public.project_style_guides s where s.project_id = p.id))
      and (after.id is null or (p.name, p.id) > (after.place, after.id))
    order by p.name, p.id
    limit rows + 1);
  return row(shown[:rows],
    case when cardinality(shown) > rows then private.project_cursor('name', shown[rows].name, shown[rows].id) end)::public.governed_page;
end
$$;
comment on function public.list_governed_projects is 'The APIs and component libraries of a workspace with the style guides that each extends, by name, page by page, for its global admins.';

create function private.change_style_guide(guide_id bigint, project_ids bigint[], is_enabled boolean)
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  results public.bulk_result[] := '{}';
  project bigint;
  extended bigint[];
  hint text;
  detail text;
begin
  perform private.allow_governing(20);
  if guide_id is null or not private.can_in_project(guide_id, 'project_read') then
    perform private.problem('style_guide_not_found', 'id');
  end if;
  perform private.require_few(cardinality(project_ids), 1, 'too_many_changes_at_once', 'project_ids');
  foreach project in array project_ids loop
    begin
      perform private.lock_project_with(project, 'project_contents_update');
      extended := array(
        select s.style_guide_project_id from public.project_style_guides s
        where s.project_id = project and private.can_in_project(s.style_guide_project_id, 'project_read')
        order by s.position, s.style_guide_project_id);
      if is_enabled <> (guide_id = any (extended)) then
        perform public.set_project_style_guides(
          project, case when is_enabled then extended || guide_id else array_remove(extended, guide_id) end);
      end if;
      results := results || private.bulk_success(to_jsonb(project));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function private.change_style_guide is 'Adds a style guide behind those that each of many projects extends, or takes it from them; each project for itself.';

create function public.enable_style_guide(p_style_guide_id bigint, p_project_ids bigint[])
returns public.bulk_answer
language sql
security definer
set search_path = ''
as $$
  select private.change_style_guide(p_style_guide_id, p_project_ids, true)
$$;
comment on function public.enable_style_guide is 'Makes many projects extend a style guide, behind what they extend already; each for itself.';

create function public.disable_style_guide(p_style_guide_id bigint, p_project_ids bigint[])
returns public.bulk_answer
language sql
security definer
set search_path = ''
as $$
  select private.change_style_guide(p_style_guide_id, p_project_ids, false)
$$;
comment on function public.disable_style_guide is 'Takes a style guide from many projects; each for itself.';

-- Fields that GraphQL adds to projects: they ask as the caller, so that of a row that somebody made up nothing is told.
create function public._latest_release(project public.projects)
returns text
language sql
stable
set search_path = ''
as $$
  select r.version from public.releases r join public.branches b on b.id = r.branch_id and b.is_default
  where r.project_id = project.id order by r.precedence desc limit 1
$$;
comment on function public._latest_release is 'The newest release of a project on its default branch, as far as the caller reads it; null where there is none.';

create function public._is_default_style_guide(project public.projects)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select 1 from public.workspace_default_style_guides d where d.project_id = project.id)
$$;
comment on function public._is_default_style_guide is 'Whether a project is a default style guide of its workspace, as far as the caller reads it.';

-- # Grants

grant execute on function public.list_style_guides, public.list_governed_projects, public.enable_style_guide, public.disable_style_guide
  to authenticated;
grant execute on function public._latest_release to anon, authenticated;
grant execute on function public._is_default_style_guide to authenticated;
