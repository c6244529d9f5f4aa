set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.set_group_reviewers(p_group_id bigint, p_team_id bigint, p_approvals integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host bigint;
  most constant integer := 20;
  was integer;
begin
  perform private.require_in_group(p_group_id, 'group_update');
  select g.workspace_id into host from public.groups g where g.id = p_group_id for no key update;
  was := coalesce((select g.approvals from private.group_reviewers g where g.group_id = p_group_id and g.team_id = p_team_id), 0);
  if not exists (
    select 1 from public.teams t where t.id = p_team_id and t.workspace_id = host and (
      private.sees_team(t.id) or p_approvals = 0 and exists (
        select 1 from private.group_reviewers g where g.group_id = p_group_id and g.team_id = t.id))) then
    perform private.problem('team_not_found');
  elsif p_approvals is null or p_approvals not between 0 and 10 then
    perform private.problem('approvals_out_of_range');
  elsif p_approvals = 0 then
    delete from private.group_reviewers g where g.group_id = p_group_id and g.team_id = p_team_id;
  elsif (select count(*) from private.group_reviewers g where g.group_id = p_group_id and g.team_id <> p_team_id) >= most then
    perform private.problem('too_many_reviewers', params => jsonb_build_object('limit', most));
  else
    insert into private.group_reviewers as g (group_id, team_id, workspace_id, approvals) values (p_group_id, p_team_id, host, p_approvals)
    on conflict (group_id, team_id) do update set approvals = excluded.approvals;
  end if;
  perform private.log_activity(host, 'group.reviewers_set', jsonb_build_object('group_id', p_group_id,
    'group', (select g.name from public.groups g where g.id = p_group_id), 'team_id', p_team_id,
    'team', (select t.name from public.teams t where t.id = p_team_id), 'old', was, 'approvals', p_approvals));
end
$function$;
