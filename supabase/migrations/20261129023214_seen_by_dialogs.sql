set local check_function_bodies = off;

DROP FUNCTION "private"."last_to_change"(bigint, text);

DROP FUNCTION "public"."rename_workspace_token"(bigint, text);

DROP FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb, boolean);

DROP FUNCTION "public"."set_custom_domain"(bigint, text);

DROP FUNCTION "public"."update_approved_domain"(bigint, text, public.workspace_role);

DROP FUNCTION "public"."update_scim"(bigint, boolean, public.workspace_role);

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
  new.domain := private.plain_domain(new.domain);
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

CREATE OR REPLACE FUNCTION private.last_to_change(workspace_id bigint, types text[], about jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select nullif(e.actor_name, '')
    from unnest(types) kind
    cross join lateral (
      select a.id, a.actor_name, a.metadata from public.activity_events a
      where a.workspace_id = last_to_change.workspace_id and a.type = kind order by a.id desc limit 100) e
    where e.metadata @> about
    order by e.id desc limit 1), 'Somebody')
$function$;

CREATE OR REPLACE FUNCTION private.plain_domain(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(regexp_replace(btrim(written), '^@', ''))
$function$;

CREATE OR REPLACE FUNCTION private.require_seen(seen jsonb, wanted jsonb, stored jsonb, workspace_id bigint, types text[], about jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  field text;
  value jsonb;
begin
  if jsonb_typeof(seen) not in ('object', 'null') then
    perform private.problem('setting_not_an_object', 'seen');
  end if;
  for field, value in select w.key, w.value from jsonb_each(wanted) w order by w.key loop
    -- An empty text is none.
    if seen ? field and value is distinct from stored -> field
      and nullif(nullif(seen -> field, '""'), 'null') is distinct from nullif(nullif(stored -> field, '""'), 'null') then
      perform private.problem('settings_changed', field, jsonb_build_object('who', private.last_to_change(workspace_id, types, about)));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.rename_workspace_token(p_id bigint, p_name text, p_seen jsonb DEFAULT NULL::jsonb)
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
  select * into renamed from public.machine_principals mp where mp.id = p_id;
  perform private.require_seen(p_seen, jsonb_build_object('name', btrim(p_name)), jsonb_build_object('name', renamed.name),
    renamed.workspace_id, array['workspace.token.updated'], jsonb_build_object('token_id', p_id));
  update public.machine_principals mp set name = btrim(p_name) where mp.id = p_id returning * into renamed;
  return private.token_item(renamed);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_audit_webhook(p_workspace_id bigint, p_url text, p_secret jsonb DEFAULT NULL::jsonb, p_is_first boolean DEFAULT false, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.audit_webhook
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := btrim(p_url);
  -- Whose transactions are open now are not over: what they write is sent, too.
  horizon constant bigint := private.trail_horizon();
  held private.audit_webhooks;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_recent_proof();
  perform private.require_feature(p_workspace_id, 'activity_logs');
  if not coalesce(private.has_plain_host(address), false) then
    perform private.problem('address_invalid', 'url');
  end if;
  select * into held from private.audit_webhooks h where h.workspace_id = p_workspace_id for update;
  perform private.require_seen(p_seen, jsonb_build_object('url', address), jsonb_build_object('url', held.url),
    p_workspace_id, array['workspace.audit_webhook.set', 'workspace.audit_webhook.removed']);
  if p_is_first and held.workspace_id is not null then
    perform private.problem('audit_webhook_there');
  elsif p_secret is null and held.workspace_id is null then
    perform private.problem('required', 'secret');
  end if;
  if p_secret is not null then
    perform private.refuse_bad_secrets(jsonb_build_object('secret', p_secret), array['secret']);
    held.ciphertext := p_secret ->> 'ciphertext';
    held.key_id := p_secret ->> 'key_id';
  end if;
  insert into private.audit_webhooks as h (workspace_id, url, ciphertext, key_id, creator_id, sent_to)
  values (p_workspace_id, address, held.ciphertext, held.key_id, private.current_user_id(), horizon)
  on conflict on constraint audit_webhooks_pkey do update
    set url = excluded.url, ciphertext = excluded.ciphertext, key_id = excluded.key_id, creator_id = excluded.creator_id, version = nextval('private.audit_webhook_versions'),
      tries = 0, problem = null, failing_since = null, paused_at = null, next_try_at = now();
  perform private.log_activity(p_workspace_id, 'workspace.audit_webhook.set', jsonb_build_object('host', private.host_in(address),
    'old', private.host_in(held.url), 'other_address', held.url <> address, 'new_secret', p_secret is not null));
  perform private.tell_of_audit_host(p_workspace_id, private.host_in(held.url), private.host_in(address));
  return private.told_audit_webhook(p_workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_custom_domain(p_workspace_id bigint, p_domain_name text, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.custom_domain
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- One dot at the end is how DNS writes the same name.
  name constant text := regexp_replace(lower(btrim(p_domain_name, E' \t\r\n')), '\.$', '');
  reason text;
  held private.custom_domains;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  perform private.require_domains();
  perform private.require_feature(p_workspace_id, 'custom_domain');
  reason := case when coalesce(name, '') = '' then 'domain_invalid' else private.reason_against_domain(p_workspace_id, name) end;
  if reason is not null then
    perform private.problem(reason, 'domain_name', jsonb_build_object('domain', left(name, 253)));
  end if;
  perform 1 from public.workspaces w where w.id = p_workspace_id for no key update;
  select * into held from private.custom_domains c where c.workspace_id = p_workspace_id for update;
  perform private.require_seen(p_seen, jsonb_build_object('domain_name', name), jsonb_build_object('domain_name', held.domain),
    p_workspace_id, array['workspace.custom_domain.set', 'workspace.custom_domain.removed']);
  if held.domain is distinct from name then
    -- Each may come to a certificate, of which an installation gets a number from its authority: nobody uses those of all others up.
    if private.throttle_hit('custom-domain:' || p_workspace_id, 20, 86400) > 0 then
      perform private.problem('too_many_attempts');
    end if;
    perform private.leave_domain(p_workspace_id);
    delete from private.custom_domains c where c.workspace_id = p_workspace_id;
    insert into private.custom_domains (workspace_id, domain, token) values (p_workspace_id, name, private.new_token());
    perform private.log_activity(p_workspace_id, 'workspace.custom_domain.set', jsonb_build_object('name', name, 'old', held.domain));
    perform private.queue_domain_look(p_workspace_id);
  end if;
  return private.told_domain(p_workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.update_approved_domain(p_id bigint, p_domain text DEFAULT NULL::text, p_role public.workspace_role DEFAULT NULL::public.workspace_role, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.approved_domains
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.approved_domains := private.require_domain(p_id);
begin
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object('domain', private.plain_domain(p_domain), 'role', p_role)), to_jsonb(held),
    held.workspace_id, array['workspace.domain.updated'], jsonb_build_object('id', held.id));
  update public.approved_domains d set domain = coalesce(p_domain, d.domain), role = coalesce(p_role, d.role) where d.id = held.id
  returning * into held;
  return held;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_scim(p_workspace_id bigint, p_enabled boolean DEFAULT NULL::boolean, p_default_role public.workspace_role DEFAULT NULL::public.workspace_role, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.scim_overview
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held private.scim_connections;
begin
  perform private.require_scim_permission(p_workspace_id);
  if p_enabled then
    perform private.feature_gate(p_workspace_id, 'scim');
  end if;
  if p_default_role is not null and (p_default_role not in ('guest', 'viewer', 'maker', 'admin')) then
    perform private.problem('scim_role_not_given', 'default_role');
  end if;
  select * into held from private.scim_connections c where c.workspace_id = p_workspace_id for update;
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object('enabled', p_enabled, 'default_role', p_default_role)),
    jsonb_build_object('enabled', coalesce(held.enabled, false), 'default_role', coalesce(held.default_role, 'viewer')),
    p_workspace_id, array['workspace.scim.updated', 'workspace.scim.enabled', 'workspace.scim.disabled']);
  insert into private.scim_connections as c (workspace_id, enabled, default_role)
  values (p_workspace_id, coalesce(p_enabled, false), coalesce(p_default_role, 'viewer'))
  on conflict (workspace_id) do update
    set enabled = coalesce(p_enabled, c.enabled), default_role = coalesce(p_default_role, c.default_role)
    where (c.enabled, c.default_role) is distinct from (coalesce(p_enabled, c.enabled), coalesce(p_default_role, c.default_role));
  if p_enabled is not null and p_enabled is distinct from coalesce(held.enabled, false) then
    perform private.log_activity(p_workspace_id, case when p_enabled then 'workspace.scim.enabled' else 'workspace.scim.disabled' end);
  end if;
  if p_default_role is not null and p_default_role is distinct from coalesce(held.default_role, 'viewer') then
    perform private.log_activity(p_workspace_id, 'workspace.scim.updated',
      jsonb_build_object('old', coalesce(held.default_role, 'viewer'), 'role', p_default_role));
  end if;
  return public.scim_overview(p_workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.update_workspace_settings(p_workspace_id bigint, p_changes jsonb, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.workspace_settings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  stored jsonb;
  wanted jsonb := '{}';
  setting text;
  value jsonb;
begin
  -- The seats come before the row of the workspace, as in all writes that a plan gates.
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  if jsonb_typeof(p_changes) is distinct from 'object' then
    perform private.problem('settings_not_an_object');
  end if;
  select w.* into host from public.workspaces w where w.id = p_workspace_id for no key update;
  stored := to_jsonb(private.settings_of(host));
  for setting, value in select c.key, c.value from jsonb_each(p_changes) c order by c.key loop
    if not stored ? setting then
      perform private.problem('workspace_setting_unknown', left(setting, 100));
    end if;
    if setting = 'name' and jsonb_typeof(value) = 'string' then
      value := to_jsonb(btrim(value #>> '{}'));
    end if;
    if value = '""' then
      value := 'null';
    end if;
    perform private.require_nothing_against(private.reason_against_setting(setting, value), setting);
    perform private.require_seen(p_seen, jsonb_build_object(setting, value), stored, p_workspace_id, array['workspace.updated'],
      jsonb_build_object('changed', jsonb_build_array(setting)));
    if value is distinct from stored -> setting then
      wanted := wanted || jsonb_build_object(setting, value);
    end if;
  end loop;
  if wanted <> '{}' then
    -- Names of our own columns: none is here that the type of settings does not have.
    execute format(
      $change$update public.workspaces w set (%1$s) = (select %1$s from jsonb_populate_record(w, $1)) where w.id = $2 returning w.*$change$,
      (select string_agg(quote_ident(n), ', ') from jsonb_object_keys(wanted) n))
    into host using wanted, p_workspace_id;
  end if;
  return private.settings_of(host);
end
$function$;

COMMENT ON FUNCTION "private"."last_to_change"(bigint, text[], jsonb) IS 'Who did something of these types last, as the latest of the trail has it; about: what its metadata says of what was changed.';

COMMENT ON FUNCTION "private"."plain_domain"(text) IS 'A domain as it is kept, however it is written.';

COMMENT ON FUNCTION "private"."require_seen"(jsonb, jsonb, jsonb, bigint, text[], jsonb) IS 'Refuses what would replace, in a field that the caller saw, what somebody else saved since: seen and wanted name fields and values, stored is what there is now, locked. types and about: how the trail tells of such changes. Who says nothing of what they saw is not asked.';

COMMENT ON FUNCTION "public"."rename_workspace_token"(bigint, text, jsonb) IS 'Renames a workspace token. p_seen: the name that the caller saw, as in update_workspace_settings.';

COMMENT ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb, boolean, jsonb) IS 'Sends the trail of a workspace to an address from now on; where it was sent before, onward from what was taken there. p_secret: {ciphertext, key_id}, encrypted by the caller; null keeps the one before. p_is_first: refused where there is one, for somebody else was shown its secret. p_seen: the url that the caller saw, null for none, as in update_workspace_settings. Begins again what was paused. Needs a proof of the last ten minutes; who may read the activity gets a mail when the host is another one.';

COMMENT ON FUNCTION "public"."set_custom_domain"(bigint, text, jsonb) IS 'Claims a domain for a workspace, in place of the one before: it is served once its DNS records are found. Twenty a day. p_seen: the domain_name that the caller saw, null for none, as in update_workspace_settings.';

COMMENT ON FUNCTION "public"."update_approved_domain"(bigint, text, public.workspace_role, jsonb) IS 'Changes an approved domain or the role it gives. p_seen: what the caller saw of them, as in update_workspace_settings.';

COMMENT ON FUNCTION "public"."update_scim"(bigint, boolean, public.workspace_role, jsonb) IS 'Connects a workspace to its identity provider, or ends that; and says what people come in as of whom it says no role. p_seen: what the caller saw of these, as in update_workspace_settings.';

REVOKE ALL ON FUNCTION "private"."last_to_change"(bigint, text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."last_to_change"(bigint, text[], jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plain_domain"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_domain"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_seen"(jsonb, jsonb, jsonb, bigint, text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_seen"(jsonb, jsonb, jsonb, bigint, text[], jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."rename_workspace_token"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rename_workspace_token"(bigint, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_audit_webhook"(bigint, text, jsonb, boolean, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_custom_domain"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_custom_domain"(bigint, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_approved_domain"(bigint, text, public.workspace_role, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_approved_domain"(bigint, text, public.workspace_role, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_scim"(bigint, boolean, public.workspace_role, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_scim"(bigint, boolean, public.workspace_role, jsonb) TO "authenticated", "postgres";
