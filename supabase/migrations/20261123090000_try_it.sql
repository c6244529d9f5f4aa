set local check_function_bodies = off;

CREATE TYPE "public"."branch_try_it" AS ("is_on" boolean, "shows_mock_server" boolean, "is_member" boolean);

CREATE OR REPLACE FUNCTION public.branch_try_it(p_branch_id bigint)
 RETURNS SETOF public.branch_try_it
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.show_tryit,
    w.show_tryit and w.show_tryit_mock_server and private.plan_holds(w.id, 'hosted_mocking'),
    w.id = any (array(select private.workspace_ids_with('WorkspaceFullMember')))
  from public.branches b
  join public.projects p on p.id = b.project_id
  join public.workspaces w on w.id = p.workspace_id
  where b.id = p_branch_id and private.can_read_branch(p_branch_id)
$function$;

COMMENT ON FUNCTION "public"."branch_try_it"(bigint) IS 'What a reader of a branch may try of its operations, as the settings and the plan of the workspace say; no row for who does not read it.';

COMMENT ON TYPE "public"."branch_try_it" IS 'What a reader may try: whether operations at all, and at the mock server; is_member: whether they are a full member of the workspace.';

REVOKE ALL ON FUNCTION "public"."branch_try_it"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."branch_try_it"(bigint) TO "anon", "authenticated", "postgres";

GRANT USAGE ON TYPE "public"."branch_try_it" TO "postgres";
