CREATE POLICY "Notes of releases are changed with the branch permission" ON "public"."releases" FOR UPDATE TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = releases.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_branch_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_branch_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_branch_update'::text) AS group_ids_given))))))))));

REVOKE ALL ("notes") ON TABLE "public"."releases" FROM "authenticated";

GRANT UPDATE ("notes") ON TABLE "public"."releases" TO "authenticated";
