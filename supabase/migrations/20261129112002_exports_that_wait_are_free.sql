set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.allow_exports(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.export_bytes_left(allow_exports.workspace_id) < 0
    or (select count(*) > 5000 from private.exports e
      where e.workspace_id = allow_exports.workspace_id and (e.hash is not null or e.error is not null))
  then
    perform private.problem('too_many_exports');
  end if;
end
$function$;

COMMENT ON FUNCTION "private"."allow_exports"(bigint) IS 'Refuses another form where the workspace had its share of the day: of what was made or refused, not of what waits.';
