set local check_function_bodies = off;

CREATE TYPE "public"."workspace_settings" AS ("name" text, "logo_url" text, "favicon_url" text, "theme" jsonb, "home_content" text, "redirects" text, "idle_timeout_seconds" integer, "hide_powered_by" boolean, "hide_sign_in" boolean, "join_requests_disabled" boolean, "guests_receive_daily_digest" boolean, "use_automatic_ssg_conversion" boolean, "disable_default_styleguide_editing" boolean, "show_tryit" boolean, "show_tryit_mock_server" boolean, "allow_search_indexing" boolean, "show_userway" boolean, "disable_cookie_tracking" boolean, "allow_public_projects" boolean, "allow_web_projects" boolean, "google_tag_manager" text, "localizejs" text);

CREATE OR REPLACE FUNCTION private.for_trail(value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when length(value #>> '{}') > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…') else value end
$function$;

CREATE OR REPLACE FUNCTION private.keep_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := to_jsonb(private.settings_of(old));
  changed record;
begin
  for changed in select n.key, n.value from jsonb_each(to_jsonb(private.settings_of(new))) n where n.value is distinct from was -> n.key loop
    perform private.require_nothing_against(private.reason_against_setting(changed.key, changed.value), changed.key);
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.kind_of(value jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case jsonb_typeof(value) when 'string' then 'text' when 'number' then 'integer' when 'object' then 'jsonb' else jsonb_typeof(value) end
$function$;

CREATE OR REPLACE FUNCTION private.last_to_change(workspace_id bigint, setting text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select nullif(e.actor_name, '') from (
      select a.id, a.actor_name, a.metadata from public.activity_events a
      where a.workspace_id = last_to_change.workspace_id and a.type = 'workspace.updated' order by a.id desc limit 100) e
    where e.metadata -> 'changed' ? last_to_change.setting
    order by e.id desc limit 1), 'Somebody')
$function$;

CREATE OR REPLACE FUNCTION private.log_settings_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := to_jsonb(old);
  changed jsonb;
  before jsonb;
  since jsonb;
begin
  select jsonb_agg(n.key order by n.key), jsonb_object_agg(n.key, private.for_trail(was -> n.key)), jsonb_object_agg(n.key, private.for_trail(n.value))
  into changed, before, since
  from jsonb_each(to_jsonb(new)) n
  -- Locks have events of their own.
  where n.key not in ('updated_at', 'locked', 'lock_at', 'lock_reason') and n.value is distinct from was -> n.key;
  if changed is not null then
    perform private.log_activity(new.id, 'workspace.updated', jsonb_build_object('changed', changed, 'old', before, 'new', since));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_setting(setting text, value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given constant text := value #>> '{}';
  kind text;
  is_needed boolean;
begin
  select a.atttypid::regtype::text, c.attnotnull into kind, is_needed
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_attribute c on c.attrelid = 'public.workspaces'::regclass and c.attname = a.attname
  where a.attrelid = 'public.workspace_settings'::regclass and a.attname = setting and not a.attisdropped;
  if not found then
    return 'workspace_setting_unknown';
  elsif value is null or value = 'null' then
    return case when is_needed then 'required' end;
  elsif kind <> private.kind_of(value) then
    return case kind when 'boolean' then 'setting_not_a_flag' when 'text' then 'setting_not_a_text' when 'integer' then 'setting_not_a_number' else 'setting_not_an_object' end;
  end if;
  return case setting
    when 'name' then case when length(btrim(given)) < 2 then 'workspace_name_too_short' when length(btrim(given)) > 20 then 'workspace_name_too_long' end
    when 'idle_timeout_seconds' then case when given::numeric <> trunc(given::numeric) or given::numeric not between 1 and 31536000 then 'idle_timeout_invalid' end
    when 'logo_url' then case when given !~ '^(https?://|data:image/)' or length(given) > 4000 then 'address_invalid' end
    when 'favicon_url' then case when given !~ '^(https?://|data:image/)' or length(given) > 4000 then 'address_invalid' end
    when 'theme' then case when length(given) > 5000 then 'theme_too_long' end
    when 'home_content' then case when length(given) > 30000 then 'home_content_too_long' end
    when 'redirects' then case when length(given) > 50000 then 'redirects_too_long' end
    -- Names of theirs, as those who give them out make them: they become part of an address.
    when 'google_tag_manager' then case when given !~ '^(GTM-[A-Z0-9]{4,12})?$' then 'tag_manager_invalid' end
    when 'localizejs' then case when given !~ '^([A-Za-z0-9]{8,40})?$' then 'localize_invalid' end
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.settings_of(host public.workspaces)
 RETURNS public.workspace_settings
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_populate_record(null::public.workspace_settings, to_jsonb(host))
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
  if jsonb_typeof(p_changes) is distinct from 'object' or jsonb_typeof(coalesce(p_seen, '{}')) <> 'object' then
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
    if value is distinct from stored -> setting then
      -- An empty text is none.
      if p_seen ? setting and nullif(nullif(p_seen -> setting, '""'), 'null') is distinct from nullif(nullif(stored -> setting, '""'), 'null') then
        perform private.problem('settings_changed', setting, jsonb_build_object('who', private.last_to_change(p_workspace_id, setting)));
      end if;
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

CREATE TRIGGER keep_settings BEFORE UPDATE ON public.workspaces FOR EACH ROW WHEN ((auth.uid() IS NOT NULL)) EXECUTE FUNCTION private.keep_settings();

COMMENT ON FUNCTION "private"."for_trail"(jsonb) IS 'A value as the trail keeps it: the first thousand characters of what is longer.';

COMMENT ON FUNCTION "private"."keep_settings"() IS 'Settings are judged by one rule, whichever door people come by; those that were there before stay until they are changed.';

COMMENT ON FUNCTION "private"."kind_of"(jsonb) IS 'The type of a column that would hold a value of JSON.';

COMMENT ON FUNCTION "private"."last_to_change"(bigint, text) IS 'Who changed a setting last, as the latest of the trail has it.';

COMMENT ON FUNCTION "private"."log_settings_change"() IS 'One event for changed settings of a workspace: which, what they were (old) and what they are (new); what is absent was or is none.';

COMMENT ON FUNCTION "private"."reason_against_setting"(text, jsonb) IS 'What is wrong with the value of a setting, or null: its kind is that of its column, its form stands here.';

COMMENT ON FUNCTION "private"."settings_of"(public.workspaces) IS 'The settings of a workspace.';

COMMENT ON FUNCTION "public"."update_workspace_settings"(bigint, jsonb, jsonb) IS 'Changes the settings that are named, all or none, and answers all as they are now. p_seen: what the caller saw of them; where that was changed meanwhile to something else than is wanted, nothing is written (409).';

COMMENT ON TYPE "public"."workspace_settings" IS 'Every setting of a workspace, by the names of its columns: what there is to change, and nothing else.';

REVOKE ALL ON FUNCTION "private"."for_trail"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."for_trail"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_settings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."kind_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kind_of"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_to_change"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."last_to_change"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_setting"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_setting"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settings_of"(public.workspaces) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settings_of"(public.workspaces) TO "postgres";

REVOKE ALL ON FUNCTION "public"."update_workspace_settings"(bigint, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_workspace_settings"(bigint, jsonb, jsonb) TO "authenticated", "postgres";

GRANT USAGE ON TYPE "public"."workspace_settings" TO "postgres";

-- By hand
insert into private.reasons (reason, code, status, sentence, field) values
  ('home_content_too_long', 'VALIDATION_ERROR', 400, 'Must be no more than 30000 characters', 'home_content'),
  ('idle_timeout_invalid', 'VALIDATION_ERROR', 400, 'Must be a whole number of seconds, up to a year', 'idle_timeout_seconds'),
  ('localize_invalid', 'VALIDATION_ERROR', 400, 'Must be the key of a project, of letters and digits', 'localizejs'),
  ('redirects_too_long', 'VALIDATION_ERROR', 400, 'Must be no more than 50000 characters', 'redirects'),
  ('setting_not_a_flag', 'VALIDATION_ERROR', 400, 'Must be true or false', null),
  ('setting_not_a_number', 'VALIDATION_ERROR', 400, 'Must be a number', null),
  ('setting_not_a_text', 'VALIDATION_ERROR', 400, 'Must be a text', null),
  ('setting_not_an_object', 'VALIDATION_ERROR', 400, 'Must be an object', null),
  ('workspace_setting_unknown', 'VALIDATION_ERROR', 400, 'A workspace has no such setting.', null),
  ('settings_changed', 'CONFLICT', 409, '{who} changed this meanwhile.', null),
  ('settings_not_an_object', 'VALIDATION_ERROR', 400, 'Settings are an object of names and values.', null),
  ('tag_manager_invalid', 'VALIDATION_ERROR', 400, 'Must be the ID of a container, such as GTM-A1B2C3D', 'google_tag_manager'),
  ('theme_too_long', 'VALIDATION_ERROR', 400, 'Must be no more than 5000 characters', 'theme'),
  ('workspace_name_too_long', 'VALIDATION_ERROR', 400, 'Must be no more than 20 Characters', 'name'),
  ('workspace_name_too_short', 'VALIDATION_ERROR', 400, 'Must be at least 2 characters', 'name');
