set local check_function_bodies = off;

DROP TRIGGER "forget_openings" ON "public"."workspace_integrations";

DROP FUNCTION "private"."forget_openings"();

DROP FUNCTION "public"."svc_connect_external"(uuid, uuid, bigint, text, text, jsonb, jsonb);

DROP FUNCTION "public"."svc_note_sign_in"(uuid, uuid, text, text, text, bigint, bigint);

CREATE OR REPLACE FUNCTION private.end_sessions_of_provider(integration_id bigint, except_one uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform set_config('waymark.ended', 'provider_changed', true);
  delete from auth.sessions s using private.sessions o
  where o.integration_id = end_sessions_of_provider.integration_id and s.id = o.session_id and s.id is distinct from except_one;
  perform set_config('waymark.ended', '', true);
  update private.sessions o set method = 'code', integration_id = null where o.integration_id = end_sessions_of_provider.integration_id;
  -- What is asked from here on asks anew what the present session may do.
  perform set_config('waymark.session', '', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.ended_sentence(reason text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case reason
    when 'password_changed' then 'You were signed out because the password was changed.'
    when 'signed_out_elsewhere' then 'You were signed out from another device.'
    when 'joined_elsewhere' then 'You were signed out because your account reaches another workspace now. Please sign in again.'
    when 'provider_changed' then 'You were signed out because the way you signed in has changed. Please sign in again.'
    when 'reused' then 'Your session was used from another place and has been ended. Please log in again.'
    else 'The session has ended. Please sign in again.' end
$function$;

CREATE OR REPLACE FUNCTION private.external_login(integration public.workspace_integrations, p_external_id text, p_username text, p_emails jsonb, p_data jsonb, p_tokens jsonb, p_auth_id uuid, p_browser_hash text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host constant public.workspaces := (select w from public.workspaces w where w.id = integration.workspace_id);
  said constant text[] := private.said_emails(p_emails);
  is_trusted constant boolean := private.provider_is_trusted(integration.kind, integration.config_type, integration.config);
  is_proven boolean;
  proven text[];
  address text;
  account_id bigint;
begin
  select array_agg(e order by n) into proven
  from unnest(said) with ordinality as list (e, n)
  where is_trusted or exists (
    select 1 from private.email_claims c
    where c.workspace_integration_id = integration.id and c.external_id = p_external_id and c.email = e
      and c.confirmed_at > now() - interval '1 day');

  select x.user_id into account_id from public.external_users x
  where x.workspace_integration_id = integration.id and x.external_id = p_external_id;

  if account_id is null and private.is_locked(host) and private.account_of(proven[1]) is null then
    return private.entry(null, 'locked', workspace_id => host.id);
  end if;
  if account_id is null and cardinality(said) = 0 then
    return jsonb_build_object('outcome', 'no_email', 'entered', false, 'retry_after', 0);
  end if;
  if account_id is null and proven is null then
    address := private.most_useful_email(host.id, said);
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;
  if account_id is null then
    select private.account_of(e) into account_id
    from unnest(proven) with ordinality as list (e, n)
    where private.account_of(e) is not null order by n limit 1;
  end if;
  if account_id is null then
    if not integration.allow_user_register and private.live_invitation(host.id, proven) is null then
      return jsonb_build_object('outcome', 'not_registered', 'entered', false, 'retry_after', 0);
    end if;
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', private.most_useful_email(host.id, proven), 'retry_after', 0);
    end if;
    account_id := private.ensure_user(p_auth_id, private.require_credential_of(p_auth_id, proven));
    perform private.introduce(account_id, coalesce(p_data, '{}'));
  end if;

  -- The provider may be the workspace's own server: what it says opens this workspace, others only with a code.
  is_proven := is_trusted or private.browser_is_known(account_id, integration.id, p_external_id, p_browser_hash);
  if not is_proven and exists (
    select 1 from public.workspace_members m where m.user_id = account_id and m.workspace_id <> host.id) then
    select e.email into address from public.emails e
    where e.user_id = account_id and e.confirmed_at is not null
    order by array_position(said, e.email) nulls last, e.is_primary desc
    limit 1;
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;

  perform private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  -- Who runs the provider may have confirmed an address of their own under this person's id: it would open the account.
  foreach address in array case when is_trusted then coalesce(proven, '{}') else '{}' end loop
    if private.account_of(address) is null then
      perform private.confirm_address(account_id, address);
    end if;
  end loop;
  return private.enter_workspace(account_id, host.id, p_client, p_browser_hash)
    || jsonb_build_object('only_workspace_id', case when not is_proven then host.id end);
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_provider()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Tokens of connected accounts go along with them.
  delete from public.external_users x where x.workspace_integration_id = new.id;
  delete from private.known_browsers b where b.workspace_integration_id = new.id;
  delete from private.email_claims c where c.workspace_integration_id = new.id;
  delete from private.login_states s where s.workspace_integration_id = new.id;
  delete from private.sso_codes c where c.workspace_integration_id = new.id;
  delete from private.saml_requests r where r.workspace_integration_id = new.id;
  perform private.end_sessions_of_provider(new.id, (private.current_session()).id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.integration_revision(integration public.workspace_integrations)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select encode(extensions.digest(jsonb_build_array(integration.kind, integration.config_type, integration.config)::text, 'sha256'), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.provider_of(kind text, config_type text, config jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_array(kind, config_type) || case
    -- The installation's own registration: what else the settings say is not asked for.
    when config_type = 'default' then '[]'
    else jsonb_build_array(config ->> 'hostUrl', config ->> 'apiUrl', config ->> 'tenantId', config ->> 'url', config ->> 'searchBase',
      config ->> 'searchFilter', config ->> 'entryPoint', config ->> 'idpIssuer')
    end
$function$;

CREATE OR REPLACE FUNCTION private.require_revision(integration_id bigint, revision text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Until the end of the transaction: who changes the settings comes after what was said under them, and clears it away.
  perform 1 from public.workspace_integrations i
  where i.id = integration_id and private.integration_revision(i) = require_revision.revision
  for share;
  if not found then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_connect_external(p_auth_id uuid, p_session_id uuid, p_integration_id bigint, p_external_id text, p_username text, p_data jsonb DEFAULT '{}'::jsonb, p_tokens jsonb DEFAULT '{}'::jsonb, p_revision text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.session_of(p_session_id, p_auth_id);
  integration constant public.workspace_integrations := private.require_connectable(session, p_integration_id);
  account_id constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
  kept public.external_users;
begin
  -- What it connects opens the account, not this workspace alone.
  if session.only_workspace_id is not null or session.is_recent is not true then
    perform private.problem('PROOF_REQUIRED', 403, 'Confirm that it is you to go on.');
  end if;
  perform private.require_revision(integration.id, p_revision);
  kept := private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  if kept.user_id <> account_id then
    perform private.problem('CONFLICT', 409, 'This account is already connected to another user.');
  end if;
  perform private.tell_account(account_id, 'account_connected', jsonb_build_object('integration', integration.name, 'username', kept.username));
  return jsonb_build_object('id', kept.id, 'workspace_integration_id', kept.workspace_integration_id, 'username', kept.username);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_external_login(p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb DEFAULT '{}'::jsonb, p_tokens jsonb DEFAULT '{}'::jsonb, p_auth_id uuid DEFAULT NULL::uuid, p_browser_hash text DEFAULT NULL::text, p_client text DEFAULT NULL::text, p_revision text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id);
  outcome jsonb;
begin
  if p_revision is distinct from private.integration_revision(integration) then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
  outcome := private.external_login(integration, p_external_id, p_username, p_emails, p_data, p_tokens, p_auth_id, p_browser_hash, p_client);
  -- At the end: entering may lock the workspace, which who changes an integration locks first.
  perform private.require_revision(p_integration_id, p_revision);
  return outcome;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_sign_in(p_auth_id uuid, p_session_id uuid, p_method text, p_user_agent text, p_client text, p_integration_id bigint DEFAULT NULL::bigint, p_only_workspace_id bigint DEFAULT NULL::bigint, p_revision text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id constant bigint := (select u.id from public.users u where u.auth_id = p_auth_id);
  agent constant text := left(coalesce(p_user_agent, ''), 500);
  is_first constant boolean := not exists (select 1 from private.devices d where d.user_id = account_id);
  is_new boolean;
begin
  if account_id is null then
    return false;
  end if;
  -- What was proven to one provider must not count as opened by the one that the settings name since.
  if p_integration_id is not null then
    perform private.require_revision(p_integration_id, p_revision);
  end if;
  insert into private.sessions (session_id, auth_id, method, integration_id, only_workspace_id, user_agent, ip_address)
  values (p_session_id, p_auth_id, p_method, p_integration_id, p_only_workspace_id, agent, private.as_address(p_client))
  on conflict (session_id) do nothing;
  update public.users u set last_seen_at = now() where u.id = account_id;
  insert into private.devices as d (user_id, family) values (account_id, regexp_replace(lower(agent), '[0-9][0-9._]*', '', 'g'))
  on conflict on constraint devices_pkey do update set last_seen_at = now()
  returning d.first_seen_at = now() into is_new;
  if not is_new or is_first then
    return false;
  end if;
  perform private.enqueue_mail(e.email, 'new_sign_in', jsonb_strip_nulls(jsonb_build_object(
    'at', now(), 'ip', host(private.as_address(p_client)), 'user_agent', nullif(agent, ''))))
  from public.emails e where e.user_id = account_id and e.is_primary;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_integration(p_integration_id bigint, p_name text DEFAULT NULL::text, p_enabled boolean DEFAULT NULL::boolean, p_allow_user_login boolean DEFAULT NULL::boolean, p_allow_user_register boolean DEFAULT NULL::boolean, p_config_type text DEFAULT NULL::text, p_config jsonb DEFAULT NULL::jsonb, p_secrets jsonb DEFAULT NULL::jsonb, p_unset_all_saml_idps boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.workspace_integrations;
  wish public.workspace_integrations;
  moves boolean;
begin
  held := private.require_integration(p_integration_id);
  wish := held;
  wish.name := coalesce(btrim(p_name), held.name);
  wish.enabled := coalesce(p_enabled, held.enabled);
  wish.allow_user_login := coalesce(p_allow_user_login, held.allow_user_login);
  wish.allow_user_register := coalesce(p_allow_user_register, held.allow_user_register);
  wish.config_type := case
    when held.kind in ('builtin', 'saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then held.config_type
    else coalesce(p_config_type, held.config_type) end;
  wish.config := private.normal_config(jsonb_strip_nulls(held.config || coalesce(p_config, '{}')));
  if held.kind = 'saml' and p_unset_all_saml_idps then
    wish.config := wish.config || '{"defaultIdp": true}';
  end if;
  -- The settings of one's own server mean nothing to the public one.
  if wish.config_type = 'default' and held.kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services') then
    wish.config := wish.config - array['hostUrl', 'apiUrl', 'clientId', 'tenantId'];
  end if;
  if wish.name = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'name');
  end if;
  if held.kind = 'builtin' and length(wish.name) > 20 then
    perform private.problem('VALIDATION_ERROR', 400, 'Must be no more than 20 Characters', 'name');
  end if;
  if (wish.config_type, wish.config) is distinct from (held.config_type, held.config) or wish.enabled and not held.enabled then
    perform private.gate_integration(held.workspace_id, held.kind, wish.config_type);
  end if;
  perform private.require_valid_config(held.kind, wish.config_type, wish.config);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(held.kind, wish.config_type, wish.config));
  -- A secret is for the server it was typed for: who may change the address must not send it elsewhere.
  moves := array[wish.config ->> 'url', wish.config ->> 'hostUrl', wish.config ->> 'apiUrl']
    is distinct from array[held.config ->> 'url', held.config ->> 'hostUrl', held.config ->> 'apiUrl'];
  update public.workspace_integrations i
  set name = wish.name, enabled = wish.enabled, allow_user_login = wish.allow_user_login, allow_user_register = wish.allow_user_register,
    config_type = wish.config_type, config = wish.config
  where i.id = held.id;
  delete from private.secrets s
  where s.workspace_integration_id = held.id
    and (moves or s.name <> all (private.integration_secret_names(held.kind, wish.config_type, wish.config)));
  perform private.store_secrets(held.id, null, coalesce(p_secrets, '{}'));
  if wish.config ->> 'authType' is distinct from held.config ->> 'authType' then
    -- Tokens of one kind of sign-in are worth nothing to the other.
    delete from private.secrets s using public.external_users x
    where x.workspace_integration_id = held.id and s.external_user_id = x.id;
  end if;
  select * into held from public.workspace_integrations i where i.id = held.id;
  perform private.require_secrets(held);
  return private.integration_as_json(held);
end
$function$;

CREATE TRIGGER forget_provider AFTER UPDATE ON public.workspace_integrations FOR EACH ROW WHEN ((private.provider_of(old.kind, old.config_type, old.config) <> private.provider_of(new.kind, new.config_type, new.config))) EXECUTE FUNCTION private.forget_provider();

COMMENT ON FUNCTION "private"."end_sessions_of_provider"(bigint, uuid) IS 'Ends the sessions that an integration''s provider opened. The one excepted goes on, and counts no more as opened by it.';

COMMENT ON FUNCTION "private"."external_login"(public.workspace_integrations, text, text, jsonb, jsonb, jsonb, uuid, text, text) IS 'Finds the account of somebody a provider vouches for, or makes it, and lets it into the workspace by the same rules as everybody. Never by an address that is not proven.';

COMMENT ON FUNCTION "private"."forget_provider"() IS 'An id belongs to the provider that gave it. Where another one answers from now on, nothing of the one before is left: whose accounts its people are, what was proven after its sign-ins, and the sessions it opened.';

COMMENT ON FUNCTION "private"."provider_of"(text, text, jsonb) IS 'Who answers for an integration: the settings that decide whose ids its ids are. An id of one provider says nothing at another.';

COMMENT ON FUNCTION "private"."require_revision"(bigint, text) IS 'Refuses what a provider said under other settings than the present ones, and keeps these as they are until the transaction ends.';

COMMENT ON FUNCTION "public"."svc_connect_external"(uuid, uuid, bigint, text, text, jsonb, jsonb, text) IS 'Connects an account at an integration to a member, by a session that reaches its workspace and was proven in the last ten minutes. p_revision as in svc_external_login.';

COMMENT ON FUNCTION "public"."svc_external_login"(bigint, text, text, jsonb, jsonb, jsonb, uuid, text, text, text) IS 'The sign-in of somebody at a provider (private.external_login). p_revision names the settings that the provider was asked with: once they have changed, nothing comes of what it said.';

COMMENT ON FUNCTION "public"."svc_note_sign_in"(uuid, uuid, text, text, text, bigint, bigint, text) IS 'Remembers how and with what somebody signed in; a device the account never used is told by mail, except for the very first one. p_revision names the settings that the provider was asked with: under others nothing is noted.';

REVOKE ALL ON FUNCTION "private"."end_sessions_of_provider"(bigint, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_sessions_of_provider"(bigint, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."external_login"(public.workspace_integrations, text, text, jsonb, jsonb, jsonb, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."external_login"(public.workspace_integrations, text, text, jsonb, jsonb, jsonb, uuid, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_provider"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_provider"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."provider_of"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."provider_of"(text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_revision"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_revision"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_connect_external"(uuid, uuid, bigint, text, text, jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_connect_external"(uuid, uuid, bigint, text, text, jsonb, jsonb, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_note_sign_in"(uuid, uuid, text, text, text, bigint, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_note_sign_in"(uuid, uuid, text, text, text, bigint, bigint, text) TO "postgres", "service_role";
