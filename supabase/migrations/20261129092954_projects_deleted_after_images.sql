set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.delete_project(p_project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- First the images, then the project: the message is that of the step that failed, and neither is done without the other.
  perform public.delete_project_images(p_project_id);
  update public.projects p set default_branch_id = null where p.id = p_project_id;
  delete from public.projects p where p.id = p_project_id;
end
$function$;

COMMENT ON FUNCTION "public"."delete_project"(bigint) IS 'Deletes the images of a project, then the project with everything in it; all of it or, with the message of the step that failed, nothing.';
