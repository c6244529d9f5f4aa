set local check_function_bodies = off;

DROP FUNCTION "public"."update_group"(bigint, text, text, text, text, text, boolean);

DROP FUNCTION "public"."update_integration"(bigint, text, boolean, boolean, boolean, text, jsonb, jsonb, boolean);

DROP FUNCTION "public"."update_team"(bigint, text, text, text, text);

CREATE OR REPLACE FUNCTION private.require_integration_seen(held public.workspace_integrations, wanted jsonb, seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  absent constant jsonb := (select coalesce(jsonb_object_agg(k, null), '{}') from jsonb_object_keys(wanted) k);
begin
  perform private.require_seen(private.without_off(seen), private.without_off(wanted),
    private.without_off(absent || held.config || to_jsonb(held)), held.workspace_id, array['workspace.integration.updated'],
    jsonb_build_object('id', held.id));
end
$function$;

CREATE OR REPLACE FUNCTION private.without_off(settings jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case jsonb_typeof(settings) when 'object' then (
    select coalesce(jsonb_object_agg(s.key, nullif(s.value, 'false')), '{}') from jsonb_each(settings) s) else settings end
$function$;

CREATE OR REPLACE FUNCTION public.update_group(p_group_id bigint, p_name text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT NULL::text, p_icon text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_confirm boolean DEFAULT false, p_seen jsonb DEFAULT NULL::jsonb)
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
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object('name', btrim(p_name), 'description', p_description,
    'visibility', p_visibility, 'icon', p_icon, 'icon_color', p_icon_color)), to_jsonb(before),
    before.workspace_id, array['group.updated'], jsonb_build_object('group_id', p_group_id));
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

CREATE OR REPLACE FUNCTION public.update_integration(p_integration_id bigint, p_name text DEFAULT NULL::text, p_enabled boolean DEFAULT NULL::boolean, p_allow_user_login boolean DEFAULT NULL::boolean, p_allow_user_register boolean DEFAULT NULL::boolean, p_config_type text DEFAULT NULL::text, p_config jsonb DEFAULT NULL::jsonb, p_secrets jsonb DEFAULT NULL::jsonb, p_unset_all_saml_idps boolean DEFAULT false, p_seen jsonb DEFAULT NULL::jsonb)
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
  perform private.require_integration_seen(held, coalesce(p_config, '{}') || jsonb_strip_nulls(jsonb_build_object('name', btrim(p_name),
    'enabled', p_enabled, 'allow_user_login', p_allow_user_login, 'allow_user_register', p_allow_user_register, 'config_type', p_config_type)), p_seen);
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
    wanted.config := private.without_own_server(wanted.config);
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

CREATE OR REPLACE FUNCTION public.update_project(p_project_id bigint, p_name text DEFAULT NULL::text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_visibility text DEFAULT NULL::text, p_is_design_library boolean DEFAULT NULL::boolean, p_use_legacy_exporter boolean DEFAULT NULL::boolean, p_auto_invite_committers boolean DEFAULT NULL::boolean, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.projects;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  select * into held from public.projects p where p.id = p_project_id;
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object('name', p_name, 'slug', p_slug, 'description', p_description,
    'icon_name', p_icon_name, 'icon_color', p_icon_color, 'visibility', p_visibility, 'is_design_library', p_is_design_library,
    'use_legacy_exporter', p_use_legacy_exporter, 'auto_invite_committers', p_auto_invite_committers)), to_jsonb(held),
    held.workspace_id, array['project.updated'], jsonb_build_object('project_id', p_project_id));
  update public.projects p set
    name = coalesce(p_name, p.name), slug = coalesce(p_slug, p.slug), description = coalesce(p_description, p.description),
    icon_name = coalesce(p_icon_name, p.icon_name), icon_color = coalesce(p_icon_color, p.icon_color),
    visibility = coalesce(p_visibility, p.visibility), is_design_library = coalesce(p_is_design_library, p.is_design_library),
    use_legacy_exporter = coalesce(p_use_legacy_exporter, p.use_legacy_exporter),
    auto_invite_committers = coalesce(p_auto_invite_committers, p.auto_invite_committers)
  where p.id = p_project_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_team(p_team_id bigint, p_name text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_icon text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.team_item
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.teams;
begin
  perform private.lock_team_with(p_team_id, 'team_settings_update');
  select * into held from public.teams t where t.id = p_team_id;
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object(
    'name', btrim(p_name), 'description', p_description, 'icon', p_icon, 'icon_color', p_icon_color)), to_jsonb(held),
    held.workspace_id, array['team.updated'], jsonb_build_object('team_id', p_team_id));
  update public.teams t set
    name = coalesce(btrim(p_name), t.name), description = coalesce(p_description, t.description),
    icon = coalesce(p_icon, t.icon), icon_color = coalesce(p_icon_color, t.icon_color)
  where t.id = p_team_id;
  return public.team_details(p_team_id);
end
$function$;

COMMENT ON FUNCTION "private"."require_integration_seen"(public.workspace_integrations, jsonb, jsonb) IS 'private.require_seen of an integration: its own fields and its settings, all by their names.';

COMMENT ON FUNCTION "private"."without_off"(jsonb) IS 'The same with null for what is off: a setting of an integration that is off may as well not be there.';

COMMENT ON FUNCTION "public"."update_group"(bigint, text, text, text, text, text, boolean, jsonb) IS 'Changes a group. Made internal, it turns its public projects internal: without p_confirm it then says how many and changes nothing. p_seen: what the caller saw of it, as in update_workspace_settings.';

COMMENT ON FUNCTION "public"."update_integration"(bigint, text, boolean, boolean, boolean, text, jsonb, jsonb, boolean, jsonb) IS 'Changes what is given: settings and secrets are merged, null removes one. A secret that is absent stays, unless the server''s address changes. p_seen: what the caller saw of it, settings by their names; secrets nobody sees.';

COMMENT ON FUNCTION "public"."update_project"(bigint, text, text, text, text, text, text, boolean, boolean, boolean, jsonb) IS 'Changes a project. p_seen: what the caller saw of it, as in update_workspace_settings.';

COMMENT ON FUNCTION "public"."update_team"(bigint, text, text, text, text, jsonb) IS 'Changes a team. p_seen: what the caller saw of it, as in update_workspace_settings.';

REVOKE ALL ON FUNCTION "private"."require_integration_seen"(public.workspace_integrations, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_integration_seen"(public.workspace_integrations, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."without_off"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."without_off"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."update_group"(bigint, text, text, text, text, text, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_group"(bigint, text, text, text, text, text, boolean, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_integration"(bigint, text, boolean, boolean, boolean, text, jsonb, jsonb, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_integration"(bigint, text, boolean, boolean, boolean, text, jsonb, jsonb, boolean, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_project"(bigint, text, text, text, text, text, text, boolean, boolean, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_project"(bigint, text, text, text, text, text, text, boolean, boolean, boolean, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_team"(bigint, text, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_team"(bigint, text, text, text, text, jsonb) TO "authenticated", "postgres";
