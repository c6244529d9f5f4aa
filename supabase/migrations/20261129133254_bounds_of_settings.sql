set local check_function_bodies = off;

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
    -- In less than a minute nobody signs in and sets it back.
    when 'idle_timeout_seconds' then case when given::numeric <> trunc(given::numeric) or given::numeric not between 60 and 31536000 then 'idle_timeout_invalid' end
    -- A drawing may keep a browser busy without end: one that was uploaded was looked through, one in an address was not.
    when 'logo_url' then case when not private.is_picture_address(given) or given ~ '^data:image/svg' then 'picture_address_invalid' end
    when 'favicon_url' then case when not private.is_picture_address(given) or given ~ '^data:image/svg' then 'picture_address_invalid' end
    when 'theme' then case when not private.is_theme(value) then 'theme_invalid' end
    when 'home_content' then case when length(given) > 30000 then 'home_content_too_long' end
    when 'redirects' then case when length(given) > 50000 then 'redirects_too_long' end
    -- Names of theirs, as those who give them out make them: they become part of an address.
    when 'google_tag_manager' then case when given !~ '^(GTM-[A-Z0-9]{4,12})?$' then 'tag_manager_invalid' end
    when 'localizejs' then case when given !~ '^([A-Za-z0-9]{8,40})?$' then 'localize_invalid' end
  end;
end
$function$;

UPDATE private.reasons
SET sentence = 'Must be a whole number of seconds, from a minute up to a year'
WHERE reason = 'idle_timeout_invalid';
