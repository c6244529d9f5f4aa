set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.activity_stretch(workspace_id bigint, kind text, before bigint, after bigint, most integer)
 RETURNS SETOF public.activity_events
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if after is null then
    return query select a.* from public.activity_events a
    where a.workspace_id = activity_stretch.workspace_id
      and case when kind is null then true when position('.' in kind) > 0 then a.type = kind else split_part(a.type, '.', 1) = kind end
      and (before is null or a.id < before)
    order by a.id desc limit most;
  else
    return query select a.* from public.activity_events a
    where a.workspace_id = activity_stretch.workspace_id
      and case when kind is null then true when position('.' in kind) > 0 then a.type = kind else split_part(a.type, '.', 1) = kind end
      and (before is null or a.id < before) and a.id > after
    order by a.id limit most;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_activity(p_workspace_id bigint, p_before bigint DEFAULT NULL::bigint, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_types text[] DEFAULT NULL::text[])
 RETURNS TABLE(id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.page_size(p_limit, 50, 500);
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  -- Not feature_gate: nothing is written, so nothing has to wait.
  perform private.require_feature(p_workspace_id, 'activity_logs');
  return query
  select p.id, p.type, p.actor_id, p.actor_name, p.actor_email, p.metadata, p.ip_address, p.created_at
  from (
    select once.*
    from (
      -- Each kind by itself, so that rare ones are not searched for; an event of two that were asked is one.
      select distinct on (found.id) found.*
      from unnest(coalesce(p_types, array[null::text])) kind
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

COMMENT ON FUNCTION "private"."activity_stretch"(bigint, text, bigint, bigint, integer) IS 'Events of a workspace back from one, or forth from another, along an index: of an exact type, a whole group of them (a kind without a dot) or, with null, any.';

REVOKE ALL ON FUNCTION "private"."activity_stretch"(bigint, text, bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."activity_stretch"(bigint, text, bigint, bigint, integer) TO "postgres";
