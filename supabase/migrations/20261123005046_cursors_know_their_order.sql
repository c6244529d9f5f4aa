set local check_function_bodies = off;

DROP FUNCTION "private"."project_cursor"(text, bigint);

DROP FUNCTION "private"."project_cursor_parts"(text, boolean);

CREATE OR REPLACE FUNCTION private.project_cursor(sorted_by text, place text, id bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select translate(encode(convert_to(jsonb_build_array(sorted_by, place, id)::text, 'utf8'), 'base64'), E'+/\n', '-_')
$function$;

CREATE OR REPLACE FUNCTION private.project_cursor_parts(cursor text, sorted_by text, OUT place text, OUT id bigint)
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
    place := case when parts ->> 0 = sorted_by then parts ->> 1 end;
    if sorted_by in ('updated_at', '-updated_at') then
      perform place::timestamptz;
    end if;
    id := (parts ->> 2)::bigint;
  exception when data_exception then
    place := null;
  end;
  if place is null or id is null then
    perform private.problem('page_end_invalid');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_projects(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_visibility text[] DEFAULT NULL::text[], p_flavor text[] DEFAULT NULL::text[], p_group_id bigint DEFAULT NULL::bigint, p_without_group boolean DEFAULT false, p_pinned boolean DEFAULT false, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_total boolean DEFAULT false, p_order text DEFAULT 'name'::text, p_slug text DEFAULT NULL::text)
 RETURNS public.project_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows constant integer := private.page_size(p_limit, 50, 1000);
  by_time constant boolean := ltrim(p_order, '-') = 'updated_at';
  after record;
  query private.project_query;
  ways text[];
  way text;
  part record;
  shown public.projects[] := '{}';
  total bigint := case when p_total then 0 end;
begin
  if p_order in ('name', '-name', 'updated_at', '-updated_at') is not true then
    perform private.problem('order_of_projects_unknown');
  end if;
  select * into after from private.project_cursor_parts(p_after, p_order);

  -- What the caller reads.
  query.workspace_id := p_workspace_id;
  query.visibilities := case when p_workspace_id in (select private.token_workspace_ids()) then array['private', 'internal', 'public']
    else array(select r.visibility from private.reach_by_role('project_read') r where r.workspace_id = p_workspace_id) end;
  query.project_ids := '{}';
  query.group_ids := '{}';
  if private.was_given_something() then
    query.project_ids := array(select private.project_ids_given('project_read'));
    query.group_ids := array(select private.group_ids_given('project_read'));
  end if;

  -- What of it is asked for.
  query.search := nullif(btrim(p_search), '');
  query.visibility := p_visibility;
  query.flavor := p_flavor;
  query.group_id := p_group_id;
  query.without_group := p_without_group and p_group_id is null;
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- Whose role gives any of that walks the list, past the few projects that are not theirs. Anybody else must not walk past a hundred
  -- thousand for three. One row more than is shown tells whether another page follows.
  ways := case when query.visibilities && coalesce(p_visibility, query.visibilities) then array['listed'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    total := total + part.total;
  end loop;
  if cardinality(ways) > 1 then
    shown := private.merge_projects(shown, p_order, rows + 1);
  end if;
  return row(
    private.project_items(shown[:rows]),
    case when cardinality(shown) > rows then
      private.project_cursor(p_order, case when by_time then shown[rows].updated_at::text else shown[rows].name end, shown[rows].id) end,
    total)::public.project_page;
end
$function$;

COMMENT ON FUNCTION "private"."project_cursor"(text, text, bigint) IS 'Where a page ends, in which order of the list, for the next one.';

COMMENT ON FUNCTION "private"."project_cursor_parts"(text, text) IS 'Where a page ended, from the text that private.project_cursor made; refuses any other text, and the end of a page in another order.';

REVOKE ALL ON FUNCTION "private"."project_cursor"(text, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."project_cursor"(text, text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."project_cursor_parts"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."project_cursor_parts"(text, text) TO "postgres";
