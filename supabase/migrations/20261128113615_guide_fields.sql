set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public._is_default_style_guide(project public.projects)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.workspace_default_style_guides d where d.project_id = project.id)
$function$;

CREATE OR REPLACE FUNCTION public._latest_release(project public.projects)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.version from public.releases r join public.branches b on b.id = r.branch_id and b.is_default
  where r.project_id = project.id order by r.precedence desc limit 1
$function$;

COMMENT ON FUNCTION "public"."_is_default_style_guide"(public.projects) IS 'Whether a project is a default style guide of its workspace, as far as the caller reads it.';

COMMENT ON FUNCTION "public"."_latest_release"(public.projects) IS 'The newest release of a project on its default branch, as far as the caller reads it; null where there is none.';

REVOKE ALL ON FUNCTION "public"."_is_default_style_guide"(public.projects) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."_is_default_style_guide"(public.projects) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."_latest_release"(public.projects) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."_latest_release"(public.projects) TO "anon", "authenticated", "postgres";
