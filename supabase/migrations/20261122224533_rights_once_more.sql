set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_domain_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A trigger comes before the policy's check: what it says of a workspace is for those only whom the policy lets through.
  if (select auth.uid()) is not null and not private.can_in_workspace(new.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete') then
    return new;
  end if;
  new.domain := lower(regexp_replace(btrim(new.domain), '^@', ''));
  if new.domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.problem('domain_invalid');
  end if;
  if tg_op = 'UPDATE' and (new.workspace_id, new.domain, new.role) is not distinct from (old.workspace_id, old.domain, old.role) then
    return new;
  end if;
  -- The gate's lock also makes true what is asked behind it: how many there are, the caller's right and role.
  perform private.feature_gate(new.workspace_id, 'whitelisted_domains');
  if (select auth.uid()) is not null then
    perform private.require_in_workspace(new.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  end if;
  if tg_op = 'INSERT' and (select count(*) from public.approved_domains d where d.workspace_id = new.workspace_id) >= 500 then
    perform private.problem('too_many_approved_domains');
  end if;
  if new.role > private.workspace_role(new.workspace_id) then
    perform private.problem('role_above_yours');
  end if;
  if exists (
    select 1 from public.approved_domains d
    where d.workspace_id = new.workspace_id and d.domain = new.domain and d.id is distinct from new.id) then
    perform private.problem('domain_already_approved');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_group(p_workspace_id bigint, p_name text, p_description text DEFAULT ''::text, p_visibility text DEFAULT 'internal'::text, p_icon text DEFAULT 'cabinet-filing'::text, p_icon_color text DEFAULT '#7F8197'::text)
 RETURNS public.groups
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.groups;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceGroupsCreate');
  perform private.feature_gate(p_workspace_id, 'groups');
  insert into public.groups (workspace_id, name, slug, description, visibility, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), p_visibility, p_icon, p_icon_color)
  returning * into made;
  insert into public.group_admins (group_id, user_id) values (made.id, private.current_user_id());
  return made;
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
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceProjectsCreate');
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

CREATE OR REPLACE FUNCTION public.create_team(p_workspace_id bigint, p_name text, p_description text DEFAULT ''::text, p_icon text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text)
 RETURNS public.teams
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.teams;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceTeamCreate');
  perform private.feature_gate(p_workspace_id, 'teams');
  insert into public.teams (workspace_id, name, slug, description, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), coalesce(p_icon, 'users'), coalesce(p_icon_color, '#7F8197'))
  returning * into made;
  insert into public.team_members (team_id, user_id, role) values (made.id, private.current_user_id(), 'admin');
  return made;
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
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceOauthClientCreateUpdateDelete');
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

CREATE OR REPLACE FUNCTION public.idempotency_finish(p_scope text, p_key text, p_status integer, p_body jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A longer answer is not kept: who repeats the request learns that it was done.
  update private.idempotency_keys k set status = p_status, body = case when octet_length(p_body::text) <= 100000 then p_body end
  where p_status is not null and k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.status is null
$function$;

CREATE OR REPLACE FUNCTION public.workspace_activity(p_workspace_id bigint, p_before bigint DEFAULT NULL::bigint, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_types text[] DEFAULT NULL::text[])
 RETURNS TABLE(id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.page_size(p_limit, 50, 500);
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  -- Not feature_gate: nothing is written, so nothing has to wait.
  perform private.require_feature(p_workspace_id, 'activity_logs');
  -- Each kind is a search of its own.
  if cardinality(p_types) > 100 then
    perform private.problem('too_many_activity_types', 'types');
  end if;
  return query
  select p.id, p.type, p.actor_id, p.actor_name, p.actor_email, p.metadata, p.ip_address, p.created_at
  from (
    select once.*
    from (
      -- Each kind by itself, so that rare ones are not searched for; an event of two that were asked is one.
      select distinct on (found.id) found.*
      from (select distinct unnest(coalesce(p_types, array[null::text]))) asked (kind)
      cross join lateral private.activity_stretch(p_workspace_id, kind, p_before, p_after, most) found
      where p_types is null or kind is not null
      order by found.id
    ) once
    order by case when p_after is null then -once.id else once.id end
    limit most
  ) p
  order by p.id desc;
end
$function$;

-- By hand
insert into private.reasons (reason, code, status, sentence)
values ('too_many_activity_types', 'VALIDATION_ERROR', 400, 'At most 100 types can be asked for at once.');
