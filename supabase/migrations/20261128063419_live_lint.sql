set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.style_guides_left_out(p_project_id bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select cardinality(private.style_guides_of(p_project_id, null, true)) - cardinality(private.style_guides_of(p_project_id, private.current_user_id()))
  where private.can_in_project(p_project_id, 'project_contents_update')
$function$;

COMMENT ON FUNCTION "public"."style_guides_left_out"(bigint) IS 'How many of the style guides that hold for a project the caller does not read. For editors.';

REVOKE ALL ON FUNCTION "public"."style_guides_left_out"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."style_guides_left_out"(bigint) TO "authenticated", "postgres";
