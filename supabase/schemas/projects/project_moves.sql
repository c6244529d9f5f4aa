-- Projects that are moved and deleted, one or many at once.

-- # Rules

create function private.require_global_admin_of(project_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_workspace((select p.workspace_id from public.projects p where p.id = project_id), 'WorkspaceGlobalAdmin') then
    return;
  end if;
  -- Answers 404 for who may not know the project.
  perform private.require_in_project(project_id, 'project_read');
  perform private.problem('many_projects_for_admins_only');
end
$$;
comment on function private.require_global_admin_of is 'Refuses changes of many projects at once by anybody but global admins; 404 for who may not know the project.';

-- # Calls

create function private.require_may_move(project_id bigint, group_id bigint)
returns public.projects
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  project public.projects;
begin
  select * into project from public.projects p where p.id = project_id;
  if require_may_move.group_id is not null or project.group_id is null
    or not private.can_in_group(project.group_id, 'group_projects_remove') then
    perform private.require_in_project(project_id, 'project_group_update');
  end if;
  if require_may_move.group_id is not null then
    perform private.require_may_add_to_group(project.workspace_id, require_may_move.group_id);
  end if;
  return project;
end
$$;
comment on function private.require_may_move is 'A project that the caller may move into a group, or out of any: an admin of the group it is in lets it go.';

create type public.project_move as (moved boolean, confirmation_required boolean, visibility_changed boolean);
comment on type public.project_move is 'How moving a project went: whether it was moved or has to be confirmed first, and whether it turned internal.';

create function public.move_project(p_project_id bigint, p_group_id bigint, p_confirm boolean default false, p_seen jsonb default null)
returns public.project_move
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  turns_internal boolean := false;
begin
  perform private.require_may_move(p_project_id, p_group_id);
  perform 1 from public.projects p where p.id = p_project_id for no key update;
  if p_group_id is not null then
    perform 1 from public.groups g where g.id = p_group_id for share;
  end if;
  -- Once more: what let the caller move it may be gone by now.
  project := private.require_may_move(p_project_id, p_group_id);
  perform private.require_seen(p_seen, jsonb_build_object('group_id', p_group_id), to_jsonb(project), project.workspace_id,
    array['project.moved'], jsonb_build_object('project_id', p_project_id));
  turns_internal := p_group_id is not null and project.visibility = 'public'
    and (select g.visibility = 'internal' from public.groups g where g.id = p_group_id);
  if turns_internal and not p_confirm then
    return row(false, true, false)::public.project_move;
  end if;
  update public.projects p
  set group_id = p_group_id, visibility = case when turns_internal then 'internal' else p.visibility end
  where p.id = p_project_id;
  return row(true, false, turns_internal)::public.project_move;
end
$$;
comment on function public.move_project is 'Moves a project into a group, or out of any with null. An internal group turns a public project internal: that needs p_confirm. p_seen: the group that the caller saw it in, as in update_workspace_settings.';

create function public.delete_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- First the images, then the project: the message is that of the step that failed, and neither is done without the other.
  perform public.delete_project_images(p_project_id);
  update public.projects p set default_branch_id = null where p.id = p_project_id;
  delete from public.projects p where p.id = p_project_id;
end
$$;
comment on function public.delete_project is 'Deletes the images of a project, then the project with everything in it; all of it or, with the message of the step that failed, nothing.';

create type public.bulk_move_answer as (
  results public.bulk_result[], succeeded bigint, failed bigint,
  confirmation_required boolean, public_projects integer, visibility_changed integer);
comment on type public.bulk_move_answer is 'The answer of a call for many, with what the move turns internal: before it, where that has to be confirmed, and after it.';

create function public.move_projects(p_project_ids bigint[], p_group_id bigint, p_confirm boolean default false)
returns public.bulk_move_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  open_projects integer;
  project_id bigint;
  moved public.project_move;
  changed integer := 0;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  select count(*) into open_projects
  from public.projects p join public.groups g on g.id = p_group_id and g.workspace_id = p.workspace_id
  where p.id = any (p_project_ids) and p.visibility = 'public' and g.visibility = 'internal'
    and private.can_in_workspace(p.workspace_id, 'WorkspaceGlobalAdmin');
  if open_projects > 0 and not p_confirm then
    return row((private.bulk_answer('{}')).*, true, open_projects, 0)::public.bulk_move_answer;
  end if;
  perform private.require_few(cardinality(p_project_ids), 0, 'too_many_changes_at_once', 'project_ids');
  foreach project_id in array coalesce(p_project_ids, '{}') loop
    begin
      perform private.require_global_admin_of(project_id);
      moved := public.move_project(project_id, p_group_id, true);
      changed := changed + moved.visibility_changed::integer;
      results := results || private.bulk_success(to_jsonb(project_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return row((private.bulk_answer(results)).*, false, open_projects, changed)::public.bulk_move_answer;
end
$$;
comment on function public.move_projects is 'Moves many projects into a group, or out of any. Public ones would turn internal in an internal group: without p_confirm it then says how many and moves nothing.';

create function public.delete_projects(p_project_ids bigint[])
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  project_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_project_ids), 0, 'too_many_changes_at_once', 'project_ids');
  foreach project_id in array coalesce(p_project_ids, '{}') loop
    begin
      perform private.require_global_admin_of(project_id);
      perform public.delete_project(project_id);
      results := results || private.bulk_success(to_jsonb(project_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.delete_projects is 'Deletes many projects with everything in them.';

-- # Grants

grant execute on function public.move_project, public.delete_project, public.move_projects, public.delete_projects to authenticated;
