set local check_function_bodies = off;

DROP FUNCTION "public"."update_account"(text, text, text, text, text, jsonb, boolean);

CREATE OR REPLACE FUNCTION public.create_project(p_workspace_id bigint, p_name text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT 'internal'::text, p_flavor text DEFAULT 'design'::text, p_type text DEFAULT 'web'::text, p_group_id bigint DEFAULT NULL::bigint, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_uploads jsonb DEFAULT '[]'::jsonb, p_repository jsonb DEFAULT NULL::jsonb, p_auto_invite_committers boolean DEFAULT false)
 RETURNS public.created_project
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if p_repository is not null then
    job := private.queue_git_analysis(made.id, first_branch, 'manual', null, null);
  elsif jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_account(p_first_name text DEFAULT NULL::text, p_last_name text DEFAULT NULL::text, p_username text DEFAULT NULL::text, p_avatar_url text DEFAULT NULL::text, p_timezone text DEFAULT NULL::text, p_survey jsonb DEFAULT NULL::jsonb, p_complete boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  before public.users;
begin
  select * into before from public.users u where u.id = me;
  if btrim(coalesce(p_first_name, before.first_name, '')) = '' then
    perform private.problem('required', 'first_name');
  end if;
  if btrim(coalesce(p_last_name, before.last_name, '')) = '' then
    perform private.problem('required', 'last_name');
  end if;
  if p_survey is not null and jsonb_typeof(p_survey) <> 'object' then
    perform private.problem('survey_not_an_object');
  end if;
  if p_username <> before.username and private.throttle_hit('username:' || me, 20, 86400) > 0 then
    return private.answer_problem('username_changed_too_often');
  end if;
  begin
    update public.users u set
      first_name = coalesce(btrim(p_first_name), u.first_name),
      last_name = coalesce(btrim(p_last_name), u.last_name),
      username = coalesce(p_username, u.username),
      avatar_url = case when p_avatar_url is null then u.avatar_url else nullif(btrim(p_avatar_url), '') end,
      timezone = coalesce(p_timezone, u.timezone),
      survey = u.survey || coalesce(p_survey, '{}'),
      is_account_info_collected = u.is_account_info_collected or p_complete
    where u.id = me;
  exception when unique_violation then
    -- Answered instead of raised, so that it counts: who tries names learns twenty a day.
    return private.answer_problem('username_taken');
  end;
  return public.me();
end
$function$;

COMMENT ON FUNCTION "public"."update_account"(text, text, text, text, text, jsonb, boolean) IS 'Changes what is given of the caller''s names, username, avatar, time zone and survey answers (merged); p_complete ends the account step of sign-up. Answers their public.account, or what is wrong: hence jsonb.';

REVOKE ALL ON FUNCTION "public"."update_account"(text, text, text, text, text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_account"(text, text, text, text, text, jsonb, boolean) TO "authenticated", "postgres";
