set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.project_cursor_parts(cursor text, by_time boolean, OUT place text, OUT id bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  parts jsonb;
begin
  if cursor is null then
    return;
  end if;
  begin
    parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'utf8')::jsonb;
    place := parts ->> 0;
    if by_time then
      perform place::timestamptz;
    end if;
    id := (parts ->> 1)::bigint;
  exception when data_exception then
    place := null;
  end;
  if place is null or id is null then
    perform private.problem('page_end_invalid');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_bad_secrets(secrets jsonb, known text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  secret record;
begin
  if jsonb_typeof(secrets) <> 'object' then
    perform private.problem('secrets_not_an_object');
  end if;
  for secret in select key as name, value from jsonb_each(secrets) loop
    if secret.name <> all (known) then
      perform private.problem('secret_unknown', secret.name);
    end if;
    if jsonb_typeof(secret.value) <> 'null' and (secret.value ->> 'ciphertext' is null or secret.value ->> 'key_id' is null) then
      perform private.problem('secret_not_encrypted', secret.name);
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_token_name(name text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if btrim(coalesce(name, '')) = '' then
    perform private.problem('required', 'name');
  elsif length(btrim(name)) > 200 then
    perform private.problem('token_name_too_long');
  end if;
end
$function$;
