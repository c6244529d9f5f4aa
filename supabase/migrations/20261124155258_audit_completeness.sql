set local check_function_bodies = off;

DROP FUNCTION "public"."workspace_activity"(bigint, bigint, bigint, integer, text[]);

CREATE OR REPLACE FUNCTION private.forget_in_trail(user_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.activity_events a set actor_id = null, actor_name = 'Deleted user', actor_email = '', ip_address = null, origin = '{}'
  where a.actor_id = forget_in_trail.user_id
$function$;

CREATE OR REPLACE FUNCTION private.hold_place_in_trail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  floor bigint;
begin
  -- Once a transaction: what it writes later has a higher number.
  if coalesce(current_setting('waymark.trail_floor', true), '') = '' then
    select case when s.is_called then s.last_value else 0 end into floor from public.activity_events_id_seq s;
    perform pg_catalog.pg_advisory_xact_lock_shared(private.trail_lock() | floor);
    perform set_config('waymark.trail_floor', floor::text, true);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_first_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_now constant jsonb := to_jsonb(new);
  project public.projects;
begin
  select * into project from public.projects p where p.id = (row_now ->> 'project_id')::bigint;
  perform private.log_activity_of(coalesce(project.workspace_id, (row_now ->> 'workspace_id')::bigint), tg_argv[0] || '.first_used', null,
    current_setting('waymark.client', true),
    jsonb_build_object('token_id', row_now -> 'id', 'token', row_now -> 'name', 'project_id', project.id, 'project', project.name));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_integration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - 'config' || old.config end;
  will_be constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - 'config' || new.config end;
  about constant jsonb := case when tg_op = 'DELETE' then was else will_be end;
  changed jsonb;
begin
  select jsonb_agg(key) into changed
  from jsonb_object_keys(was || will_be) key
  where key not in ('updated_at', 'is_default_idp') and was -> key is distinct from will_be -> key;
  if changed is not null and exists (select 1 from public.workspaces w where w.id = (about ->> 'workspace_id')::bigint) then
    perform private.log_activity((about ->> 'workspace_id')::bigint,
      'workspace.integration.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      jsonb_build_object('id', about -> 'id', 'name', about -> 'name', 'kind', about -> 'kind',
        'changed', case when tg_op = 'UPDATE' then changed end,
        'changes', case when tg_op = 'UPDATE' then private.told_changes(was, will_be,
          array['name', 'enabled', 'allow_user_login', 'allow_user_register', 'config_type']) end));
  end if;
  return null;
end
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
        private.told_changes(row_before, row_now, array['name', 'slug', 'description', 'visibility', 'icon_name', 'icon_color', 'handle']) end));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_project_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject jsonb;
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
      perform private.log_activity(old.workspace_id, 'project.deleted', jsonb_build_object('project_id', old.id, 'project', old.name, 'slug', old.slug));
    end if;
    return null;
  end if;
  subject := jsonb_build_object('project_id', new.id, 'project', new.name, 'slug', new.slug);
  if tg_op = 'INSERT' then
    perform private.log_activity(new.workspace_id, 'project.created', subject || jsonb_build_object('visibility', new.visibility, 'group_id', new.group_id));
    return null;
  end if;
  subject := subject || jsonb_build_object(
    'old', case when new.name <> old.name then old.name end,
    'visibility', case when new.visibility <> old.visibility then new.visibility end);
  changes := private.told_changes(to_jsonb(old), to_jsonb(new), array['name', 'slug', 'description', 'visibility', 'icon_name', 'icon_color',
    'type', 'flavor', 'is_design_library', 'auto_invite_committers', 'use_legacy_exporter']);
  -- A deleted group lets its projects go: the deletion of the group says so.
  if new.group_id is distinct from old.group_id
    and (new.group_id is not null or exists (select 1 from public.groups g where g.id = old.group_id)) then
    perform private.log_activity(new.workspace_id, 'project.moved', subject || jsonb_build_object('group_id', new.group_id, 'old_group_id', old.group_id,
      'group', (select g.name from public.groups g where g.id = new.group_id), 'changes', changes));
  elsif changes is not null then
    perform private.log_activity(new.workspace_id, 'project.updated', subject || jsonb_build_object('changes', changes));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_project_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_now constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changes constant jsonb := case when tg_op = 'UPDATE' then private.told_changes(to_jsonb(old), row_now, string_to_array(tg_argv[1], ' ')) end;
  project public.projects;
begin
  select * into project from public.projects p where p.id = (row_now ->> 'project_id')::bigint;
  -- What goes with its project has that as its event.
  if project.id is null or tg_op = 'UPDATE' and changes is null then
    return null;
  end if;
  perform private.log_activity(project.workspace_id,
    tg_argv[0] || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    jsonb_build_object('project_id', project.id, 'project', project.name, 'slug', project.slug,
      'name', coalesce(row_now -> 'name', row_now -> 'external_slug'), 'changes', changes));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_row_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_now jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  host_id bigint := (row_now ->> 'workspace_id')::bigint;
begin
  if tg_op = 'UPDATE' and row_now = to_jsonb(old) then
    return null;
  end if;
  if exists (select 1 from public.workspaces w where w.id = host_id) then
    perform private.log_activity(host_id, tg_argv[0] || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      jsonb_build_object('id', row_now -> 'id', 'name', coalesce(row_now -> 'name', row_now -> 'domain', row_now -> 'email'), 'role', row_now -> 'role',
      'changes', case when tg_op = 'UPDATE' then private.told_changes(to_jsonb(old), row_now, array['domain', 'name', 'email', 'role']) end));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_secret_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.workspace_integrations;
begin
  select * into held from public.workspace_integrations i
  where i.id = case when tg_op = 'DELETE' then old.workspace_integration_id else new.workspace_integration_id end;
  -- What comes with an integration, or goes with it, has that as its event.
  if held.id is null or held.created_at = now() or tg_op = 'UPDATE' and old.ciphertext = new.ciphertext
    -- Sealed anew with another key of the installation.
    or (private.current_session()).id is null then
    return null;
  end if;
  perform private.log_activity(held.workspace_id, 'workspace.integration.secret_changed', jsonb_build_object(
    'id', held.id, 'name', held.name, 'kind', held.kind, 'secret', case when tg_op = 'DELETE' then old.name else new.name end,
    'change', case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'replaced' else 'removed' end));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_rewriting_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and old.actor_id is not null and new.actor_id is null
    and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
    return new;
  end if;
  -- An account that is deleted takes its name out of the trail, and only that.
  if tg_op = 'UPDATE' and new.actor_id is null and new.actor_name = 'Deleted user' and new.actor_email = '' and new.ip_address is null
    and new.origin = '{}'
    and to_jsonb(new) - array['actor_id', 'actor_name', 'actor_email', 'ip_address', 'origin']
      = to_jsonb(old) - array['actor_id', 'actor_name', 'actor_email', 'ip_address', 'origin'] then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
    return old;
  end if;
  if tg_op = 'DELETE' and old.created_at < (select now() - make_interval(days => d.activity_days) from private.deployment d) then
    return old;
  end if;
  perform private.problem('activity_unchangeable');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.request_origin()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
begin
  -- Without a session it is a function, the worker or an operator: their headers say nothing of a person.
  if session.id is null then
    return '{}';
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'user_agent', left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 300),
    'method', session.method, 'integration_id', session.integration_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.style_guide_names(project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(p.name order by s.position), '[]')
  from public.project_style_guides s join public.projects p on p.id = s.style_guide_project_id
  where s.project_id = style_guide_names.project_id
$function$;

CREATE OR REPLACE FUNCTION private.told_changes(was jsonb, becomes jsonb, fields text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(field, jsonb_strip_nulls(jsonb_build_object(
    'old', private.for_trail(was -> field), 'new', private.for_trail(becomes -> field))))
  from unnest(fields) field
  where was -> field is distinct from becomes -> field
$function$;

CREATE OR REPLACE FUNCTION private.trail_horizon()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken bigint;
  pending bigint;
begin
  -- In this order, each with a snapshot of its own: who took a number up to the first held a lock by the second, or is done.
  select case when s.is_called then s.last_value else 0 end into taken from public.activity_events_id_seq s;
  select min((l.classid::bigint << 32 | l.objid::bigint) & ((1::bigint << 48) - 1)) into pending
  from pg_catalog.pg_locks l
  where l.locktype = 'advisory' and l.objsubid = 1 and l.classid::bigint >> 16 = private.trail_lock() >> 48
    and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database());
  return least(taken, pending);
end
$function$;

CREATE OR REPLACE FUNCTION private.trail_lock()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 22337::bigint << 48
$function$;

CREATE OR REPLACE FUNCTION public.set_project_style_guides(p_project_id bigint, p_style_guide_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant bigint[] := coalesce(p_style_guide_ids, '{}');
  host_id bigint;
  was jsonb;
  becomes jsonb;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  was := private.style_guide_names(p_project_id);
  if cardinality(wanted) > 50 then
    perform private.problem('too_many_style_guides', 'extended_ssg_ids');
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  if exists (
    select 1 from unnest(wanted) w (id)
    left join public.projects p on p.id = w.id and p.id <> p_project_id and p.workspace_id = host_id and p.flavor = 'style_guide'
    where p.id is null or not private.can_in_project(p.id, 'project_read')
  ) then
    perform private.problem('style_guide_not_found', 'extended_ssg_ids');
  end if;
  -- What the caller does not read was not shown to them: it stays, behind what they name.
  delete from public.project_style_guides s
  where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read');
  update public.project_style_guides s set position = s.position + cardinality(wanted) where s.project_id = p_project_id;
  insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position)
  select p_project_id, w.id, host_id, min(w.place) - 1
  from unnest(wanted) with ordinality w (id, place)
  group by w.id;
  becomes := private.style_guide_names(p_project_id);
  if was <> becomes then
    perform private.log_activity(host_id, 'project.style_guides.updated', (
      select jsonb_build_object('project_id', p.id, 'project', p.name, 'slug', p.slug, 'changes', private.told_changes(
        jsonb_build_object('style_guides', was), jsonb_build_object('style_guides', becomes), array['style_guides']))
      from public.projects p where p.id = p_project_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_activity(p_workspace_id bigint, p_before bigint DEFAULT NULL::bigint, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_types text[] DEFAULT NULL::text[])
 RETURNS TABLE(id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamp with time zone, origin jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.page_size(p_limit, 50, 500);
  sees_billing constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceBilling');
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  -- Not feature_gate: nothing is written, so nothing has to wait.
  perform private.require_feature(p_workspace_id, 'activity_logs');
  -- Each kind is a search of its own.
  if cardinality(p_types) > 100 then
    perform private.problem('too_many_activity_types', 'types');
  end if;
  return query
  select p.id, p.type, p.actor_id, p.actor_name, p.actor_email,
    case when sees_billing or split_part(p.type, '.', 1) <> 'billing' then p.metadata else private.billing_for_all(p.metadata) end,
    p.ip_address, p.created_at, p.origin
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

CREATE TRIGGER log_change AFTER INSERT OR DELETE OR UPDATE OF created_at ON private.ci_tokens FOR EACH ROW EXECUTE FUNCTION private.log_project_part('project.ci_token', 'created_at');

CREATE TRIGGER log_first_use AFTER UPDATE OF last_used_at ON private.ci_tokens FOR EACH ROW WHEN (((old.last_used_at IS NULL) AND (new.last_used_at IS NOT NULL))) EXECUTE FUNCTION private.log_first_use('project.ci_token');

CREATE TRIGGER log_change AFTER INSERT OR DELETE OR UPDATE ON private.secrets FOR EACH ROW EXECUTE FUNCTION private.log_secret_change();

CREATE TRIGGER log_change AFTER INSERT OR DELETE OR UPDATE OF created_at ON private.spectral_tokens FOR EACH ROW EXECUTE FUNCTION private.log_project_part('project.spectral_token', 'created_at');

CREATE TRIGGER log_first_use AFTER UPDATE OF last_used_at ON private.spectral_tokens FOR EACH ROW WHEN (((old.last_used_at IS NULL) AND (new.last_used_at IS NOT NULL))) EXECUTE FUNCTION private.log_first_use('project.spectral_token');

CREATE TRIGGER hold_place BEFORE INSERT ON public.activity_events FOR EACH STATEMENT EXECUTE FUNCTION private.hold_place_in_trail();

CREATE TRIGGER log_change AFTER UPDATE OF is_published, is_default, share_enabled, share_serial, share_expires_at ON public.branches FOR EACH ROW EXECUTE FUNCTION private.log_project_part('project.branch', 'is_published is_default share_enabled share_serial share_expires_at');

CREATE TRIGGER log_first_use AFTER UPDATE OF last_used_at ON public.machine_principals FOR EACH ROW WHEN (((old.last_used_at IS NULL) AND (new.last_used_at IS NOT NULL))) EXECUTE FUNCTION private.log_first_use('workspace.token');

CREATE TRIGGER log_change AFTER INSERT OR DELETE OR UPDATE ON public.project_repositories FOR EACH ROW EXECUTE FUNCTION private.log_project_part('project.repository', 'workspace_integration_id external_id external_slug external_org_slug default_branch commit_statuses pull_request_comments webhook_installed_at');

CREATE TRIGGER log_change AFTER INSERT OR DELETE OR UPDATE ON public.project_service_accounts FOR EACH ROW EXECUTE FUNCTION private.log_project_part('project.service_account', 'name kind username updated_at');

COMMENT ON FUNCTION "private"."hold_place_in_trail"() IS 'Says, before a number is taken, that events beyond the present one are still to come: by a shared lock that ends with the transaction and keeps nobody waiting.';

COMMENT ON FUNCTION "private"."log_first_use"() IS 'One event when a token is used for the first time; the argument names its kind.';

COMMENT ON FUNCTION "private"."log_integration_change"() IS 'One event a change of the sign-in configuration: which settings; values of the switches alone.';

COMMENT ON FUNCTION "private"."log_project_part"() IS 'One event for what belongs to a project and gives rights or reaches outside: the arguments name the kind, and the fields whose values may be told.';

COMMENT ON FUNCTION "private"."log_secret_change"() IS 'One event when a secret of an integration is added, replaced or removed: which one, and nothing of it.';

COMMENT ON FUNCTION "private"."request_origin"() IS 'By what the caller came: the browser as it calls itself, and how the session was opened.';

COMMENT ON FUNCTION "private"."style_guide_names"(bigint) IS 'The style guides of a project by name, in their order, as the trail tells them.';

COMMENT ON FUNCTION "private"."told_changes"(jsonb, jsonb, text[]) IS 'Of the fields that differ {field: {old, new}}, without what is null; null when none does. Names the fields it may tell: secrets are among none of them.';

COMMENT ON FUNCTION "private"."trail_horizon"() IS 'Up to which number the trail is complete: nobody writes there any more. To be asked in a statement before the one that reads.';

COMMENT ON FUNCTION "private"."trail_lock"() IS 'The upper sixteen bits of the locks by which transactions that write the trail are known; the number of an event is beneath.';

COMMENT ON FUNCTION "public"."workspace_activity"(bigint, bigint, bigint, integer, text[]) IS 'The trail of a workspace, newest first, page by page, amounts and notes of billing for who manages it alone: p_before (the last id seen) for older events, p_after for the page just newer. p_types: exact types, or whole groups (workspace, group, project, team).';

REVOKE ALL ON FUNCTION "private"."hold_place_in_trail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_place_in_trail"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_first_use"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_first_use"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_project_part"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_project_part"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_secret_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_secret_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_origin"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_origin"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."style_guide_names"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."style_guide_names"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_changes"(jsonb, jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_changes"(jsonb, jsonb, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."trail_horizon"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trail_horizon"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."trail_lock"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trail_lock"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."workspace_activity"(bigint, bigint, bigint, integer, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_activity"(bigint, bigint, bigint, integer, text[]) TO "authenticated", "postgres";

ALTER TABLE "public"."activity_events" ADD COLUMN "origin" jsonb NOT NULL DEFAULT private.request_origin();

COMMENT ON COLUMN "public"."activity_events"."origin" IS 'user_agent, and how the session of the actor was opened: method, integration_id. Empty where no session wrote.';
