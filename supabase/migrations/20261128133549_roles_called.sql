set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.begin_rule_fix(fix_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fix private.rule_fixes;
  branch public.branches;
  reason text;
begin
  update private.rule_fixes f set status = case when f.status = 'failed' then 'failed' else 'running' end
  where f.id = begin_rule_fix.fix_id and (f.status in ('queued', 'running') or f.status = 'failed' and f.pushed_on is not null) returning * into fix;
  if fix.id is null then
    return null;
  end if;
  select b.* into branch from public.branches b where b.project_id = fix.project_id and b.is_default;
  reason := case
    when fix.status = 'failed' then null
    when not private.may_still_fix(fix) then 'rule_fix_not_allowed'
    when private.lint_state(branch.id) is distinct from 'current' then 'rule_fix_outdated' end;
  if reason is not null then
    perform private.end_rule_fix(fix.id, private.sentence(reason));
    if fix.pushed_on is null then
      return null;
    end if;
    fix.status := 'failed';
  end if;
  return jsonb_build_object(
    'id', fix.id, 'is_over', fix.status = 'failed', 'pushed_on', fix.pushed_on, 'workspace_id', fix.workspace_id, 'project_id', fix.project_id, 'rule', fix.rule, 'author_id', fix.created_by,
    'branch_id', branch.id, 'branch', branch.name, 'content_hash', branch.content_hash, 'commit_hash', branch.commit_hash,
    'is_git', exists (select 1 from public.project_repositories r where r.project_id = fix.project_id),
    'new_branch', private.rule_fix_branch(fix), 'time', extract(epoch from fix.created_at)::bigint,
    'author', (
      select jsonb_build_object('name', private.display_name(u),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = fix.created_by));
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_project(user_id bigint, project_id bigint)
 RETURNS private.access_grounds
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with facts as (
    select why.role, why.summary, why.reasons, m.role as workspace_role, meaning.highest_role, w.locked and not coalesce(m.is_active, false) as is_locked
    from private.explain_project_role(explain_project.user_id, explain_project.project_id) why
    join public.projects p on p.id = explain_project.project_id
    join public.workspaces w on w.id = p.workspace_id
    left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project.user_id
    left join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  ), cells as (
    select permission, min(role) as lowest, max(role) as highest from public.project_role_permissions group by permission
  )
  select row(
    facts.role,
    facts.workspace_role,
    case when facts.is_locked then private.sentence('no_access_while_locked') else facts.summary end,
    array(select p.permission from public.project_role_permissions p where p.role = facts.role order by p.permission),
    facts.reasons,
    (
      select array_agg(private.cannot(c.permission, case
        when facts.workspace_role is not null and not facts.is_locked and facts.role is null then facts.summary
        else private.sentence(case
          when facts.workspace_role is null then 'cannot_without_membership'
          when facts.is_locked then 'cannot_while_locked'
          when c.permission = 'project_leave' then case
            when facts.role = 'owner' then 'cannot_before_ownership_passes' else 'cannot_leave_what_role_reaches' end
          when facts.workspace_role in ('viewer', 'guest') and c.lowest > facts.highest_role then 'cannot_read_only'
          when c.lowest = 'owner' then 'cannot_below_owner'
          else 'cannot_below_role' end, jsonb_build_object('workspace_roles', private.roles_called(facts.workspace_role), 'role', c.lowest))
      end) order by c.permission)
      from cells c
      where not exists (select 1 from public.project_role_permissions p where p.role = facts.role and p.permission = c.permission)))::private.access_grounds
  from facts
$function$;

CREATE OR REPLACE FUNCTION private.explain_project_role(user_id bigint, project_id bigint)
 RETURNS private.role_reasons
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with project as (
      select p.visibility, p.is_open, m.role as workspace_role
      from public.projects p
      left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project_role.user_id and m.is_active
      where p.id = explain_project_role.project_id
    ), sources as (
      select s.*, least(s.role, case when s.source = 'global' then s.role else s.highest end) as counting,
        s.source <> 'global' and s.role > s.highest as is_capped
      from private.project_role_sources(explain_project_role.user_id, explain_project_role.project_id) s
    ), weighed as (
      select s.*, s.counting = max(s.counting) over () as counts,
        case s.source
          when 'global' then private.sentence('access_by_administration', jsonb_build_object('workspace_roles', private.roles_called(p.workspace_role)))
          when 'workspace' then private.sentence('access_by_visibility', jsonb_build_object(
            'role', case when s.counting = 'guest' then p.workspace_role::text else s.counting::text end, 'visibility', p.visibility))
          when 'group' then private.sentence('access_by_group', jsonb_build_object('role', s.counting, 'group', s.via_name))
          when 'team' then private.sentence('access_by_team', jsonb_build_object('role', s.counting, 'team', s.via_name))
          else private.sentence(case s.given
            when 'owner' then 'access_by_ownership' when 'inherit' then 'access_by_workspace_role' else 'access_by_name' end,
            jsonb_build_object('role', s.counting))
        end as uncapped
      from sources s cross join project p
    ), explained as (
      select s.*, case when s.is_capped
        then private.sentence('access_capped', jsonb_build_object('access', s.uncapped, 'role', s.role, 'workspace_roles', private.roles_called(p.workspace_role)))
        else s.uncapped end as sentence
      from weighed s cross join project p
    )
    select row(
      private.effective_project_role(explain_project_role.user_id, explain_project_role.project_id),
      coalesce(
        (select s.sentence from explained s where s.counts order by s.role desc, s.source = 'workspace', s.source limit 1),
        (select private.sentence(case
          when p.is_open then 'access_for_everybody'
          when p.workspace_role is null then 'no_access_without_membership'
          when p.visibility = 'private' then 'no_access_to_private'
          else 'no_access_unless_shared' end, jsonb_build_object('workspace_roles', private.roles_called(p.workspace_role))) from project p)),
      array(
        select row(s.source, s.counting, s.counts, s.sentence,
          case s.source when 'team' then s.via_id end, case s.source when 'team' then s.via_name end,
          case s.source when 'group' then s.via_id end, case s.source when 'group' then s.via_name end)::public.access_reason
        from explained s
        order by s.counts desc, s.role desc, s.source))::private.role_reasons
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_roles(roles text[], permissions text[], matrix jsonb, workspace_role public.workspace_role)
 RETURNS private.access_grounds
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    null, workspace_role, null,
    permissions,
    array(
      select row(r, r, true, private.sentence(case r
        when 'workspace_global_admin' then 'role_by_administration'
        when 'admin' then 'role_by_appointment'
        when 'member' then 'role_by_belonging'
        when 'workspace_member' then 'role_by_seeing_teams'
        else 'role_by_creating_projects' end, jsonb_build_object('workspace_roles', private.roles_called(workspace_role))), null, null, null, null)::public.access_reason
      from unnest(roles) r
      order by r),
    array(
      select private.cannot(c.key, case
        when workspace_role is null then private.sentence('cannot_without_membership')
        else private.sentence('cannot_without_role', jsonb_build_object('roles', (
          select string_agg(replace(needed, '_', ' '), ' or ' order by needed) from jsonb_array_elements_text(c.value) needed))) end)
      from jsonb_each(matrix) c where not c.key = any (permissions)
      order by c.key))::private.access_grounds
$function$;

CREATE OR REPLACE FUNCTION private.roles_by_workspace_role(project public.projects)
 RETURNS public.project_access_by_role[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select row(meaning.workspace_role, meaning.role, counted.n,
      case when meaning.is_global then private.sentence('access_by_administration', jsonb_build_object('workspace_roles', private.roles_called(meaning.workspace_role)))
        else private.sentence('access_by_visibility', jsonb_build_object(
          'role', case when meaning.role = 'guest' then meaning.workspace_role::text else meaning.role::text end, 'visibility', project.visibility)) end
    )::public.project_access_by_role
    from (
      select r.workspace_role, g.role is not null as is_global,
        case when g.role is not null then 'workspace_global_admin' when project.visibility <> 'private' then r.implied_role end as role
      from public.workspace_role_project_roles r
      left join public.workspace_role_permissions g on g.role = r.workspace_role::text and g.permission = 'WorkspaceGlobalAdmin'
    ) meaning
    cross join lateral (
      select count(*) as n from public.workspace_members m where m.workspace_id = project.workspace_id and m.role = meaning.workspace_role
    ) counted
    where meaning.role is not null and counted.n > 0
    order by meaning.workspace_role desc
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.roles_called(role public.workspace_role)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case role when 'billing' then 'billing admins' else role || 's' end
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_commit(p_commit_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commit public.document_commits;
begin
  update public.document_commits c set status = 'running' where c.id = p_commit_id and c.status in ('queued', 'running') returning * into commit;
  if commit.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'branch', (select b.name from public.branches b where b.id = commit.branch_id),
    'branch_id', commit.branch_id, 'project_id', commit.project_id, 'workspace_id', commit.workspace_id, 'author_id', commit.author_id,
    'message', commit.message, 'new_branch', commit.new_branch, 'base_commit', commit.base_commit,
    'time', extract(epoch from commit.created_at)::bigint,
    -- Whoever lost the right while it waited commits nothing.
    'is_allowed', exists (
      select 1 from public.project_role_permissions may
      where may.role = private.effective_project_role(commit.author_id, commit.project_id) and may.permission = 'project_contents_update')
      and not exists (select 1 from public.projects p where p.id = commit.project_id and p.is_read_only)
      -- As private.studio_access has it: without a service account the commits are of who may create projects.
      and exists (
        select 1 from public.workspace_members m
        where m.user_id = commit.author_id and m.workspace_id = commit.workspace_id and m.is_active
          and (exists (select 1 from public.project_service_accounts a where a.project_id = commit.project_id)
            or exists (
              select 1 from public.workspace_role_permissions p
              where p.role = m.role::text and p.permission = 'WorkspaceProjectsCreate'))),
    'author', (
      select jsonb_build_object('name', private.display_name(u),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = commit.author_id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'epoch', d.epoch, 'seq', d.seq, 'path', d.path, 'published_path', d.published_path, 'is_deleted', d.deleted_at is not null) order by d.path, d.id), '[]')
      from private.document_commit_files f join public.documents d on d.id = f.document_id where f.commit_id = commit.id));
end
$function$;

COMMENT ON FUNCTION "private"."roles_called"(public.workspace_role) IS 'Those who have a workspace role, as people say it.';

REVOKE ALL ON FUNCTION "private"."roles_called"(public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."roles_called"(public.workspace_role) TO "postgres";

update private.reasons set sentence = replace(sentence, '{workspace_role}s', '{workspace_roles}')
where sentence like '%{workspace\_role}s%';
