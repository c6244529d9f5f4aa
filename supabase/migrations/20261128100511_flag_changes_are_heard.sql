set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.set_workspace_flag(workspace_id bigint, flag text, is_on boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was boolean;
begin
  -- Two operators at once: one after the other, each told with what it found.
  perform 1 from public.workspaces w where w.id = set_workspace_flag.workspace_id for no key update;
  select f.is_on into was from private.workspace_flags f
  where f.workspace_id = set_workspace_flag.workspace_id and f.flag = set_workspace_flag.flag;
  if was is not distinct from set_workspace_flag.is_on then
    return;
  elsif set_workspace_flag.is_on is null then
    delete from private.workspace_flags f where f.workspace_id = set_workspace_flag.workspace_id and f.flag = set_workspace_flag.flag;
  else
    insert into private.workspace_flags (workspace_id, flag, is_on)
    values (set_workspace_flag.workspace_id, set_workspace_flag.flag, set_workspace_flag.is_on)
    on conflict on constraint workspace_flags_pkey do update set is_on = excluded.is_on, updated_at = now();
  end if;
  perform private.log_activity(workspace_id, 'workspace.flag.changed', jsonb_build_object('flag', flag,
    'old', case was when true then 'on' when false then 'off' else 'default' end,
    'new', case set_workspace_flag.is_on when true then 'on' when false then 'off' else 'default' end));
  -- It comes with the workspace's name, and changes with it on open screens.
  perform private.announce_changes('workspaces', 'UPDATE', 'change',
    array[row(set_workspace_flag.workspace_id, null, null, set_workspace_flag.workspace_id)::private.change]);
end
$function$;
