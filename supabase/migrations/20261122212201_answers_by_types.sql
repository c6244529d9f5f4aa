set local check_function_bodies = off;

DROP FUNCTION "private"."cannot"(text, text);

DROP FUNCTION "private"."explain_access"(bigint, text, bigint);

DROP FUNCTION "private"."explain_project"(bigint, bigint);

DROP FUNCTION "private"."explain_project_role"(bigint, bigint);

DROP FUNCTION "private"."explain_roles"(text[], text[], jsonb, public.workspace_role);

DROP FUNCTION "private"."integration_as_json"(public.workspace_integrations);

DROP FUNCTION "private"."invited_to_project"(bigint);

DROP FUNCTION "private"."node_as_json"(public.branch_nodes);

DROP FUNCTION "private"."person"(bigint);

DROP FUNCTION "private"."projects_as_json"(public.projects[]);

DROP FUNCTION "private"."roles_by_workspace_role"(public.projects);

DROP FUNCTION "private"."team_of_project"(public.project_teams);

DROP FUNCTION "private"."token_as_json"(public.machine_principals);

DROP FUNCTION "public"."add_email"(text);

DROP FUNCTION "public"."confirm_email"(text, text, text);

DROP FUNCTION "public"."create_integration"(bigint, text, text, jsonb, text, boolean, boolean, boolean, jsonb, boolean, text);

DROP FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb);

DROP FUNCTION "public"."create_workspace_token"(bigint, text);

DROP FUNCTION "public"."explain_access"(bigint, text, bigint);

DROP FUNCTION "public"."import_files"(bigint, text, jsonb);

DROP FUNCTION "public"."list_projects"(bigint, text, text[], text[], bigint, boolean, boolean, text, integer, boolean, text, text);

DROP FUNCTION "public"."list_workspace_tokens"(bigint);

DROP FUNCTION "public"."move_project"(bigint, bigint, boolean);

DROP FUNCTION "public"."my_workspace"(bigint);

DROP FUNCTION "public"."permit_password_change"(text, text);

DROP FUNCTION "public"."project_access_list"(bigint, text, integer, integer);

DROP FUNCTION "public"."project_assignable_teams"(bigint, text, integer);

DROP FUNCTION "public"."project_details"(bigint);

DROP FUNCTION "public"."project_teams_list"(bigint);

DROP FUNCTION "public"."prove_session"(text, text);

DROP FUNCTION "public"."remove_email"(bigint);

DROP FUNCTION "public"."rename_workspace_token"(bigint, text);

DROP FUNCTION "public"."request_proof_code"();

DROP FUNCTION "public"."resend_email_code"(bigint);

DROP FUNCTION "public"."set_primary_email"(bigint);

DROP FUNCTION "public"."set_project_team"(bigint, bigint, public.project_team_role);

DROP FUNCTION "public"."slug_available"(text);

DROP FUNCTION "public"."transfer_project_ownership"(bigint, bigint);

DROP FUNCTION "public"."update_integration"(bigint, text, boolean, boolean, boolean, text, jsonb, jsonb, boolean);

DROP FUNCTION "public"."workspace_state"(bigint);

DROP FUNCTION "public"."workspace_summary"(bigint);

CREATE TYPE "public"."access_reason" AS ("source" text, "role" text, "counts" boolean, "sentence" text, "team_id" bigint, "team" text, "group_id" bigint, "group" text);

CREATE TYPE "private"."role_reasons" AS ("role" public.project_role, "summary" text, "reasons" public.access_reason[]);

CREATE TYPE "public"."account_email" AS ("id" bigint, "email" text, "is_primary" boolean, "confirmed_at" timestamp with time zone);

CREATE TYPE "public"."account_membership" AS ("workspace_id" bigint, "slug" text, "name" text, "logo_url" text, "role" public.workspace_role, "locked" boolean, "receive_daily_summary" boolean);

CREATE TYPE "public"."account" AS ("id" bigint, "username" text, "first_name" text, "last_name" text, "avatar_url" text, "timezone" text, "is_site_admin" boolean, "is_account_info_collected" boolean, "created_at" timestamp with time zone, "survey" jsonb, "has_password" boolean, "only_workspace_id" bigint, "emails" public.account_email[], "memberships" public.account_membership[]);

CREATE TYPE "public"."added_email" AS ("id" bigint, "email" text, "retry_after" integer);

CREATE TYPE "public"."assignable_team" AS ("team_id" bigint, "name" text, "slug" text, "icon" text, "icon_color" text);

CREATE TYPE "public"."branch_name" AS ("id" bigint, "slug" text, "name" text);

CREATE TYPE "public"."branch_node" AS ("id" bigint, "branch_node_id" bigint, "branch_id" bigint, "project_id" bigint, "type" text, "uri" text, "slug" text, "name" text, "summary" text, "tags" text[], "method" text, "path" text, "version" text, "parent_uri" text, "is_internal" boolean, "is_deprecated" boolean, "updated_at" timestamp with time zone, "data" json);

CREATE TYPE "public"."code_sent" AS ("email" text, "retry_after" integer);

CREATE TYPE "public"."confirmed_email" AS ("outcome" text, "email" text, "retry_after" integer);

CREATE TYPE "public"."created_project" AS ("project" public.projects, "branch" public.branch_name, "job_id" uuid);

CREATE TYPE "public"."email_confirmation" AS ("email" text, "username" text, "is_mine" boolean);

CREATE TYPE "public"."integration" AS ("id" bigint, "workspace_id" bigint, "name" text, "kind" text, "enabled" boolean, "allow_user_login" boolean, "allow_user_register" boolean, "config_type" text, "config" jsonb, "has_secrets" boolean, "is_default_idp" boolean, "callback_key" text, "created_at" timestamp with time zone, "updated_at" timestamp with time zone, "flow" text);

CREATE TYPE "public"."lacking_permission" AS ("permission" text, "sentence" text);

CREATE TYPE "private"."access_grounds" AS ("role" text, "workspace_role" public.workspace_role, "summary" text, "permissions" text[], "reasons" public.access_reason[], "cannot" public.lacking_permission[]);

CREATE TYPE "public"."named_object" AS ("id" bigint, "name" text);

CREATE TYPE "public"."person" AS ("user_id" bigint, "display_name" text, "avatar_url" text);

CREATE TYPE "public"."access_explanation" AS ("kind" text, "object" public.named_object, "user" public.person, "role" text, "workspace_role" public.workspace_role, "summary" text, "permissions" text[], "reasons" public.access_reason[], "cannot" public.lacking_permission[]);

CREATE TYPE "public"."ownership_transfer" AS ("owner" public.person, "previous_owner" public.person);

CREATE TYPE "public"."project_access_by_role" AS ("workspace_role" public.workspace_role, "role" public.project_role, "count" bigint, "explanation" text);

CREATE TYPE "public"."project_access" AS ("user_id" bigint, "username" text, "first_name" text, "last_name" text, "display_name" text, "avatar_url" text, "email" text, "workspace_role" public.workspace_role, "role" public.project_member_role, "effective_role" public.project_role, "sources" public.access_reason[], "explanation" text, "may_change" boolean, "may_remove" boolean);

CREATE TYPE "public"."project_branch" AS ("id" bigint, "slug" text, "name" text, "article_count" integer, "schema_count" integer, "api_count" integer, "operation_count" integer);

CREATE TYPE "public"."project_group" AS ("id" bigint, "name" text, "slug" text);

CREATE TYPE "public"."project_invited" AS ("invitation_id" bigint, "email" text, "role" public.project_member_role, "expires_at" timestamp with time zone);

CREATE TYPE "public"."project_access_page" AS ("items" public.project_access[], "total" bigint, "invitations" public.project_invited[], "everyone" public.project_access_by_role[], "visibility" text);

CREATE TYPE "public"."project_item" AS ("id" bigint, "slug" text, "name" text, "description" text, "icon_name" text, "icon_color" text, "flavor" text, "type" text, "visibility" text, "updated_at" timestamp with time zone, "group" public.project_group, "owner" public.person, "pinned" boolean, "my_role" public.project_role, "my_permissions" text[], "default_branch" public.project_branch);

CREATE TYPE "public"."project_move" AS ("moved" boolean, "confirmation_required" boolean, "visibility_changed" boolean);

CREATE TYPE "public"."project_page" AS ("items" public.project_item[], "next" text, "total" bigint);

CREATE TYPE "public"."project_team" AS ("team_id" bigint, "name" text, "slug" text, "icon" text, "icon_color" text, "role" public.project_team_role, "member_count" bigint, "has_read_only_workspace_roles" boolean);

CREATE TYPE "public"."project_details" AS ("id" bigint, "slug" text, "name" text, "description" text, "icon_name" text, "icon_color" text, "flavor" text, "type" text, "visibility" text, "updated_at" timestamp with time zone, "group" public.project_group, "owner" public.person, "pinned" boolean, "my_role" public.project_role, "my_permissions" text[], "default_branch" public.project_branch, "teams" public.project_team[]);

CREATE TYPE "public"."project_workspace" AS ("id" bigint, "name" text, "slug" text, "hide_powered_by" boolean);

CREATE TYPE "public"."proof" AS ("outcome" text, "retry_after" integer);

CREATE TYPE "public"."queued_import" AS ("job_id" uuid);

CREATE TYPE "public"."slug_answer" AS ("available" boolean, "reason" text);

CREATE TYPE "public"."token_creator" AS ("user_id" bigint, "display_name" text);

CREATE TYPE "public"."new_workspace_token" AS ("id" bigint, "name" text, "access_token_prefix" text, "creator" public.token_creator, "last_used" timestamp with time zone, "created_at" timestamp with time zone, "access_token" text);

CREATE TYPE "public"."workspace_billing" AS ("status" text, "included_member_count" integer);

CREATE TYPE "public"."workspace_counts" AS ("projects" integer, "teams" integer, "members" bigint, "owners" bigint, "billing_admins" bigint, "admins" bigint, "makers" bigint, "viewers" bigint, "guests" bigint);

CREATE TYPE "public"."workspace_feature" AS ("name" text, "type" text, "max_quantity" integer);

CREATE TYPE "public"."workspace_permission" AS ("role" public.workspace_role, "permission" text);

CREATE TYPE "public"."workspace_plan" AS ("product_id" bigint, "name" text, "status" text, "trial_end_at" timestamp with time zone, "included_members" integer);

CREATE TYPE "public"."workspace_product" AS ("name" text, "label" text);

CREATE TYPE "public"."workspace_role_choice" AS ("role" public.workspace_role, "can_add" boolean);

CREATE TYPE "public"."my_workspace" AS ("billing_account" public.workspace_billing, "billing_product" public.workspace_product, "features" public.workspace_feature[], "workspace_roles" public.workspace_role_choice[], "project_count" integer, "team_count" integer, "member_count" bigint, "all_guest_count" bigint, "all_owner_count" bigint, "all_admin_count" bigint, "all_billing_admin_count" bigint, "all_maker_count" bigint, "all_viewer_count" bigint, "my_permissions" public.workspace_permission[]);

CREATE TYPE "public"."workspace_site" AS ("id" bigint, "name" text, "slug" text, "logo_url" text, "favicon_url" text, "theme" jsonb, "hide_powered_by" boolean, "hide_sign_in" boolean, "home_content" text, "show_tryit" boolean, "allow_search_indexing" boolean, "join_requests_disabled" boolean, "by_provider" boolean);

CREATE TYPE "public"."workspace_state" AS ("locked" boolean, "lock_at" timestamp with time zone, "lock_reason" text, "owner_email" text, "delete_at" timestamp with time zone, "idle_timeout_seconds" integer, "is_closed_to_me" boolean);

CREATE TYPE "public"."workspace_summary" AS ("plan" public.workspace_plan, "counts" public.workspace_counts);

CREATE TYPE "public"."workspace_token" AS ("id" bigint, "name" text, "access_token_prefix" text, "creator" public.token_creator, "last_used" timestamp with time zone, "created_at" timestamp with time zone);

CREATE OR REPLACE FUNCTION private.cannot(permission text, sentence text)
 RETURNS public.lacking_permission
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(p.permission, private.sentence('cannot', jsonb_build_object('action', p.phrase, 'reason', cannot.sentence)))::public.lacking_permission
  from private.permission_phrases p where p.permission = cannot.permission
$function$;

CREATE OR REPLACE FUNCTION private.decide_join_request(workspace_id bigint, user_id bigint, action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.join_requests;
  role public.workspace_role;
  template text := 'join_denied';
begin
  select * into held from public.join_requests j
  where j.workspace_id = decide_join_request.workspace_id and j.user_id = decide_join_request.user_id
  for update;
  if not found then
    perform private.problem('join_request_not_found');
  end if;
  if held.is_denied then
    perform private.problem('join_request_denied');
  end if;
  if action = 'deny' then
    update public.join_requests j set is_denied = true where j.id = held.id;
  else
    role := action::public.workspace_role;
    perform private.require_may_invite_at(workspace_id, role);
    perform private.become_member(workspace_id, user_id, role, 'join_request', null);
    delete from public.join_requests j where j.id = held.id;
    template := 'join_approved';
  end if;
  perform private.enqueue_mail(e.email, template, jsonb_strip_nulls(jsonb_build_object('workspace_id', decide_join_request.workspace_id, 'role', role)))
  from public.emails e where e.user_id = decide_join_request.user_id and e.is_primary;
  perform private.log_activity(workspace_id, case template when 'join_approved' then 'workspace.join_request.approved' else 'workspace.join_request.denied' end,
    jsonb_build_object('user_id', user_id, 'user', (private.person(user_id)).display_name, 'role', role));
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_access(user_id bigint, kind text, object_id bigint)
 RETURNS private.access_grounds
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.workspace_role;
  held text[];
  answer private.access_grounds;
begin
  if kind = 'project' then
    return private.explain_project(user_id, object_id);
  end if;
  select m.role into theirs from public.workspace_members m
  where m.user_id = explain_access.user_id and m.is_open and m.workspace_id = case kind
    when 'workspace' then object_id
    when 'group' then (select g.workspace_id from public.groups g where g.id = object_id)
    else (select t.workspace_id from public.teams t where t.id = object_id) end;
  if kind = 'workspace' then
    answer := private.explain_roles('{}', array(
      select p.permission from public.workspace_role_permissions p where p.role = theirs::text order by 1),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.workspace_role_permissions p where p.role <> 'project_export' group by p.permission) c), theirs);
    answer.role := theirs;
    answer.summary := private.sentence(case when theirs is null then 'no_access_to_workspace' else 'role_in_workspace' end, jsonb_build_object('role', theirs));
    if theirs is not null then
      answer.reasons := array[row('membership', theirs, true, private.sentence('role_by_membership', jsonb_build_object('role', theirs)), null, null, null, null)
        ::public.access_reason];
    end if;
    return answer;
  end if;
  if kind = 'group' then
    held := array(select private.group_roles(user_id, object_id));
    answer := private.explain_roles(held, private.group_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.group_role_permissions p group by p.permission) c), theirs);
  else
    held := array(select private.team_roles(user_id, object_id));
    answer := private.explain_roles(held, private.team_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.team_role_permissions p group by p.permission) c), theirs);
  end if;
  answer.role := case
    when 'workspace_global_admin' = any (held) then 'workspace_global_admin'
    when 'admin' = any (held) then 'admin'
    when 'member' = any (held) then 'member'
    when 'workspace_member' = any (held) then 'workspace_member' end;
  answer.summary := coalesce(
    (select r.sentence from unnest(answer.reasons) r
     order by array_position(array['workspace_global_admin', 'admin', 'member', 'workspace_member'], r.source) limit 1),
    private.sentence('no_access_by_anything'));
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_project(user_id bigint, project_id bigint)
 RETURNS private.access_grounds
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with facts as (
    select why.role, why.summary, why.reasons, m.role as workspace_role, meaning.highest_role, w.locked and not coalesce(m.is_open, false) as is_locked
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
          else 'cannot_below_role' end, jsonb_build_object('workspace_role', facts.workspace_role, 'role', c.lowest))
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
      left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project_role.user_id and m.is_open
      where p.id = explain_project_role.project_id
    ), sources as (
      select s.*, least(s.role, case when s.source = 'global' then s.role else s.highest end) as counting,
        s.source <> 'global' and s.role > s.highest as is_capped
      from private.project_role_sources(explain_project_role.user_id, explain_project_role.project_id) s
    ), weighed as (
      select s.*, s.counting = max(s.counting) over () as counts,
        case s.source
          when 'global' then private.sentence('access_by_administration', jsonb_build_object('workspace_role', p.workspace_role))
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
        then private.sentence('access_capped', jsonb_build_object('access', s.uncapped, 'role', s.role, 'workspace_role', p.workspace_role))
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
          else 'no_access_unless_shared' end, jsonb_build_object('workspace_role', p.workspace_role)) from project p)),
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
        else 'role_by_creating_projects' end, jsonb_build_object('workspace_role', workspace_role)), null, null, null, null)::public.access_reason
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

CREATE OR REPLACE FUNCTION private.invited_to_project(project_id bigint)
 RETURNS public.project_invited[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select row(i.id, i.email, link.role, i.expires_at)::public.project_invited
    from public.workspace_invitation_projects link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.project_id = invited_to_project.project_id and private.is_live(i)
    order by i.email);
end
$function$;

CREATE OR REPLACE FUNCTION private.my_account()
 RETURNS public.account
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    u.id, u.username, u.first_name, u.last_name, u.avatar_url, u.timezone, u.is_site_admin, u.is_account_info_collected, u.created_at,
    u.survey, u.has_password,
    (private.current_session()).only_workspace_id,
    array(
      select row(e.id, e.email, e.is_primary, e.confirmed_at)::public.account_email
      from public.emails e where e.user_id = u.id and (e.is_primary or private.own_account_id() is not null)
      order by e.is_primary desc, e.id),
    array(
      select row(w.id, w.slug, w.name, w.logo_url, m.role, w.locked and u.id <> private.oldest_owner_id(w.id),
        m.receive_daily_summary)::public.account_membership
      from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
      where m.user_id = u.id and (private.own_account_id() is not null or private.reaches(w.id))
      order by w.name))::public.account
  from public.users u
  where u.id = private.current_user_id()
$function$;

CREATE OR REPLACE FUNCTION private.node_with_data(found public.branch_nodes)
 RETURNS public.branch_node
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    found.node_id, found.id, found.branch_id, found.project_id, found.type, found.uri, found.slug, found.name, found.summary, found.tags,
    found.method, found.path, found.version, found.parent_uri, found.is_internal, found.is_deprecated, found.updated_at,
    (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.snapshot_hash))::public.branch_node
$function$;

CREATE OR REPLACE FUNCTION private.person(user_id bigint)
 RETURNS public.person
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select row(p.user_id, p.display_name, p.avatar_url)::public.person
    from private.people p where p.user_id = person.user_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.project_items(shown public.projects[])
 RETURNS public.project_item[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  -- Open projects alone are shown to who does not reach the workspace.
  reached constant bigint[] := array(select w.id from (select distinct s.workspace_id as id from unnest(shown) s) w where private.reaches(w.id));
begin
  -- What is the caller's, or a role's, is found once and not for each project.
  return array(
    with listed as materialized (
      select s.*, case when not s.is_open or s.workspace_id = any (reached) then private.effective_project_role(me, s.id) end as my_role
      from unnest(shown) with ordinality s
    ), roles as materialized (
      select p.role, array_agg(p.permission order by p.permission) as permissions
      from public.project_role_permissions p where p.role in (select l.my_role from listed l) group by p.role
    )
    select row(
      l.id, l.slug, l.name, l.description, l.icon_name, l.icon_color, l.flavor, l.type, l.visibility, l.updated_at,
      (select row(g.id, g.name, g.slug)::public.project_group from public.groups g where g.id = l.group_id and l.my_role is not null),
      (select private.person(pm.user_id) from public.project_members pm where pm.project_id = l.id and pm.role = 'owner' and l.my_role is not null),
      exists (select 1 from public.project_pins pp where pp.project_id = l.id and pp.user_id = me),
      l.my_role,
      coalesce((select r.permissions from roles r where r.role = l.my_role), '{}'),
      (
        select row(b.id, b.slug, b.name, b.article_count, b.schema_count, b.api_count, b.operation_count)::public.project_branch
        from public.branches b where b.id = l.default_branch_id))::public.project_item
    from listed l
    order by l.ordinality
  );
end
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
      case when meaning.is_global then format('admin, because workspace %ss administer every project', meaning.workspace_role)
        else format('%s, because the project is %s', case when meaning.role = 'guest' then meaning.workspace_role::text else meaning.role::text end, project.visibility) end
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

CREATE OR REPLACE FUNCTION private.team_of_project(given public.project_teams)
 RETURNS public.project_team
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select row(t.id, t.name, t.slug, t.icon, t.icon_color, given.role,
      (select count(*) from public.team_members tm where tm.team_id = t.id),
      exists (
        select 1 from public.team_members tm
        join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = tm.user_id
        where tm.team_id = t.id and m.role in ('viewer', 'guest')))::public.project_team
    from public.teams t where t.id = given.team_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.token_item(token public.machine_principals)
 RETURNS public.workspace_token
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    token.id, token.name, token.token_prefix,
    (select row(u.id, private.display_name(u))::public.token_creator from public.users u where u.id = token.creator_id),
    token.last_used_at, token.created_at)::public.workspace_token
$function$;

CREATE OR REPLACE FUNCTION private.with_flow(integration public.workspace_integrations)
 RETURNS public.integration
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select row(
    integration.id, integration.workspace_id, integration.name, integration.kind, integration.enabled, integration.allow_user_login,
    integration.allow_user_register, integration.config_type, integration.config, integration.has_secrets, integration.is_default_idp,
    integration.callback_key, integration.created_at, integration.updated_at,
    private.integration_flow(integration.kind, integration.config))::public.integration
$function$;

CREATE OR REPLACE FUNCTION public.add_email(p_email text)
 RETURNS public.added_email
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  address text;
  wait integer;
  made public.emails;
begin
  address := private.require_email(p_email);
  perform 1 from public.users u where u.id = me for update;
  if (select count(*) from public.emails e where e.user_id = me) >= 20 then
    perform private.problem('too_many_emails');
  end if;
  -- Said by the answer: a refusal would undo the count.
  wait := greatest(
    private.code_wait('confirm_email', address, host(private.client_address())),
    private.throttle_hit('add-email:' || me, 30, 86400));
  if wait > 0 then
    return row(null, address, wait)::public.added_email;
  end if;
  insert into public.emails (user_id, email) values (me, address) returning * into made;
  perform private.send_email_code(made);
  return row(made.id, made.email, 0)::public.added_email;
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_node(p_branch_id bigint, p_slug text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_node public.branch_nodes;
  stable_id constant text := split_part(p_slug, '-', 1);
begin
  if not private.can_read_branch(p_branch_id) then
    return null;
  end if;
  select * into found_node from public.branch_nodes n where n.branch_id = p_branch_id and n.slug = p_slug;
  -- The stable id before the first dash finds a node whose title has changed.
  if found_node.id is null and length(stable_id) >= 8 then
    select * into found_node from public.branch_nodes n
    where n.branch_id = p_branch_id and starts_with(n.slug, stable_id || '-')
    limit 1;
  end if;
  if found_node.id is null or not private.shows_node(found_node) then
    return null;
  end if;
  return to_json(private.node_with_data(found_node));
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_node_by_uri(p_branch_id bigint, p_uri text)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_json(private.node_with_data(n))
  from public.branch_nodes n
  where private.can_read_branch(p_branch_id) and n.branch_id = p_branch_id and n.uri = p_uri and private.shows_node(n)
$function$;

CREATE OR REPLACE FUNCTION public.confirm_email(p_code text DEFAULT NULL::text, p_token text DEFAULT NULL::text, p_email text DEFAULT NULL::text)
 RETURNS public.confirmed_email
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.own_guess_wait(me, 'confirm_email');
  outcome text := 'spent_code';
  verdict text;
  held private.codes;
begin
  if wait = 0 then
    -- One attempt is one at one address: many that wait are not many chances.
    select c.* into held from private.codes c
    where c.subject = 'user:' || me and c.purpose = 'confirm_email'
      and case when p_code is null then c.token_hash = private.token_hash(p_token) and c.expires_at > now()
        else c.email = lower(btrim(p_email)) or p_email is null end
    order by c.created_at desc, c.id desc
    limit 1;
    verdict := case
      when held.id is null then 'spent'
      when p_code is null then 'ok'
      else private.check_code('confirm_email', held.email, held.subject, p_code) end;
    if verdict = 'ok' then
      delete from private.codes c where c.id = held.id;
      perform private.confirm_own_email(me, held.email);
      return row('confirmed', held.email, 0)::public.confirmed_email;
    elsif verdict = 'wrong' then
      outcome := 'invalid_code';
    end if;
  end if;
  return row(case when p_code is null then 'invalid_token' else outcome end, null, wait)::public.confirmed_email;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_integration(p_workspace_id bigint, p_name text, p_kind text, p_config jsonb DEFAULT '{}'::jsonb, p_config_type text DEFAULT 'default'::text, p_enabled boolean DEFAULT true, p_allow_user_login boolean DEFAULT true, p_allow_user_register boolean DEFAULT true, p_secrets jsonb DEFAULT '{}'::jsonb, p_unset_all_saml_idps boolean DEFAULT false, p_callback_key text DEFAULT NULL::text)
 RETURNS public.integration
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.workspace_integrations;
  chosen text := p_config_type;
  settings constant jsonb := private.normal_config(coalesce(p_config, '{}'));
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  if p_kind = 'builtin' then
    perform private.problem('one_builtin_integration');
  end if;
  -- These have no public host that a default could mean.
  if p_kind in ('saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then
    chosen := 'custom';
  end if;
  if btrim(coalesce(p_name, '')) = '' then
    perform private.problem('required', 'name');
  end if;
  perform private.gate_integration(p_workspace_id, p_kind, chosen);
  perform private.require_valid_config(p_kind, chosen, settings);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(p_kind, chosen, settings));
  insert into public.workspace_integrations
    (workspace_id, name, kind, enabled, allow_user_login, allow_user_register, config_type, config, callback_key)
  values (p_workspace_id, btrim(p_name), p_kind, p_enabled, p_allow_user_login, p_allow_user_register, chosen,
    settings || case when p_kind = 'saml' and p_unset_all_saml_idps then '{"defaultIdp": true}' else '{}' end::jsonb,
    coalesce(p_callback_key, replace(gen_random_uuid()::text, '-', '')))
  returning * into made;
  perform private.store_secrets(made.id, null, coalesce(p_secrets, '{}'));
  perform private.require_secrets(made);
  select * into made from public.workspace_integrations i where i.id = made.id;
  return private.with_flow(made);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_project(p_workspace_id bigint, p_name text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT 'internal'::text, p_flavor text DEFAULT 'design'::text, p_type text DEFAULT 'web'::text, p_group_id bigint DEFAULT NULL::bigint, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_uploads jsonb DEFAULT '[]'::jsonb)
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
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    if p_flavor = 'style_guide' then
      perform private.problem('private_projects_off');
    end if;
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
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id())
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, 'main', 'main', true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  if jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_workspace_token(p_workspace_id bigint, p_name text)
 RETURNS public.new_workspace_token
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := 'wmk_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  made public.machine_principals;
  item public.workspace_token;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceOauthClientCreateUpdateDelete');
  perform private.require_recent_proof();
  perform private.require_token_name(p_name);
  perform private.feature_gate(p_workspace_id, 'oauth_client_apps');
  insert into public.machine_principals (workspace_id, name, token_hash, token_prefix, creator_id)
  values (p_workspace_id, btrim(p_name), extensions.digest(token, 'sha256'), left(token, 8), private.current_user_id())
  returning * into made;
  perform private.mail_account(private.current_user_id(), 'token_created', jsonb_build_object(
    'token', made.name, 'workspace', (select w.name from public.workspaces w where w.id = p_workspace_id)));
  item := private.token_item(made);
  return row(item.*, token)::public.new_workspace_token;
end
$function$;

CREATE OR REPLACE FUNCTION public.email_confirmation(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(c.email, u.username, u.id is not distinct from private.current_user_id())::public.email_confirmation)
  from private.codes c join public.users u on c.subject = 'user:' || u.id
  where c.token_hash = private.token_hash(p_token) and c.purpose = 'confirm_email' and c.expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION public.explain_access(p_user_id bigint, p_kind text, p_object_id bigint)
 RETURNS public.access_explanation
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  host_id bigint;
  object_name text;
  theirs public.workspace_role;
  why private.access_grounds;
begin
  case p_kind
    when 'project' then
      perform private.require_in_project(p_object_id, case when p_user_id = me then 'project_read' else 'project_members_add' end);
      select p.workspace_id, p.name into host_id, object_name from public.projects p where p.id = p_object_id;
    when 'group' then
      perform private.require_in_group(p_object_id, case when p_user_id = me then 'group_view' else 'group_member_read' end);
      select g.workspace_id, g.name into host_id, object_name from public.groups g where g.id = p_object_id;
    when 'team' then
      perform private.require_in_team(p_object_id, case when p_user_id = me then 'team_view' else 'team_member_add' end);
      select t.workspace_id, t.name into host_id, object_name from public.teams t where t.id = p_object_id;
    when 'workspace' then
      if p_user_id <> me or private.workspace_role(p_object_id) is null then
        perform private.require_in_workspace(p_object_id, 'WorkspaceMembersRead');
      end if;
      select w.id, w.name into host_id, object_name from public.workspaces w where w.id = p_object_id;
    else
      perform private.problem('access_kind_unknown');
  end case;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id;
  if not found then
    perform private.problem('member_not_found');
  end if;
  why := private.explain_access(p_user_id, p_kind, p_object_id);
  return row(p_kind, row(p_object_id, object_name)::public.named_object, private.person(p_user_id), why.*)::public.access_explanation;
end
$function$;

CREATE OR REPLACE FUNCTION public.import_files(p_project_id bigint, p_branch_slug text, p_uploads jsonb)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
begin
  perform private.require_in_project(p_project_id, 'project_contents_update');
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  if jsonb_array_length(coalesce(p_uploads, '[]')) = 0 then
    perform private.problem('import_without_file');
  end if;
  return row(private.queue_analysis(branch, p_uploads, 'manual'))::public.queued_import;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_projects(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_visibility text[] DEFAULT NULL::text[], p_flavor text[] DEFAULT NULL::text[], p_group_id bigint DEFAULT NULL::bigint, p_without_group boolean DEFAULT false, p_pinned boolean DEFAULT false, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_total boolean DEFAULT false, p_order text DEFAULT 'name'::text, p_slug text DEFAULT NULL::text)
 RETURNS public.project_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows constant integer := private.page_size(p_limit, 50, 1000);
  by_time constant boolean := ltrim(p_order, '-') = 'updated_at';
  after record;
  query private.project_query;
  ways text[];
  way text;
  part record;
  shown public.projects[] := '{}';
  total bigint := case when p_total then 0 end;
begin
  if p_order in ('name', '-name', 'updated_at', '-updated_at') is not true then
    perform private.problem('order_of_projects_unknown');
  end if;
  select * into after from private.project_cursor_parts(p_after, by_time);

  -- What the caller reads.
  query.workspace_id := p_workspace_id;
  query.visibilities := case when p_workspace_id in (select private.token_workspace_ids()) then array['private', 'internal', 'public']
    else array(select r.visibility from private.reach_by_role('project_read') r where r.workspace_id = p_workspace_id) end;
  query.project_ids := '{}';
  query.group_ids := '{}';
  if private.was_given_something() then
    query.project_ids := array(select private.project_ids_given('project_read'));
    query.group_ids := array(select private.group_ids_given('project_read'));
  end if;

  -- What of it is asked for.
  query.search := nullif(btrim(p_search), '');
  query.visibility := p_visibility;
  query.flavor := p_flavor;
  query.group_id := p_group_id;
  query.without_group := p_without_group and p_group_id is null;
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- Whose role gives any of that walks the list, past the few projects that are not theirs. Anybody else must not walk past a hundred
  -- thousand for three. One row more than is shown tells whether another page follows.
  ways := case when query.visibilities && coalesce(p_visibility, query.visibilities) then array['listed'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    total := total + part.total;
  end loop;
  if cardinality(ways) > 1 then
    shown := private.merge_projects(shown, p_order, rows + 1);
  end if;
  return row(
    private.project_items(shown[:rows]),
    case when cardinality(shown) > rows then
      private.project_cursor(case when by_time then shown[rows].updated_at::text else shown[rows].name end, shown[rows].id) end,
    total)::public.project_page;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_workspace_tokens(p_workspace_id bigint)
 RETURNS public.workspace_token[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceOauthClientCreateUpdateDelete');
  return array(
    select private.token_item(mp) from public.machine_principals mp where mp.workspace_id = p_workspace_id order by mp.name, mp.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.me()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(private.my_account())
$function$;

CREATE OR REPLACE FUNCTION public.move_project(p_project_id bigint, p_group_id bigint, p_confirm boolean DEFAULT false)
 RETURNS public.project_move
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  turns_internal boolean := false;
begin
  select * into project from public.projects p where p.id = p_project_id;
  if p_group_id is not null or project.group_id is null
    or not private.can_in_group(project.group_id, 'group_projects_remove') then
    perform private.require_in_project(p_project_id, 'project_group_update');
  end if;
  select * into project from public.projects p where p.id = p_project_id for update;
  if p_group_id is not null then
    perform private.require_may_add_to_group(project.workspace_id, p_group_id);
    turns_internal := project.visibility = 'public'
      and (select g.visibility = 'internal' from public.groups g where g.id = p_group_id for share);
  end if;
  if turns_internal and not p_confirm then
    return row(false, true, false)::public.project_move;
  end if;
  update public.projects p
  set group_id = p_group_id, visibility = case when turns_internal then 'internal' else p.visibility end
  where p.id = p_project_id;
  return row(true, false, turns_internal)::public.project_move;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_projects(p_project_ids bigint[], p_group_id bigint, p_confirm boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open_projects integer;
  project_id bigint;
  moved public.project_move;
  changed integer := 0;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  select count(*) into open_projects
  from public.projects p join public.groups g on g.id = p_group_id and g.workspace_id = p.workspace_id
  where p.id = any (p_project_ids) and p.visibility = 'public' and g.visibility = 'internal'
    and private.can_in_workspace(p.workspace_id, 'WorkspaceGlobalAdmin');
  if open_projects > 0 and not p_confirm then
    return private.bulk_answer('{}') || jsonb_build_object(
      'confirmation_required', true, 'public_projects', open_projects, 'visibility_changed', 0);
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
  return private.bulk_answer(results) || jsonb_build_object(
    'confirmation_required', false, 'public_projects', open_projects, 'visibility_changed', changed);
end
$function$;

CREATE OR REPLACE FUNCTION public.my_workspace(p_workspace_id bigint)
 RETURNS public.my_workspace
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  summary constant public.workspace_summary := public.workspace_summary(p_workspace_id);
  plan constant public.workspace_plan := summary.plan;
  counts constant public.workspace_counts := summary.counts;
begin
  return row(
    case when private.can_in_workspace(p_workspace_id, 'WorkspaceBilling') then row(plan.status, plan.included_members)::public.workspace_billing end,
    (select row(p.name, p.label)::public.workspace_product from public.billing_products p where p.id = plan.product_id),
    array(
      select row(f.name, f.type, f.max_quantity)::public.workspace_feature
      from public.workspace_features(p_workspace_id) f where f.in_plan
      order by f.type, f.name),
    case when private.can_in_workspace(p_workspace_id, 'WorkspaceMembersInvite')
      then array(
        select row(r ->> 'role', (r ->> 'allowed')::boolean and not (r ->> 'needs_upgrade')::boolean)::public.workspace_role_choice
        from jsonb_array_elements(public.assignable_roles(p_workspace_id)) with ordinality roles (r, n)
        order by n)
      else array(
        select row(role, false)::public.workspace_role_choice
        from unnest(enum_range(null::public.workspace_role)) role
        order by role desc) end,
    counts.projects, counts.teams, counts.members, counts.guests, counts.owners, counts.admins, counts.billing_admins, counts.makers, counts.viewers,
    array(
      select row(p.role, p.permission)::public.workspace_permission
      from public.my_permissions(p_workspace_id) p
      order by p.permission))::public.my_workspace;
end
$function$;

CREATE OR REPLACE FUNCTION public.permit_password_change(p_current_password text DEFAULT NULL::text, p_user_agent text DEFAULT NULL::text)
 RETURNS public.proof
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  session constant private.session := private.current_session();
  account constant public.users := (select u from public.users u where u.id = me);
  wait integer;
begin
  if not account.has_password then
    perform private.require_recent_proof();
  else
    if coalesce(p_current_password, '') = '' then
      perform private.problem('current_password_missing');
    end if;
    wait := private.own_guess_wait(me, 'permit_password_change');
    if wait > 0 or not private.password_matches(session.auth_id, p_current_password) then
      return row('wrong', wait)::public.proof;
    end if;
  end if;
  insert into private.password_permits (auth_id, session_id, tells, user_agent, ip_address)
  values (session.auth_id, session.id, account.has_password or account.created_at < now() - interval '1 hour', left(p_user_agent, 500), private.client_address())
  on conflict (auth_id) do update
    set session_id = excluded.session_id, tells = excluded.tells, user_agent = excluded.user_agent, ip_address = excluded.ip_address,
      created_at = now();
  return row('permitted', 0)::public.proof;
end
$function$;

CREATE OR REPLACE FUNCTION public.project_access_list(p_project_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 100, p_offset integer DEFAULT 0)
 RETURNS public.project_access_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  sees_addresses boolean;
  removes boolean;
  held text[];
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select * into project from public.projects p where p.id = p_project_id;
  sees_addresses := private.can_in_workspace(project.workspace_id, 'WorkspaceMembersRead');
  held := array(select r.permission from public.my_project_permissions(p_project_id) r);
  removes := 'project_member_delete' = any (held);
  return (
    with given as (
      select pm.user_id from public.project_members pm where pm.project_id = p_project_id
      union
      select tm.user_id from public.project_teams pt join public.team_members tm on tm.team_id = pt.team_id where pt.project_id = p_project_id
      union
      select ga.user_id from public.group_admins ga where ga.group_id = project.group_id
    ), shown as (
      select p as person, m.role as workspace_role, pm.role
      from given
      join public.workspace_members m on m.workspace_id = project.workspace_id and m.user_id = given.user_id
      join private.people p on p.user_id = given.user_id
      left join public.project_members pm on pm.project_id = p_project_id and pm.user_id = given.user_id
      where private.is_found(p, p_search, sees_addresses)
    ), page as (
      select shown.*, row_number() over (order by role = 'owner' desc nulls last, lower((person).display_name), (person).user_id) as place
      from shown
      order by place limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select row(
      array(
        select row(
          (page.person).user_id, (page.person).username, (page.person).first_name, (page.person).last_name, (page.person).display_name,
          (page.person).avatar_url, case when sees_addresses then (page.person).email end,
          page.workspace_role, page.role, why.role, why.reasons, why.summary,
          page.role is distinct from 'owner'
            and (page.role is null or private.rank_of_adding(private.role_to_give(page.role, page.workspace_role)) = any (held)),
          removes and page.role is not null and page.role <> 'owner')::public.project_access
        from page cross join lateral private.explain_project_role((page.person).user_id, p_project_id) why
        order by page.place),
      (select count(*) from shown),
      case when sees_addresses then private.invited_to_project(p_project_id) else '{}' end,
      private.roles_by_workspace_role(project),
      project.visibility)::public.project_access_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.project_assignable_teams(p_project_id bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS public.assignable_team[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = p_project_id);
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return array(
    select row(t.id, t.name, t.slug, t.icon, t.icon_color)::public.assignable_team
    from public.teams t
    where t.workspace_id = host_id and private.can_in_workspace(host_id, 'WorkspaceTeamsView')
      and not exists (select 1 from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = t.id)
      and (coalesce(btrim(p_search), '') = '' or t.name ilike private.like_pattern(p_search))
    order by lower(t.name), t.id
    limit private.page_size(p_limit, 20, 100));
end
$function$;

CREATE OR REPLACE FUNCTION public.project_details(p_project_id bigint)
 RETURNS public.project_details
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown public.projects;
  item public.project_item;
begin
  select * into shown from public.projects p where p.id = p_project_id;
  if not coalesce(shown.is_open or private.can_in_project(p_project_id, 'project_read'), false) then
    perform private.problem('project_not_found');
  end if;
  item := (private.project_items(array[shown]))[1];
  return row(item.*, case when private.can_in_project(p_project_id, 'project_members_add') then public.project_teams_list(p_project_id) end)::public.project_details;
end
$function$;

CREATE OR REPLACE FUNCTION public.project_teams_list(p_project_id bigint)
 RETURNS public.project_team[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return array(
    select private.team_of_project(pt)
    from public.project_teams pt join public.teams t on t.id = pt.team_id
    where pt.project_id = p_project_id
    order by lower(t.name), t.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.project_workspace(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(w.id, w.name, w.slug, w.hide_powered_by)::public.project_workspace)
  from public.projects p
  join public.workspaces w on w.id = p.workspace_id
  where p.id = p_project_id
    and (p.is_open or private.can_in_project(p.id, 'project_read'))
$function$;

CREATE OR REPLACE FUNCTION public.prove_session(p_password text DEFAULT NULL::text, p_code text DEFAULT NULL::text)
 RETURNS public.proof
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  account public.users;
  address text;
  wait integer;
  verdict text;
begin
  select * into account from public.users u where u.auth_id = session.auth_id;
  if account.id is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.own_guess_wait(account.id, 'prove_session');
  select e.email into address from public.emails e where e.user_id = account.id and e.is_primary;
  verdict := case
    when wait > 0 then 'wrong'
    when p_code is not null then private.check_code('proof', address, 'session:' || session.id, p_code)
    when account.has_password and private.password_matches(session.auth_id, p_password) then 'ok'
    else 'wrong' end;
  if verdict <> 'ok' then
    return row(verdict, wait)::public.proof;
  end if;
  if p_code is not null then
    perform private.consume_code('proof', address, p_code, 'session:' || session.id);
  end if;
  insert into private.sessions as o (session_id, auth_id, method, integration_id) values (session.id, session.auth_id, session.method, session.integration_id)
  on conflict (session_id) do update set proven_at = now(), only_workspace_id = null;
  return row('proven', 0)::public.proof;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_email(p_email_id bigint)
 RETURNS public.account
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.is_primary and not exists (
    select 1 from public.emails e where e.user_id = held.user_id and e.id <> held.id and e.confirmed_at is not null) then
    perform private.problem('last_confirmed_email');
  end if;
  if held.is_primary then
    perform private.problem('primary_email_in_use');
  end if;
  if held.confirmed_at is not null then
    perform private.mail_account(held.user_id, 'email_removed', jsonb_build_object('email', held.email));
  end if;
  delete from public.emails e where e.id = held.id;
  delete from private.codes c where c.subject = 'user:' || held.user_id and c.email = held.email;
  perform private.move_credential(held.user_id, held.email);
  return private.my_account();
end
$function$;

CREATE OR REPLACE FUNCTION public.rename_workspace_token(p_id bigint, p_name text)
 RETURNS public.workspace_token
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  renamed public.machine_principals;
begin
  perform private.require_token(p_id);
  perform private.require_token_name(p_name);
  update public.machine_principals mp set name = btrim(p_name) where mp.id = p_id returning * into renamed;
  return private.token_item(renamed);
end
$function$;

CREATE OR REPLACE FUNCTION public.request_proof_code()
 RETURNS public.code_sent
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  address text;
  wait integer;
begin
  select e.email into address from public.emails e join public.users u on u.id = e.user_id
  where u.auth_id = session.auth_id and e.is_primary;
  if address is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.code_wait('proof', address, host(private.client_address()));
  if wait = 0 then
    perform private.send_code('proof', address, 'session:' || session.id);
  end if;
  return row(address, wait)::public.code_sent;
end
$function$;

CREATE OR REPLACE FUNCTION public.resend_email_code(p_email_id bigint)
 RETURNS public.code_sent
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.emails := private.own_email(p_email_id);
  wait integer := 0;
begin
  if held.confirmed_at is null then
    wait := private.code_wait('confirm_email', held.email, host(private.client_address()));
    if wait = 0 then
      perform private.send_email_code(held);
    end if;
  end if;
  return row(held.email, wait)::public.code_sent;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_primary_email(p_email_id bigint)
 RETURNS public.account
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.confirmed_at is null then
    perform private.problem('email_not_confirmed');
  end if;
  update public.emails e set is_primary = false where e.user_id = held.user_id and e.is_primary and e.id <> held.id;
  update public.emails e set is_primary = true where e.id = held.id;
  if not held.is_primary then
    perform private.mail_account(held.user_id, 'primary_email_changed', jsonb_build_object('email', held.email));
  end if;
  return private.my_account();
end
$function$;

CREATE OR REPLACE FUNCTION public.set_project_team(p_project_id bigint, p_team_id bigint, p_role public.project_team_role)
 RETURNS public.project_team
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  present public.project_team_role;
  made public.project_teams;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  if not exists (select 1 from public.teams t where t.id = p_team_id and t.workspace_id = host_id)
    or not 'team_view' = any (private.team_permissions(private.current_user_id(), p_team_id)) then
    perform private.problem('team_not_found', 'team_id');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(p_role::text::public.project_member_role));
  select pt.role into present from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(present::text::public.project_member_role));
  end if;
  insert into public.project_teams as pt (project_id, team_id, role) values (p_project_id, p_team_id, p_role)
  on conflict (project_id, team_id) do update set role = excluded.role
  returning * into made;
  return private.team_of_project(made);
end
$function$;

CREATE OR REPLACE FUNCTION public.slug_available(p_slug text)
 RETURNS public.slug_answer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(reason is null, reason)::public.slug_answer from private.state_of_slug(p_slug) reason
$function$;

CREATE OR REPLACE FUNCTION public.svc_integration(p_integration_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(private.with_flow(i)) || jsonb_build_object(
    'revision', private.integration_revision(i),
    'secrets', private.secrets_of(i.id),
    'workspace', jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'domain', w.domain))
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where i.id = p_integration_id
$function$;

CREATE OR REPLACE FUNCTION public.transfer_project_ownership(p_project_id bigint, p_user_id bigint)
 RETURNS public.ownership_transfer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  previous bigint;
begin
  perform private.require_in_project(p_project_id, 'project_ownership_update');
  perform 1 from public.projects p where p.id = p_project_id for update;
  select pm.user_id into previous from public.project_members pm where pm.project_id = p_project_id and pm.role = 'owner';
  perform public.set_project_member(p_project_id, p_user_id, 'owner');
  return row(private.person(p_user_id), private.person(previous))::public.ownership_transfer;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_account(p_first_name text, p_last_name text, p_username text DEFAULT NULL::text, p_avatar_url text DEFAULT NULL::text, p_timezone text DEFAULT NULL::text, p_survey jsonb DEFAULT NULL::jsonb, p_complete boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  old_username constant text := (select u.username from public.users u where u.id = me);
begin
  if btrim(coalesce(p_first_name, '')) = '' then
    perform private.problem('required', 'first_name');
  end if;
  if btrim(coalesce(p_last_name, '')) = '' then
    perform private.problem('required', 'last_name');
  end if;
  if p_survey is not null and jsonb_typeof(p_survey) <> 'object' then
    perform private.problem('survey_not_an_object');
  end if;
  if p_username <> old_username and private.throttle_hit('username:' || me, 20, 86400) > 0 then
    return private.answer_problem('username_changed_too_often');
  end if;
  begin
    update public.users u set
      first_name = btrim(p_first_name),
      last_name = btrim(p_last_name),
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
  return to_jsonb(private.my_account());
end
$function$;

CREATE OR REPLACE FUNCTION public.update_integration(p_integration_id bigint, p_name text DEFAULT NULL::text, p_enabled boolean DEFAULT NULL::boolean, p_allow_user_login boolean DEFAULT NULL::boolean, p_allow_user_register boolean DEFAULT NULL::boolean, p_config_type text DEFAULT NULL::text, p_config jsonb DEFAULT NULL::jsonb, p_secrets jsonb DEFAULT NULL::jsonb, p_unset_all_saml_idps boolean DEFAULT false)
 RETURNS public.integration
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.workspace_integrations;
  wanted public.workspace_integrations;
  moves boolean;
begin
  held := private.require_integration(p_integration_id);
  wanted := held;
  wanted.name := coalesce(btrim(p_name), held.name);
  wanted.enabled := coalesce(p_enabled, held.enabled);
  wanted.allow_user_login := coalesce(p_allow_user_login, held.allow_user_login);
  wanted.allow_user_register := coalesce(p_allow_user_register, held.allow_user_register);
  wanted.config_type := case
    when held.kind in ('builtin', 'saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then held.config_type
    else coalesce(p_config_type, held.config_type) end;
  wanted.config := private.normal_config(jsonb_strip_nulls(held.config || coalesce(p_config, '{}')));
  if held.kind = 'saml' and p_unset_all_saml_idps then
    wanted.config := wanted.config || '{"defaultIdp": true}';
  end if;
  -- The settings of one's own server mean nothing to the public one.
  if wanted.config_type = 'default' and held.kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services') then
    wanted.config := wanted.config - array['hostUrl', 'apiUrl', 'clientId', 'tenantId'];
  end if;
  if wanted.name = '' then
    perform private.problem('required', 'name');
  end if;
  if held.kind = 'builtin' and length(wanted.name) > 20 then
    perform private.problem('integration_name_too_long');
  end if;
  if (wanted.config_type, wanted.config) is distinct from (held.config_type, held.config) or wanted.enabled and not held.enabled then
    perform private.gate_integration(held.workspace_id, held.kind, wanted.config_type);
  end if;
  perform private.require_valid_config(held.kind, wanted.config_type, wanted.config);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(held.kind, wanted.config_type, wanted.config));
  -- A secret is for the server it was typed for: who may change the address must not send it elsewhere.
  moves := array[wanted.config ->> 'url', wanted.config ->> 'hostUrl', wanted.config ->> 'apiUrl']
    is distinct from array[held.config ->> 'url', held.config ->> 'hostUrl', held.config ->> 'apiUrl'];
  update public.workspace_integrations i
  set name = wanted.name, enabled = wanted.enabled, allow_user_login = wanted.allow_user_login, allow_user_register = wanted.allow_user_register,
    config_type = wanted.config_type, config = wanted.config
  where i.id = held.id;
  delete from private.secrets s
  where s.workspace_integration_id = held.id
    and (moves or s.name <> all (private.integration_secret_names(held.kind, wanted.config_type, wanted.config)));
  perform private.store_secrets(held.id, null, coalesce(p_secrets, '{}'));
  if wanted.config ->> 'authType' is distinct from held.config ->> 'authType' then
    -- Tokens of one kind of sign-in are worth nothing to the other.
    delete from private.secrets s using public.external_users x
    where x.workspace_integration_id = held.id and s.external_user_id = x.id;
  end if;
  select * into held from public.workspace_integrations i where i.id = held.id;
  perform private.require_secrets(held);
  return private.with_flow(held);
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_by_slug(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    w.id, w.name, w.slug, w.logo_url, w.favicon_url, w.theme, w.hide_powered_by, w.hide_sign_in,
    case when w.id in (select private.my_workspace_ids()) then w.home_content end,
    w.show_tryit, w.allow_search_indexing, w.join_requests_disabled, private.is_by_provider(w.id))::public.workspace_site)
  from public.workspaces w
  where w.slug = lower(p_slug)
$function$;

CREATE OR REPLACE FUNCTION public.workspace_state(p_workspace_id bigint)
 RETURNS public.workspace_state
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  oldest constant bigint := private.oldest_owner_id(p_workspace_id);
  me constant bigint := private.current_user_id();
begin
  select w.* into host from public.workspaces w join public.workspace_members m on m.workspace_id = w.id and m.user_id = me
  where w.id = p_workspace_id and private.reaches(w.id);
  if not found then
    perform private.problem('workspace_not_found');
  end if;
  return row(
    private.is_locked(host), host.lock_at, host.lock_reason,
    (
      select e.email from public.emails e
      where (private.is_locked(host) or host.lock_at is not null) and e.user_id = oldest and e.is_primary),
    host.delete_at, host.idle_timeout_seconds,
    private.is_locked(host) and me <> oldest)::public.workspace_state;
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_summary(p_workspace_id bigint)
 RETURNS public.workspace_summary
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = private.current_user_id() and private.reaches(p_workspace_id)) then
    perform private.problem('workspace_not_found');
  end if;
  if not private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') then
    return row(null, null)::public.workspace_summary;
  end if;
  return row(
    (
      select row(p.id, p.name, a.status, a.trial_end_at, coalesce(a.included_members, p.included_members))::public.workspace_plan
      from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id
      where a.workspace_id = p_workspace_id),
    (
      select row(
        private.feature_usage(p_workspace_id, 'projects'), private.feature_usage(p_workspace_id, 'teams'),
        count(*) filter (where m.role <> 'guest'), count(*) filter (where m.role = 'owner'),
        count(*) filter (where m.role = 'billing'), count(*) filter (where m.role = 'admin'),
        count(*) filter (where m.role = 'maker'), count(*) filter (where m.role = 'viewer'),
        count(*) filter (where m.role = 'guest'))::public.workspace_counts
      from public.workspace_members m where m.workspace_id = p_workspace_id))::public.workspace_summary;
end
$function$;

COMMENT ON FUNCTION "private"."cannot"(text, text) IS 'A permission that somebody lacks, with the sentence that says why.';

COMMENT ON FUNCTION "private"."explain_access"(bigint, text, bigint) IS 'The explanation itself, from the tables that enforce it.';

COMMENT ON FUNCTION "private"."explain_project"(bigint, bigint) IS 'Somebodys access to a project: their role with its reasons, what it permits, and why the rest is not permitted.';

COMMENT ON FUNCTION "private"."explain_project_role"(bigint, bigint) IS 'Somebody''s role in a project with everything that gives it, from the sources that the rule itself reads.';

COMMENT ON FUNCTION "private"."explain_roles"(text[], text[], jsonb, public.workspace_role) IS 'What the roles of a matrix ({permission: [role]}) give, and what they do not.';

COMMENT ON FUNCTION "private"."invited_to_project"(bigint) IS 'Open invitations that bring somebody into a project.';

COMMENT ON FUNCTION "private"."my_account"() IS 'The caller''s account with addresses and workspaces, or null. A session for one workspace sees that workspace and the primary address.';

COMMENT ON FUNCTION "private"."node_with_data"(public.branch_nodes) IS 'A node with its data.';

COMMENT ON FUNCTION "private"."person"(bigint) IS 'Somebody as others see them; null for nobody.';

COMMENT ON FUNCTION "private"."project_items"(public.projects[]) IS 'Projects, in the order given, as a list shows them to the caller, who has been found to read them.';

COMMENT ON FUNCTION "private"."roles_by_workspace_role"(public.projects) IS 'Who has access to a project by workspace role alone: how many of each role, with the reason.';

COMMENT ON FUNCTION "private"."team_of_project"(public.project_teams) IS 'A team as a project lists it; whether some of its members can only read, whatever role the team has.';

COMMENT ON FUNCTION "private"."token_item"(public.machine_principals) IS 'A workspace token as its list shows it, without what it opens.';

COMMENT ON FUNCTION "private"."with_flow"(public.workspace_integrations) IS 'An integration with the way one signs in by it.';

COMMENT ON FUNCTION "public"."add_email"(text) IS 'Adds an address to the caller''s account and mails it a code and a link; it counts once confirmed. The same for an address that another account has; when asked too often the seconds to wait, and nothing is added.';

COMMENT ON FUNCTION "public"."branch_node"(bigint, text) IS 'One node with its data, by slug: all that a page of documentation needs. A public.branch_node, or null (hence json).';

COMMENT ON FUNCTION "public"."branch_node_by_uri"(bigint, text) IS 'One node with its data, by uri: how a schema beyond a page''s budget is loaded when it is opened. A public.branch_node, or null (hence json).';

COMMENT ON FUNCTION "public"."branch_toc"(bigint) IS 'The table of contents of a branch as the caller may see it, or null (jsonb: a document that nests as deep as its author wished); a workspace token reads of it what comes from OpenAPI and JSON Schema files.';

COMMENT ON FUNCTION "public"."confirm_email"(text, text, text) IS 'Confirms an address that the caller added, by the link of its mail or by its code: that of the address named, or of the one that was asked for last. Only in a session of the account that asked: a link that somebody else follows binds nothing.';

COMMENT ON FUNCTION "public"."create_integration"(bigint, text, text, jsonb, text, boolean, boolean, boolean, jsonb, boolean, text) IS 'Adds a way to sign in or a Git host. p_secrets: {name: {ciphertext, key_id}}, encrypted by the caller. p_unset_all_saml_idps makes it the default IDP. p_callback_key is part of its redirect address, which is registered with the provider before there is a client ID.';

COMMENT ON FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb) IS 'Makes a project owned by the caller with its default branch and, with uploads, queues their analysis: all in one transaction.';

COMMENT ON FUNCTION "public"."create_workspace_token"(bigint, text) IS 'Makes a workspace token; the answer is the only place that ever shows it.';

COMMENT ON FUNCTION "public"."email_confirmation"(text) IS 'Which address the link of a mail would add to which account, and whether that is the caller''s; null for a link that does not hold (hence jsonb). Looking uses nothing up.';

COMMENT ON FUNCTION "public"."explain_access"(bigint, text, bigint) IS 'Why somebody may or may not do something with a workspace, group, team or project: for oneself, and for who may share it.';

COMMENT ON FUNCTION "public"."export_account"() IS 'Everything kept about the caller: account, addresses, connected accounts (no tokens), sessions, memberships, and their last 10,000 entries in trails. jsonb: a document that people take along, and nothing reads its fields.';

COMMENT ON FUNCTION "public"."import_files"(bigint, text, jsonb) IS 'Queues the analysis of uploaded files: they replace the content of the branch when it succeeds.';

COMMENT ON FUNCTION "public"."list_projects"(bigint, text, text[], text[], bigint, boolean, boolean, text, integer, boolean, text, text) IS 'The projects of a workspace that the caller reads, by name or updated_at (''-'' before it turns it round), page by page (p_after: next of the page before). Counts them all only when asked to.';

COMMENT ON FUNCTION "public"."list_workspace_tokens"(bigint) IS 'The workspace tokens by name, without what they open.';

COMMENT ON FUNCTION "public"."me"() IS 'The caller''s public.account, or null. As jsonb: PostgREST answers a row that is null as a row of nulls.';

COMMENT ON FUNCTION "public"."move_project"(bigint, bigint, boolean) IS 'Moves a project into a group, or out of any with null. An internal group turns a public project internal: that needs p_confirm.';

COMMENT ON FUNCTION "public"."my_workspace"(bigint) IS 'What a workspace is to its member: plan, features, the roles they may invite at, how many there are of what, and what they may. Null is what they may not see.';

COMMENT ON FUNCTION "public"."permit_password_change"(text, text) IS 'Lets the caller change their password: with the current one or, where there is none, a proof of the last ten minutes.';

COMMENT ON FUNCTION "public"."project_access_list"(bigint, text, integer, integer) IS 'Who has access to a project by name, by a team or by its group, who was invited, and who has it by workspace role alone; each with the reason.';

COMMENT ON FUNCTION "public"."project_assignable_teams"(bigint, text, integer) IS 'Teams with which a project can still be shared.';

COMMENT ON FUNCTION "public"."project_details"(bigint) IS 'One project as its screens show it to the caller; its teams for who may share it, null for others.';

COMMENT ON FUNCTION "public"."project_teams_list"(bigint) IS 'The teams of a project, by name.';

COMMENT ON FUNCTION "public"."project_workspace"(bigint) IS 'The name of a project''s workspace, for who reads the project without being a member; null for others (hence jsonb).';

COMMENT ON FUNCTION "public"."prove_session"(text, text) IS 'Proves who the caller is, by password or by a code to their primary address: for ten minutes the account may be changed. A session for one workspace becomes one for all: no provider said so, the person did.';

COMMENT ON FUNCTION "public"."remove_email"(bigint) IS 'Takes an address off the caller''s account; the primary one and the last confirmed one stay.';

COMMENT ON FUNCTION "public"."rename_workspace_token"(bigint, text) IS 'Renames a workspace token.';

COMMENT ON FUNCTION "public"."request_proof_code"() IS 'Mails the caller''s primary address a code that proves who they are in this session; for people without a password.';

COMMENT ON FUNCTION "public"."resend_email_code"(bigint) IS 'Mails a fresh code to an address that is not confirmed; the seconds to wait when asked too often.';

COMMENT ON FUNCTION "public"."set_primary_email"(bigint) IS 'Makes a confirmed address the primary one; takes a proof of the last ten minutes.';

COMMENT ON FUNCTION "public"."set_project_team"(bigint, bigint, public.project_team_role) IS 'Gives a team a role in a project, at the caller''s own role or lower.';

COMMENT ON FUNCTION "public"."slug_available"(text) IS 'Whether a new workspace may have this URL: 2 to 20 characters, not reserved, not taken.';

COMMENT ON FUNCTION "public"."transfer_project_ownership"(bigint, bigint) IS 'Makes another member the owner; the previous one becomes an admin.';

COMMENT ON FUNCTION "public"."update_account"(text, text, text, text, text, jsonb, boolean) IS 'Changes the caller''s names, username, avatar, time zone and survey answers (merged); p_complete ends the account step of sign-up. Answers their public.account, or what is wrong: hence jsonb.';

COMMENT ON FUNCTION "public"."update_integration"(bigint, text, boolean, boolean, boolean, text, jsonb, jsonb, boolean) IS 'Changes what is given: settings and secrets are merged, null removes one. A secret that is absent stays, unless the server''s address changes.';

COMMENT ON FUNCTION "public"."workspace_by_slug"(text) IS 'What the sign-in screen of a workspace host shows to anyone: a public.workspace_site, or null (hence jsonb).';

COMMENT ON FUNCTION "public"."workspace_state"(bigint) IS 'Lock, deletion and idle time-out of a workspace, for all of its members: who is locked out has to know why, and whom to ask; nobody is told the owner''s address before.';

COMMENT ON FUNCTION "public"."workspace_summary"(bigint) IS 'The plan of a workspace and how many projects, teams and people of each role it has, for its full members; both null for guests and who is locked out.';

COMMENT ON TYPE "private"."access_grounds" IS 'The explanation of an access, without whose it is and to what.';

COMMENT ON TYPE "private"."role_reasons" IS 'Somebody''s role in a project with everything that gives it.';

COMMENT ON TYPE "public"."access_explanation" IS 'Somebody''s access to something: their role with its reasons, what it permits, and why the rest is not permitted.';

COMMENT ON TYPE "public"."access_reason" IS 'One of the things that give somebody a role; counts: whether the role comes from this. The team or group is of the sources that are one.';

COMMENT ON TYPE "public"."account" IS 'The caller''s account. only_workspace_id: the workspace that the session is for and sees nothing beyond; null for all.';

COMMENT ON TYPE "public"."account_email" IS 'An address of the caller''s account.';

COMMENT ON TYPE "public"."account_membership" IS 'A workspace of the caller; locked: closed to them.';

COMMENT ON TYPE "public"."added_email" IS 'An address that was added, or how many seconds to wait before: then without an id.';

COMMENT ON TYPE "public"."assignable_team" IS 'A team with which a project can still be shared.';

COMMENT ON TYPE "public"."branch_name" IS 'Which branch it is.';

COMMENT ON TYPE "public"."branch_node" IS 'A node with its data, as documentation loads it. json, not jsonb: the order of keys is content.';

COMMENT ON TYPE "public"."code_sent" IS 'Where a code was mailed to, or how many seconds to wait for one.';

COMMENT ON TYPE "public"."confirmed_email" IS 'How confirming an address went: confirmed, or invalid_code, spent_code or invalid_token, and how many seconds to wait.';

COMMENT ON TYPE "public"."created_project" IS 'A project that was made, its default branch and the job that analyses what was uploaded, if anything was.';

COMMENT ON TYPE "public"."email_confirmation" IS 'What a link of a mail would confirm: the address, the account it would belong to, and whether that is the caller''s.';

COMMENT ON TYPE "public"."integration" IS 'An integration with the way one signs in by it (flow).';

COMMENT ON TYPE "public"."lacking_permission" IS 'A permission that somebody lacks, with the sentence that says why.';

COMMENT ON TYPE "public"."my_workspace" IS 'What a workspace is to its member. Null is what they may not see.';

COMMENT ON TYPE "public"."named_object" IS 'Which workspace, group, team or project it is.';

COMMENT ON TYPE "public"."new_workspace_token" IS 'A public.workspace_token and, this once, the token itself.';

COMMENT ON TYPE "public"."ownership_transfer" IS 'Who owns a project now, and who did before.';

COMMENT ON TYPE "public"."person" IS 'Somebody''s name and picture.';

COMMENT ON TYPE "public"."project_access" IS 'Somebody who has access to a project, with the reasons. The address is for who reads the members of the workspace; role: what they were given by name, null for nothing.';

COMMENT ON TYPE "public"."project_access_by_role" IS 'How many have access to a project by a workspace role alone, and why.';

COMMENT ON TYPE "public"."project_access_page" IS 'Who has access to a project by name, by a team or by its group, a page of them; who was invited; who has it by workspace role alone.';

COMMENT ON TYPE "public"."project_branch" IS 'The default branch of a project and how much there is in it.';

COMMENT ON TYPE "public"."project_details" IS 'A public.project_item and its teams; these for who may share it, null for others.';

COMMENT ON TYPE "public"."project_group" IS 'The group of a project.';

COMMENT ON TYPE "public"."project_invited" IS 'An open invitation that brings somebody into a project.';

COMMENT ON TYPE "public"."project_item" IS 'A project as lists show it to the caller; group and owner only where they have a role in it.';

COMMENT ON TYPE "public"."project_move" IS 'How moving a project went: whether it was moved or has to be confirmed first, and whether it turned internal.';

COMMENT ON TYPE "public"."project_page" IS 'A page of projects, where the next one begins, and how many there are in all where that was asked.';

COMMENT ON TYPE "public"."project_team" IS 'A team as a project lists it.';

COMMENT ON TYPE "public"."project_workspace" IS 'The workspace of a project that may be read from outside.';

COMMENT ON TYPE "public"."proof" IS 'How proving who one is went: proven or permitted, or wrong or spent, and how many seconds to wait.';

COMMENT ON TYPE "public"."queued_import" IS 'The job that analyses uploaded files.';

COMMENT ON TYPE "public"."slug_answer" IS 'Whether a URL is free, or why not: invalid, reserved or taken.';

COMMENT ON TYPE "public"."token_creator" IS 'Who made a workspace token.';

COMMENT ON TYPE "public"."workspace_billing" IS 'How a workspace pays.';

COMMENT ON TYPE "public"."workspace_counts" IS 'How many projects, teams and people of each role a workspace has.';

COMMENT ON TYPE "public"."workspace_feature" IS 'A feature of a plan; without a max_quantity as much of it as is wanted.';

COMMENT ON TYPE "public"."workspace_permission" IS 'What the caller''s role in a workspace permits.';

COMMENT ON TYPE "public"."workspace_plan" IS 'The plan of a workspace.';

COMMENT ON TYPE "public"."workspace_product" IS 'Which plan a workspace has.';

COMMENT ON TYPE "public"."workspace_role_choice" IS 'A workspace role, and whether the caller may invite at it.';

COMMENT ON TYPE "public"."workspace_site" IS 'What the host of a workspace shows to anyone; home_content to members. by_provider: e-mail and password are switched off, its own providers alone sign people in.';

COMMENT ON TYPE "public"."workspace_state" IS 'Lock, deletion and idle time-out of a workspace; is_closed_to_me: the lock lets in nobody but the oldest owner.';

COMMENT ON TYPE "public"."workspace_summary" IS 'Plan and counts of a workspace; both null for who may not see them.';

COMMENT ON TYPE "public"."workspace_token" IS 'A workspace token as its list shows it, without what it opens.';

REVOKE ALL ON FUNCTION "private"."cannot"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cannot"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."explain_access"(bigint, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_access"(bigint, text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."explain_project"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_project"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."explain_project_role"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_project_role"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."explain_roles"(text[], text[], jsonb, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_roles"(text[], text[], jsonb, public.workspace_role) TO "postgres";

REVOKE ALL ON FUNCTION "private"."invited_to_project"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invited_to_project"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."my_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."node_with_data"(public.branch_nodes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."node_with_data"(public.branch_nodes) TO "postgres";

REVOKE ALL ON FUNCTION "private"."person"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."person"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."project_items"(public.projects[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."project_items"(public.projects[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."roles_by_workspace_role"(public.projects) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."roles_by_workspace_role"(public.projects) TO "postgres";

REVOKE ALL ON FUNCTION "private"."team_of_project"(public.project_teams) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."team_of_project"(public.project_teams) TO "postgres";

REVOKE ALL ON FUNCTION "private"."token_item"(public.machine_principals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."token_item"(public.machine_principals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."with_flow"(public.workspace_integrations) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_flow"(public.workspace_integrations) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_email"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_email"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."confirm_email"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."confirm_email"(text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_integration"(bigint, text, text, jsonb, text, boolean, boolean, boolean, jsonb, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_integration"(bigint, text, text, jsonb, text, boolean, boolean, boolean, jsonb, boolean, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_workspace_token"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_workspace_token"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."explain_access"(bigint, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."explain_access"(bigint, text, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."import_files"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_files"(bigint, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_projects"(bigint, text, text[], text[], bigint, boolean, boolean, text, integer, boolean, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_projects"(bigint, text, text[], text[], bigint, boolean, boolean, text, integer, boolean, text, text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_workspace_tokens"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_workspace_tokens"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."move_project"(bigint, bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_project"(bigint, bigint, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."my_workspace"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_workspace"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."permit_password_change"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."permit_password_change"(text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_access_list"(bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_access_list"(bigint, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_assignable_teams"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_assignable_teams"(bigint, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_details"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_details"(bigint) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."project_teams_list"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_teams_list"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."prove_session"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."prove_session"(text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_email"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_email"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."rename_workspace_token"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rename_workspace_token"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_proof_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_proof_code"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resend_email_code"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resend_email_code"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_primary_email"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_primary_email"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_project_team"(bigint, bigint, public.project_team_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_project_team"(bigint, bigint, public.project_team_role) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."slug_available"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."slug_available"(text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."transfer_project_ownership"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."transfer_project_ownership"(bigint, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_integration"(bigint, text, boolean, boolean, boolean, text, jsonb, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_integration"(bigint, text, boolean, boolean, boolean, text, jsonb, jsonb, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."workspace_state"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_state"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."workspace_summary"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_summary"(bigint) TO "authenticated", "postgres";

GRANT USAGE ON TYPE "private"."access_grounds" TO "postgres";

GRANT USAGE ON TYPE "private"."role_reasons" TO "postgres";

GRANT USAGE ON TYPE "public"."access_explanation" TO "postgres";

GRANT USAGE ON TYPE "public"."access_reason" TO "postgres";

GRANT USAGE ON TYPE "public"."account" TO "postgres";

GRANT USAGE ON TYPE "public"."account_email" TO "postgres";

GRANT USAGE ON TYPE "public"."account_membership" TO "postgres";

GRANT USAGE ON TYPE "public"."added_email" TO "postgres";

GRANT USAGE ON TYPE "public"."assignable_team" TO "postgres";

GRANT USAGE ON TYPE "public"."branch_name" TO "postgres";

GRANT USAGE ON TYPE "public"."branch_node" TO "postgres";

GRANT USAGE ON TYPE "public"."code_sent" TO "postgres";

GRANT USAGE ON TYPE "public"."confirmed_email" TO "postgres";

GRANT USAGE ON TYPE "public"."created_project" TO "postgres";

GRANT USAGE ON TYPE "public"."email_confirmation" TO "postgres";

GRANT USAGE ON TYPE "public"."integration" TO "postgres";

GRANT USAGE ON TYPE "public"."lacking_permission" TO "postgres";

GRANT USAGE ON TYPE "public"."my_workspace" TO "postgres";

GRANT USAGE ON TYPE "public"."named_object" TO "postgres";

GRANT USAGE ON TYPE "public"."new_workspace_token" TO "postgres";

GRANT USAGE ON TYPE "public"."ownership_transfer" TO "postgres";

GRANT USAGE ON TYPE "public"."person" TO "postgres";

GRANT USAGE ON TYPE "public"."project_access" TO "postgres";

GRANT USAGE ON TYPE "public"."project_access_by_role" TO "postgres";

GRANT USAGE ON TYPE "public"."project_access_page" TO "postgres";

GRANT USAGE ON TYPE "public"."project_branch" TO "postgres";

GRANT USAGE ON TYPE "public"."project_details" TO "postgres";

GRANT USAGE ON TYPE "public"."project_group" TO "postgres";

GRANT USAGE ON TYPE "public"."project_invited" TO "postgres";

GRANT USAGE ON TYPE "public"."project_item" TO "postgres";

GRANT USAGE ON TYPE "public"."project_move" TO "postgres";

GRANT USAGE ON TYPE "public"."project_page" TO "postgres";

GRANT USAGE ON TYPE "public"."project_team" TO "postgres";

GRANT USAGE ON TYPE "public"."project_workspace" TO "postgres";

GRANT USAGE ON TYPE "public"."proof" TO "postgres";

GRANT USAGE ON TYPE "public"."queued_import" TO "postgres";

GRANT USAGE ON TYPE "public"."slug_answer" TO "postgres";

GRANT USAGE ON TYPE "public"."token_creator" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_billing" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_counts" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_feature" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_permission" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_plan" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_product" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_role_choice" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_site" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_state" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_summary" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_token" TO "postgres";
