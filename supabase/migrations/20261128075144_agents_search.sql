set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_search(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An agent's session writes nothing; its one endpoint counts it, as often.
  if exists (select 1 from private.sessions o where o.session_id = (private.current_session()).id and o.is_reading) then
    return;
  end if;
  if private.throttle_hit('search:' || coalesce(private.current_user_id()::text,
    (select 'token of ' || t from private.token_workspace_ids() t where t = count_search.workspace_id),
    private.client_key(host(private.client_address())), ''), 300, 60) > 0 then
    perform private.problem('too_many_attempts');
  end if;
end
$function$;

COMMENT ON FUNCTION "private"."count_search"(bigint) IS 'Refuses who has searched 300 times within the minute, by whichever call. Agents are counted where they ask (POST /mcp).';
