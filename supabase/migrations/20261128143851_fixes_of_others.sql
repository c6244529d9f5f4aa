set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.propose_rule_fixes(p_workspace_id bigint, p_rule text, p_project_ids bigint[])
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 20;
  results public.bulk_result[] := '{}';
  wanted bigint;
  project public.projects;
  reason text;
  made bigint;
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  if coalesce(cardinality(p_project_ids), 0) not between 1 and most then
    perform private.problem('rule_fixes_at_once', params => jsonb_build_object('limit', most));
  end if;
  foreach wanted in array p_project_ids loop
    begin
      perform private.allow_proposing();
      select * into project from public.projects p where p.id = wanted and p.workspace_id = p_workspace_id;
      if project.id is null then
        perform private.problem('project_not_found');
      end if;
      perform private.lock_project_with(project.id, 'project_contents_update');
      reason := private.reason_against_rule_fix(project, p_rule);
      if reason = 'upgrade_required' then
        perform private.problem('upgrade_required', 'multi_branch');
      end if;
      perform private.require_nothing_against(reason);
      if not exists (
        select 1 from private.finding_counts c
        where c.branch_id = project.default_branch_id and c.rule = p_rule and c.is_fixable and c.violations > c.waived) then
        perform private.problem('rule_without_fix');
      end if;
      -- One whose branch lies at the host for nothing goes on by its number: so that branch is found, and taken back. Of somebody else it is
      -- theirs: what one pushes oneself has another name.
      delete from private.rule_fixes f where f.project_id = project.id and f.rule = p_rule
        and (f.pushed_on is null or f.created_by is distinct from private.current_user_id());
      insert into private.rule_fixes (workspace_id, project_id, rule, created_by)
      values (project.workspace_id, project.id, p_rule, private.current_user_id())
      on conflict (project_id, rule) do update set status = 'queued', problem = null, mended = null, left_over = null,
        created_by = excluded.created_by, created_at = excluded.created_at
      returning id into made;
      perform graphile_worker.add_job('fix_rule', json_build_object('fix_id', made),
        queue_name => 'fixes:' || project.workspace_id, job_key => 'fix_rule:' || made, max_attempts => 5);
      results := results || private.bulk_success(to_jsonb(wanted));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(coalesce(to_jsonb(wanted), 'null'), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;
