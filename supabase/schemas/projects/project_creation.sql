-- Making projects: empty ones, from files, and from repositories.

-- # Rules

create function private.require_may_add_to_group(workspace_id bigint, group_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.groups g where g.id = require_may_add_to_group.group_id and g.workspace_id = require_may_add_to_group.workspace_id)
    or not private.can_in_group(group_id, 'group_view') then
    perform private.problem('group_not_found', 'group_id');
  end if;
  if not private.can_in_group(group_id, 'group_projects_add') then
    perform private.problem('not_allowed_to_add_to_group');
  end if;
end
$$;
comment on function private.require_may_add_to_group is 'Group admins, global admins and members who may create projects add projects to a group.';

create function private.free_project_slug(workspace_id bigint, wanted text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  candidate text := wanted;
  n integer := 1;
begin
  while exists (select 1 from public.projects p where p.workspace_id = free_project_slug.workspace_id and p.slug = candidate) loop
    n := n + 1;
    candidate := left(wanted, 70) || '-' || n;
  end loop;
  return candidate;
end
$$;
comment on function private.free_project_slug is 'A slug that no project of the workspace has, near to the wanted one.';

-- # Calls

create type public.branch_name as (id bigint, slug text, name text);
comment on type public.branch_name is 'Which branch it is.';

create type public.created_project as (project public.projects, branch public.branch_name, job_id uuid);
comment on type public.created_project is 'A project that was made, its default branch and the job that analyses what was uploaded, if anything was.';

create function public.create_project(
  p_workspace_id bigint, p_name text, p_slug text default null, p_description text default null,
  p_visibility text default 'internal', p_flavor text default 'design', p_type text default 'web', p_group_id bigint default null,
  p_icon_name text default null, p_icon_color text default null, p_uploads jsonb default '[]', p_repository jsonb default null,
  p_auto_invite_committers boolean default false)
returns public.created_project
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.projects;
  branch public.branches;
  job uuid;
  wanted text := coalesce(nullif(btrim(p_slug), ''), private.slug_from(p_name));
  first_branch text := 'main';
begin
  if (p_type = 'vcs') <> (p_repository is not null) then
    perform private.problem('project_without_repository', 'type');
  end if;
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    perform private.feature_gate(p_workspace_id, 'private_projects');
  end if;
  perform private.feature_gate(p_workspace_id, 'projects');
  if p_group_id is not null then
    perform private.require_may_add_to_group(p_workspace_id, p_group_id);
  end if;
  if length(wanted) < 2 then
    wanted := 'project-' || wanted;
  end if;
  if nullif(btrim(p_slug), '') is null then
    wanted := private.free_project_slug(p_workspace_id, wanted);
  end if;
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id,
    auto_invite_committers)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id(),
    coalesce(p_auto_invite_committers, false))
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  if p_repository is not null then
    select r.default_branch into first_branch from private.add_repository(made, p_repository) r;
  end if;
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, left(first_branch, 100), private.branch_slug(first_branch), true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  perform private.take_default_style_guides(made);
  if p_type = 'web' then
    -- What is written here begins with a working copy, in which nothing is yet.
    perform private.make_working_copy(branch);
  end if;
  if p_repository is not null then
    job := private.queue_git_analysis(made.id, first_branch, 'manual', null, null);
  elsif jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
end
$$;
comment on function public.create_project is 'Makes a project owned by the caller with its default branch and, with uploads or a repository {workspace_integration_id, external_id} that its host showed to the caller (see private.add_repository), queues their analysis: all in one transaction.';

create function public.create_projects(p_workspace_id bigint, p_projects jsonb)
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft jsonb;
  made public.created_project;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  if jsonb_typeof(p_projects) is distinct from 'array' then
    perform private.problem('required', 'projects');
  end if;
  perform private.require_few(jsonb_array_length(p_projects), 1, 'too_many_changes_at_once', 'projects');
  for draft in select value from jsonb_array_elements(p_projects) loop
    begin
      made := public.create_project(
        p_workspace_id, draft ->> 'name', draft ->> 'slug', draft ->> 'description', coalesce(draft ->> 'visibility', 'internal'),
        coalesce(draft ->> 'flavor', 'design'), coalesce(draft ->> 'type', 'web'), (draft ->> 'group_id')::bigint, draft ->> 'icon_name',
        draft ->> 'icon_color', '[]', nullif(draft -> 'repository', 'null'), (draft ->> 'auto_invite_committers')::boolean);
      results := results || private.bulk_success(
        coalesce(draft -> 'repository' -> 'external_id', draft -> 'name'),
        jsonb_build_object('id', (made.project).id, 'slug', (made.project).slug, 'job_id', made.job_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(
        coalesce(draft -> 'repository' -> 'external_id', draft -> 'name'), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.create_projects is 'Makes many projects, each as create_project does, by the names of its arguments: {name, slug, description, visibility, flavor, type, group_id, icon_name, icon_color, repository, auto_invite_committers}. Each for itself: one that is refused takes no other along.';

-- # Grants

grant execute on function public.create_project, public.create_projects to authenticated;
