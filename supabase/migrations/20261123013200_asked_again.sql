set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.ask_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place constant text := tg_argv[0];
  place_id constant bigint := (to_jsonb(old) ->> tg_argv[1])::bigint;
  permission constant text := tg_argv[case when tg_op = 'DELETE' and tg_nargs > 3 then 3 else 2 end];
begin
  case place
    when 'workspace' then perform private.require_in_workspace(place_id, permission);
    when 'project' then perform private.require_in_project(place_id, permission);
    when 'group' then perform private.require_in_group(place_id, permission);
    when 'team' then perform private.require_in_team(place_id, permission);
  end case;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_a_group_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.groups g where g.id = old.group_id for no key update;
  if found and not exists (select 1 from public.group_admins a where a.group_id = old.group_id) then
    perform private.problem('last_group_admin');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_a_way_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The workspace row is the lock: two integrations switched off at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for no key update;
  if not found then
    return null;
  end if;
  if tg_op = 'DELETE' and old.kind = 'builtin' then
    perform private.problem('builtin_integration_stays');
  end if;
  if tg_op = 'DELETE' and old.is_default_idp
    and exists (select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.kind = 'saml') then
    perform private.problem('default_idp_removed');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.enabled and i.allow_user_login) then
    perform private.problem('last_sign_in_integration');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The workspace row is the lock: two owners leaving at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for no key update;
  if not found then
    return null;
  end if;
  if not exists (select 1 from public.workspace_members m where m.workspace_id = old.workspace_id and m.role = 'owner') then
    perform private.problem('last_workspace_owner');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_default_idp()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  others boolean;
begin
  -- One level deep it is this trigger itself that takes the default from the one before.
  if new.kind <> 'saml' or pg_catalog.pg_trigger_depth() > 1
    or tg_op = 'UPDATE' and new.config -> 'defaultIdp' is not distinct from old.config -> 'defaultIdp' then
    return new;
  end if;
  perform 1 from public.workspaces w where w.id = new.workspace_id for no key update;
  select exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = new.workspace_id and i.kind = 'saml' and i.id is distinct from new.id) into others;
  if not others then
    new.config := new.config || '{"defaultIdp": true}';
  elsif new.config @> '{"defaultIdp": true}' then
    update public.workspace_integrations i set config = i.config || '{"defaultIdp": false}'
    where i.workspace_id = new.workspace_id and i.is_default_idp and i.id is distinct from new.id;
  elsif tg_op = 'UPDATE' and old.config @> '{"defaultIdp": true}' then
    perform private.problem('default_idp_unset');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_group_with(group_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Asked before, so that nobody without the right keeps others waiting, and after, because the right may be gone by then.
  perform private.require_in_group(group_id, permission);
  perform 1 from public.groups g where g.id = lock_group_with.group_id for no key update;
  perform private.require_in_group(group_id, permission);
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_project_with(project_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Asked before, so that nobody without the right keeps others waiting, and after, because the right may be gone by then.
  perform private.require_in_project(project_id, permission);
  perform 1 from public.projects p where p.id = lock_project_with.project_id for no key update;
  perform private.require_in_project(project_id, permission);
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_seats_of_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.billing_accounts a
  where a.workspace_id in (select private.workspace_ids_with('WorkspaceSettingsCreateUpdateDelete'))
  order by a.workspace_id for update;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_team_with(team_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Asked before, so that nobody without the right keeps others waiting, and after, because the right may be gone by then.
  perform private.require_in_team(team_id, permission);
  perform 1 from public.teams t where t.id = lock_team_with.team_id for no key update;
  perform private.require_in_team(team_id, permission);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_domain(domain_id bigint)
 RETURNS public.approved_domains
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.approved_domains;
begin
  select * into held from public.approved_domains d where d.id = domain_id;
  if not found or held.workspace_id not in (select private.my_workspace_ids()) then
    perform private.problem('approved_domain_not_found');
  end if;
  perform private.lock_seats_with(held.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  select * into held from public.approved_domains d where d.id = domain_id for update;
  if not found then
    perform private.problem('approved_domain_not_found');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  return held;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_integration(integration_id bigint)
 RETURNS public.workspace_integrations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.workspace_integrations;
begin
  select * into held from public.workspace_integrations i where i.id = integration_id;
  if not found or private.workspace_role(held.workspace_id) is null then
    perform private.problem('integration_not_found');
  end if;
  -- First the seats, then the workspace, then the integration: the order in which everything else locks them.
  perform private.lock_seats_with(held.workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  perform 1 from public.workspaces w where w.id = held.workspace_id for no key update;
  select * into held from public.workspace_integrations i where i.id = integration_id for update;
  if not found then
    perform private.problem('integration_not_found');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  return held;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_move(project_id bigint, group_id bigint)
 RETURNS public.projects
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.require_service_account(account_id bigint)
 RETURNS public.project_service_accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.project_service_accounts;
begin
  select * into found from public.project_service_accounts a where a.id = account_id;
  if found.id is null or not private.can_in_project(found.project_id, 'project_settings_view') then
    perform private.problem('service_account_not_found');
  end if;
  perform private.lock_project_with(found.project_id, 'project_update');
  select * into found from public.project_service_accounts a where a.id = account_id;
  if found.id is null then
    perform private.problem('service_account_not_found');
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_token(token_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select mp.workspace_id from public.machine_principals mp where mp.id = token_id);
begin
  if host_id is null or private.workspace_role(host_id) is null then
    perform private.problem('token_not_found');
  end if;
  perform private.require_in_workspace(host_id, 'WorkspaceOauthClientCreateUpdateDelete');
  perform 1 from public.machine_principals mp where mp.id = token_id for no key update;
  -- Once more: the right may be gone by now.
  perform private.require_in_workspace(host_id, 'WorkspaceOauthClientCreateUpdateDelete');
end
$function$;

CREATE OR REPLACE FUNCTION public.add_group_admin(p_group_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text)
 RETURNS public.placement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
  placed public.placement;
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  select g.workspace_id into host_id from public.groups g where g.id = p_group_id;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      placed := private.invite_with(host_id, p_email, null, '[]', jsonb_build_array(p_group_id), '[]', 'admin');
      -- An invitation waits for the seats: the right may be gone by then.
      perform private.require_in_group(p_group_id, 'group_member_add');
      return placed;
    end if;
  end if;
  perform private.lock_group_with(p_group_id, 'group_member_add');
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id;
  if not found then
    perform private.problem('member_not_found', 'user_id');
  end if;
  if theirs = 'guest' then
    perform private.problem('guest_as_group_admin');
  end if;
  insert into public.group_admins (group_id, user_id) values (p_group_id, account_id) on conflict do nothing;
  return row('member', account_id, null, null, 'admin')::public.placement;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_project_member(p_project_id bigint, p_email text, p_role public.project_member_role DEFAULT 'editor'::public.project_member_role, p_workspace_role public.workspace_role DEFAULT NULL::public.workspace_role)
 RETURNS public.placement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint;
  placed public.placement;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  account_id := private.member_by_address(host_id, p_email);
  if account_id is not null then
    perform public.set_project_member(p_project_id, account_id, p_role);
    return row('member', account_id, null, null, p_role)::public.placement;
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, coalesce(p_workspace_role, 'maker'))));
  if p_role = 'owner' then
    perform private.problem('project_owner_not_a_member');
  end if;
  placed := private.invite_with(
    host_id, p_email, p_workspace_role, jsonb_build_array(jsonb_build_object('project_id', p_project_id, 'role', p_role)), '[]', '[]', p_role::text);
  -- An invitation waits for the seats: the right may be gone by then.
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, coalesce(p_workspace_role, 'maker'))));
  return placed;
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
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
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

CREATE OR REPLACE FUNCTION public.create_service_account(p_project_id bigint, p_name text, p_username text, p_token jsonb)
 RETURNS public.project_service_accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_kind text;
  made public.project_service_accounts;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  select i.kind into host_kind
  from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id
  where r.project_id = p_project_id;
  if host_kind is null then
    perform private.problem('project_without_repository');
  end if;
  perform private.require_service_account_fields(p_name, p_username, p_token);
  insert into public.project_service_accounts (project_id, name, kind, username, created_by)
  values (p_project_id, btrim(p_name), host_kind, btrim(p_username), private.current_user_id())
  on conflict on constraint project_service_accounts_project_id_key do nothing
  returning * into made;
  if made.id is null then
    perform private.problem('service_account_exists');
  end if;
  perform private.store_service_account_token(made.id, p_token);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_branch(p_branch_id bigint)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_branch(p_branch_id, 'project_branch_create_delete');
begin
  perform private.lock_project_with(branch.project_id, 'project_branch_create_delete');
  if (select b.is_default from public.branches b where b.id = branch.id) then
    perform private.problem('default_branch_stays');
  end if;
  return row(private.queue_branch_deletion(branch, 'manual'))::public.queued_import;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_group(p_group_id bigint)
 RETURNS public.group_deletion
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  released public.group_deletion;
begin
  perform private.lock_group_with(p_group_id, 'group_delete');
  select count(*) into released.projects_released from public.projects p where p.group_id = p_group_id;
  delete from public.groups g where g.id = p_group_id;
  return released;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_project(p_project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_project_with(p_project_id, 'project_delete');
  update public.projects p set default_branch_id = null where p.id = p_project_id;
  delete from public.projects p where p.id = p_project_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_team(p_team_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_team_with(p_team_id, 'team_delete');
  delete from public.teams t where t.id = p_team_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_ci_token(p_project_id bigint, p_token text, p_secret jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if p_token !~ '^wmci_[A-Za-z0-9_-]{43}$' or p_token is null then
    perform private.problem('token_not_found');
  end if;
  perform private.refuse_bad_secrets(jsonb_build_object('token', p_secret), array['token']);
  insert into private.ci_tokens as t (project_id, token_hash, ciphertext, key_id, created_by)
  values (p_project_id, extensions.digest(p_token, 'sha256'), p_secret ->> 'ciphertext', p_secret ->> 'key_id', private.current_user_id())
  on conflict (project_id) do update
    set token_hash = excluded.token_hash, ciphertext = excluded.ciphertext, key_id = excluded.key_id, created_by = excluded.created_by,
      created_at = now(), last_used_at = null;
end
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
  perform private.require_may_move(p_project_id, p_group_id);
  perform 1 from public.projects p where p.id = p_project_id for no key update;
  if p_group_id is not null then
    perform 1 from public.groups g where g.id = p_group_id for share;
  end if;
  -- Once more: what let the caller move it may be gone by now.
  project := private.require_may_move(p_project_id, p_group_id);
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
$function$;

CREATE OR REPLACE FUNCTION public.remove_group_admin(p_group_id bigint, p_user_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_group_with(p_group_id, 'group_member_delete');
  delete from public.group_admins ga where ga.group_id = p_group_id and ga.user_id = p_user_id;
  if not found then
    perform private.problem('member_not_found');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_project_member(p_project_id bigint, p_user_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.project_member_role;
begin
  perform private.lock_project_with(p_project_id, 'project_member_delete');
  select pm.role into theirs from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  if theirs = 'owner' then
    perform private.problem('project_owner_stays');
  end if;
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_project_team(p_project_id bigint, p_team_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_project_with(p_project_id, 'project_member_delete');
  delete from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if not found then
    perform private.problem('team_not_found', 'team_id');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_team_member(p_team_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = p_team_id);
  account_id constant bigint := coalesce(p_user_id, private.member_by_address(host_id, p_email));
begin
  perform private.lock_team_with(p_team_id, 'team_member_delete');
  if account_id is null then
    delete from public.workspace_invitation_teams link using private.invited_to_team(p_team_id) i
    where link.team_id = p_team_id and link.invitation_id = i.invitation_id and i.email = lower(btrim(p_email));
  else
    delete from public.team_members tm where tm.team_id = p_team_id and tm.user_id = account_id;
  end if;
  if not found then
    perform private.problem('member_not_found');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_default_branch(p_branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches := private.require_branch(p_branch_id, 'project_branch_update');
begin
  -- The project is the lock: of two at once the second sees the first.
  perform private.lock_project_with(branch.project_id, 'project_branch_update');
  update public.branches b set is_default = false, is_published = false where b.project_id = branch.project_id and b.is_default and b.id <> branch.id;
  update public.branches b set is_default = true, is_published = true where b.id = branch.id and not b.is_default;
  update public.projects p set default_branch_id = branch.id where p.id = branch.project_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_project_member(p_project_id bigint, p_user_id bigint, p_role public.project_member_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  theirs public.workspace_role;
  present public.project_member_role;
begin
  perform private.lock_project_with(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  -- Not for share: note_given may change the row, and two who give the same person something would wait for each other.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id for no key update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, theirs)));
  select pm.role into present from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
  if present = p_role then
    return;
  end if;
  if present = 'owner' then
    perform private.problem('project_owner_stays');
  end if;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(present, theirs)));
  end if;
  if p_role = 'owner' then
    perform private.require_nothing_against(private.reason_against_owning(theirs), 'user_id');
    update public.project_members pm set role = 'admin' where pm.project_id = p_project_id and pm.role = 'owner';
  end if;
  insert into public.project_members as pm (project_id, user_id, role) values (p_project_id, p_user_id, p_role)
  on conflict (project_id, user_id) do update set role = excluded.role;
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
  perform private.lock_project_with(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
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

CREATE OR REPLACE FUNCTION public.set_team_member(p_team_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text, p_role public.team_role DEFAULT 'member'::public.team_role)
 RETURNS public.placement
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
  placed public.placement;
  adding constant text := case when p_role = 'admin' then 'team_admin_add' else 'team_member_add' end;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  perform private.require_in_team(p_team_id, adding);
  select t.workspace_id into host_id from public.teams t where t.id = p_team_id;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      perform private.require_in_team(p_team_id, 'team_user_add');
      placed := private.invite_with(
        host_id, p_email, null, '[]', '[]', jsonb_build_array(jsonb_build_object('team_id', p_team_id, 'role', p_role)), p_role::text);
      -- An invitation waits for the seats: the right may be gone by then.
      perform private.require_in_team(p_team_id, adding);
      return placed;
    end if;
  end if;
  perform private.lock_team_with(p_team_id, adding);
  -- The role stays as it is until this is done: admins of a team are never viewers or guests.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id for no key update;
  if not found then
    perform private.problem('member_not_found', 'user_id');
  end if;
  -- The member's row was waited for, too.
  perform private.require_in_team(p_team_id, adding);
  if p_role = 'admin' then
    perform private.require_nothing_against(private.reason_against_administering(theirs));
  end if;
  insert into public.team_members as tm (team_id, user_id, role) values (p_team_id, account_id, p_role)
  on conflict (team_id, user_id) do update set role = excluded.role where tm.role <> excluded.role;
  return row('member', account_id, null,
    (select e.email from public.emails e
      where e.user_id = account_id and e.is_primary and private.can_in_workspace(host_id, 'WorkspaceMembersRead')),
    p_role)::public.placement;
end
$function$;

CREATE OR REPLACE FUNCTION public.share_branch(p_branch_id bigint, p_enabled boolean, p_expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_new_link boolean DEFAULT false)
 RETURNS public.branch_share
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches := private.require_branch(p_branch_id, 'project_branch_update');
begin
  if p_expires_at is not null and (p_expires_at <= now() or p_expires_at > now() + interval '5 years') then
    perform private.problem('share_expiry_invalid', 'expires_at');
  end if;
  select * into branch from public.branches b where b.id = branch.id for no key update;
  -- Once more: the right may be gone by now, and a link outlives it.
  perform private.require_in_project(branch.project_id, 'project_branch_update');
  -- Switched off and on again it is another link: the old one was revoked.
  branch.share_serial := branch.share_serial + case when p_new_link or not (p_enabled and branch.share_enabled) then 1 else 0 end;
  branch.share_enabled := coalesce(p_enabled, false);
  update public.branches b
  set share_enabled = branch.share_enabled, share_serial = branch.share_serial,
    share_expires_at = case when branch.share_enabled then p_expires_at end,
    share_token_hash = extensions.digest(private.share_token(branch), 'sha256')
  where b.id = branch.id returning b.* into branch;
  return row(branch.share_enabled, private.share_token(branch), branch.share_expires_at)::public.branch_share;
end
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
  perform private.lock_project_with(p_project_id, 'project_ownership_update');
  select pm.user_id into previous from public.project_members pm where pm.project_id = p_project_id and pm.role = 'owner';
  perform public.set_project_member(p_project_id, p_user_id, 'owner');
  return row(private.person(p_user_id), private.person(previous))::public.ownership_transfer;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_group(p_group_id bigint, p_name text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT NULL::text, p_icon text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_confirm boolean DEFAULT false)
 RETURNS public.group_change
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.groups;
  open_projects integer := 0;
begin
  perform private.lock_group_with(p_group_id, 'group_update');
  select * into before from public.groups g where g.id = p_group_id;
  if p_visibility = 'internal' and before.visibility = 'public' then
    select count(*) into open_projects from public.projects p where p.group_id = p_group_id and p.visibility = 'public';
  end if;
  if open_projects > 0 and not p_confirm then
    return row((private.groups_shown(array[before]))[1], true, open_projects)::public.group_change;
  end if;
  update public.groups g set
    name = coalesce(btrim(p_name), g.name), description = coalesce(p_description, g.description), visibility = coalesce(p_visibility, g.visibility),
    icon = coalesce(p_icon, g.icon), icon_color = coalesce(p_icon_color, g.icon_color)
  where g.id = p_group_id;
  return row(public.group_details(p_group_id), false, open_projects)::public.group_change;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_team(p_team_id bigint, p_name text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_icon text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text)
 RETURNS public.team_item
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_team_with(p_team_id, 'team_settings_update');
  update public.teams t set
    name = coalesce(btrim(p_name), t.name), description = coalesce(p_description, t.description),
    icon = coalesce(p_icon, t.icon), icon_color = coalesce(p_icon_color, t.icon_color)
  where t.id = p_team_id;
  return public.team_details(p_team_id);
end
$function$;

CREATE TRIGGER still_allowed BEFORE DELETE OR UPDATE ON public.approved_domains FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('workspace', 'workspace_id', 'WorkspaceEmailDomainCreateUpdateDelete');

CREATE TRIGGER still_allowed BEFORE UPDATE ON public.branches FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('project', 'project_id', 'project_branch_update');

CREATE TRIGGER still_allowed BEFORE DELETE OR UPDATE ON public.groups FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('group', 'id', 'group_update', 'group_delete');

CREATE TRIGGER still_allowed BEFORE DELETE OR UPDATE ON public.machine_principals FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('workspace', 'workspace_id', 'WorkspaceOauthClientCreateUpdateDelete');

CREATE TRIGGER still_allowed BEFORE DELETE ON public.project_members FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('project', 'project_id', 'project_member_delete');

CREATE TRIGGER still_allowed BEFORE UPDATE ON public.project_repositories FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('project', 'project_id', 'project_update');

CREATE TRIGGER still_allowed BEFORE UPDATE ON public.projects FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('project', 'id', 'project_update');

CREATE TRIGGER still_allowed BEFORE DELETE OR UPDATE ON public.teams FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('team', 'id', 'team_settings_update', 'team_delete');

CREATE TRIGGER lock_seats BEFORE UPDATE OF hide_powered_by, favicon_url, theme, google_tag_manager, localizejs, redirects ON public.workspaces FOR EACH STATEMENT WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.lock_seats_of_settings();

CREATE TRIGGER still_allowed BEFORE UPDATE ON public.workspaces FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION private.ask_again('workspace', 'id', 'WorkspaceSettingsCreateUpdateDelete');

COMMENT ON FUNCTION "private"."ask_again"() IS 'A policy judges by what was true when its statement began. Whoever then waited for a row is asked again, once they have it: the arguments are what hangs on rights, the column with its id, and the permission (of deleting, where it is another one).';

COMMENT ON FUNCTION "private"."lock_group_with"(bigint, text) IS 'Makes changes of one group come one after the other, for who has a permission once it is their turn.';

COMMENT ON FUNCTION "private"."lock_project_with"(bigint, text) IS 'Makes changes of one project come one after the other, for who has a permission once it is their turn.';

COMMENT ON FUNCTION "private"."lock_seats_of_settings"() IS 'Settings that a plan sells take the seats before the row of the workspace, as all writes do: in the other order two of them would wait for each other.';

COMMENT ON FUNCTION "private"."lock_team_with"(bigint, text) IS 'Makes changes of one team come one after the other, for who has a permission once it is their turn.';

COMMENT ON FUNCTION "private"."require_may_move"(bigint, bigint) IS 'A project that the caller may move into a group, or out of any: an admin of the group it is in lets it go.';

COMMENT ON FUNCTION "private"."require_token"(bigint) IS 'Locks a workspace token for who may change it; 404 for who may not know it.';

REVOKE ALL ON FUNCTION "private"."ask_again"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_again"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_group_with"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_group_with"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_project_with"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_project_with"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_seats_of_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_seats_of_settings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_team_with"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_team_with"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_may_move"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_may_move"(bigint, bigint) TO "postgres";
