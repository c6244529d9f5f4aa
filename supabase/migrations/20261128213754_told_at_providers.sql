set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.log_hidden_node(laid public.overrides, was_hidden boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.log_activity(p.workspace_id, 'project.node.hidden_set', jsonb_build_object(
    'project_id', p.id, 'project', p.name, 'slug', p.slug, 'node_uri', private.for_trail(to_jsonb(laid.node_uri)),
    'branch', (select b.name from public.branches b where b.id = laid.branch_id),
    'changes', private.told_changes(jsonb_build_object('is_hidden', was_hidden), jsonb_build_object('is_hidden', laid.is_hidden), array['is_hidden'])))
  from public.projects p
  where p.id = laid.project_id and laid.is_hidden is distinct from was_hidden
$function$;

CREATE OR REPLACE FUNCTION private.log_named_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := tg_argv[0];
  subject constant text := split_part(kind, '.', -1);
  row_now constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  row_before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  host_id constant bigint := (row_now ->> 'workspace_id')::bigint;
begin
  if tg_op = 'UPDATE' and row_now - 'updated_at' = row_before - 'updated_at'
    or not exists (select 1 from public.workspaces w where w.id = host_id) then
    return null;
  end if;
  perform private.log_activity(host_id, kind || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    jsonb_build_object(subject || '_id', row_now -> 'id', subject, row_now -> 'name', 'slug', row_now -> 'slug',
      'old', nullif(row_before -> 'name', row_now -> 'name'),
      'visibility', case when tg_op = 'UPDATE' and row_before -> 'visibility' <> row_now -> 'visibility' then row_now -> 'visibility' end,
      'changes', case when tg_op = 'UPDATE' then
        private.told_changes(row_before, row_now, array['name', 'slug', 'description', 'visibility', 'icon', 'icon_color']) end));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_audit_webhook(p_workspace_id bigint, p_url text, p_secret jsonb DEFAULT NULL::jsonb, p_is_first boolean DEFAULT false)
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

CREATE OR REPLACE FUNCTION public.set_override(p_project_id bigint, p_node_uri text, p_changes jsonb, p_branch_id bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 2000;
  was_hidden boolean;
  changed public.overrides;
begin
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' or p_changes - '{title,summary,is_hidden}'::text[] <> '{}'
    or coalesce(jsonb_typeof(p_changes -> 'title'), 'null') not in ('string', 'null')
    or coalesce(jsonb_typeof(p_changes -> 'summary'), 'null') not in ('string', 'null')
    or coalesce(jsonb_typeof(p_changes -> 'is_hidden'), 'null') not in ('boolean', 'null')
    or length(p_changes ->> 'title') > 500 or length(p_changes ->> 'summary') > 2000
  then
    perform private.problem('override_invalid');
  end if;
  if p_branch_id is not null and not exists (
    select 1 from public.branches b where b.id = p_branch_id and b.project_id = p_project_id)
  then
    perform private.problem('branch_not_found');
  end if;
  select * into changed from public.overrides o
  where o.project_id = p_project_id and o.node_uri = p_node_uri and o.branch_id is not distinct from p_branch_id;
  if changed.id is null then
    if not exists (select 1 from public.nodes n where n.project_id = p_project_id and n.uri = p_node_uri) then
      perform private.problem('node_not_found');
    end if;
    if (select count(*) >= most from public.overrides o where o.project_id = p_project_id) then
      perform private.problem('too_many_overrides');
    end if;
    insert into public.overrides (project_id, branch_id, node_uri, created_by)
    values (p_project_id, p_branch_id, p_node_uri, private.current_user_id())
    returning * into changed;
  end if;
  was_hidden := changed.is_hidden;
  -- By the clock, and behind the lock: who follows the changes of a project misses none.
  update public.overrides o
  set title = case when p_changes ? 'title' then nullif(btrim(p_changes ->> 'title'), '') else o.title end,
    summary = case when p_changes ? 'summary' then nullif(btrim(p_changes ->> 'summary'), '') else o.summary end,
    is_hidden = case when p_changes ? 'is_hidden' then (p_changes ->> 'is_hidden')::boolean else o.is_hidden end,
    updated_by = private.current_user_id(), updated_at = clock_timestamp()
  where o.id = changed.id
  returning * into changed;
  perform private.log_hidden_node(changed, was_hidden);
  -- An analysis holds its branch while it writes nodes and lays overrides over them: one comes after the other.
  perform 1 from public.branches b
  where b.project_id = p_project_id and b.id = coalesce(p_branch_id, b.id) order by b.id for no key update;
  perform private.lay_overrides(b.id, p_node_uri)
  from public.branches b
  where b.project_id = p_project_id and b.id = coalesce(p_branch_id, b.id);
  return changed.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_external_login(p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb DEFAULT '{}'::jsonb, p_tokens jsonb DEFAULT '{}'::jsonb, p_auth_id uuid DEFAULT NULL::uuid, p_browser_hash text DEFAULT NULL::text, p_client text DEFAULT NULL::text, p_revision text DEFAULT NULL::text)
 RETURNS public.entry
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id);
  outcome public.entry;
begin
  if p_revision is distinct from private.integration_revision(integration) then
    perform private.problem('authentication_failed');
  end if;
  outcome := private.external_login(integration, p_external_id, p_username, p_emails, p_data, p_tokens, p_auth_id, p_browser_hash, p_client);
  -- At the end: entering may lock the workspace, which who changes an integration locks first.
  perform private.require_revision(p_integration_id, p_revision);
  if outcome.outcome in ('locked', 'no_email', 'not_registered') then
    perform public.svc_log_sign_in_refused(p_integration_id, outcome.outcome, p_client);
  end if;
  return outcome;
end
$function$;

COMMENT ON FUNCTION "private"."log_hidden_node"(public.overrides, boolean) IS 'One event where a node is hidden from readers or shown to them again: who reads what is a right, titles and summaries are content.';

COMMENT ON FUNCTION "public"."svc_external_login"(bigint, text, text, jsonb, jsonb, jsonb, uuid, text, text, text) IS 'The sign-in of somebody at a provider (private.external_login). p_revision names the settings that the provider was asked with: once they have changed, nothing comes of what it said. Who is not let in for a locked workspace, no address or no account is told in the trail.';

REVOKE ALL ON FUNCTION "private"."log_hidden_node"(public.overrides, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_hidden_node"(public.overrides, boolean) TO "postgres";
