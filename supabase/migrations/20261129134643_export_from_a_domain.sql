set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.export_workspace(p_workspace_id bigint)
 RETURNS public.workspace_export
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  made private.workspace_exports;
  most_a_day constant integer := 5;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  -- Not of the account: what a session for this workspace alone may do is enough, as for the link below.
  perform private.require_recent_proof();
  -- One after the other, so that two clicks make one archive.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('workspace export ' || me, 0));
  select * into made from private.workspace_exports e
  where e.workspace_id = p_workspace_id and e.user_id = me and e.status in ('queued', 'running') and private.keeps_export(e);
  if private.is_job_alive('export_workspace:' || made.id) then
    return private.export_item(made);
  end if;
  -- Its worker was killed too often.
  update private.workspace_exports e set status = 'failed', finished_at = now()
  where e.workspace_id = p_workspace_id and e.user_id = me and e.status in ('queued', 'running');
  if (select count(*) from private.workspace_exports e where e.user_id = me and private.keeps_export(e)) >= most_a_day
    or (select count(*) from private.workspace_exports e where e.workspace_id = p_workspace_id and private.keeps_export(e)) >= 2 * most_a_day then
    perform private.problem('too_many_workspace_exports');
  end if;
  insert into private.workspace_exports (workspace_id, user_id) values (p_workspace_id, me) returning * into made;
  perform graphile_worker.add_job('export_workspace', json_build_object('export_id', made.id),
    queue_name => 'export_workspace', job_key => 'export_workspace:' || made.id, max_attempts => 4);
  perform private.log_activity(p_workspace_id, 'workspace.exported');
  return private.export_item(made);
end
$function$;
