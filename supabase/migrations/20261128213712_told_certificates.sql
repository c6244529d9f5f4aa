set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.config_for_trail(config jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select config || coalesce(jsonb_object_agg(key, 'SHA-256 ' || encode(sha256(convert_to(value, 'UTF8')), 'hex')), '{}')
  from jsonb_each_text(config) where key in ('cert', 'caCert') and value <> ''
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
        -- All that config may hold is told: secrets have no place in it, and its constraint refuses keys that it does not know.
        'changes', private.told_changes(private.config_for_trail(was), private.config_for_trail(will_be), array['name', 'enabled', 'allow_user_login', 'allow_user_register', 'config_type']
          || array(select jsonb_object_keys(
            case when tg_op = 'INSERT' then '{}' else old.config end || case when tg_op = 'DELETE' then '{}' else new.config end)))));
  end if;
  return null;
end
$function$;

COMMENT ON FUNCTION "private"."config_for_trail"(jsonb) IS 'The settings of an integration as the trail tells them: certificates by the SHA-256 of their text. They are long, and somebody may have pasted a key with one.';

REVOKE ALL ON FUNCTION "private"."config_for_trail"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."config_for_trail"(jsonb) TO "postgres";
