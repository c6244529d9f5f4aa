set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.may_bring_over(job uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from private.project_migrations m
    join public.project_role_permissions allowed on allowed.permission = 'project_contents_update'
      and allowed.role = private.effective_project_role(m.created_by, m.project_id)
    where m.job_id = job)
$function$;

CREATE OR REPLACE FUNCTION private.queue_migrated_version(job uuid, version text, branch_name text, uploads jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  migration private.project_migrations;
  project public.projects;
  branch public.branches;
  analysis uuid;
begin
  select * into migration from private.project_migrations m where m.job_id = job for update;
  if not found or exists (select 1 from private.migrated_versions v where v.job_id = job and v.version = queue_migrated_version.version) then
    return null;
  end if;
  if not private.may_bring_over(job) then
    perform private.problem('project_not_found');
  end if;
  if not private.is_git_branch(branch_name) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  select * into project from public.projects p where p.id = migration.project_id;
  if exists (select 1 from public.project_repositories r where r.project_id = project.id) then
    perform private.problem('content_comes_from_git');
  end if;
  branch := private.branch_to_push(project, branch_name);
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'manual', migration.created_by)
  returning job_id into analysis;
  perform private.add_uploads(analysis, uploads, project.workspace_id || '/migrate-' || job || '/');
  perform private.start_analysis_job(analysis, project.workspace_id, 'branch:' || branch.id);
  insert into private.migrated_versions (job_id, version, analysis) values (job, queue_migrated_version.version, analysis);
  return analysis;
end
$function$;

CREATE OR REPLACE FUNCTION public.cancel_workspace_deletion(p_workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  select * into host from public.workspaces w where w.id = p_workspace_id for no key update;
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  if host.delete_at <= now() then
    perform private.problem('workspace_being_deleted');
  elsif host.delete_at is not null then
    perform private.call_off_deletion(host, 'cancelled');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_custom_domain(p_workspace_id bigint, p_domain_name text)
 RETURNS public.custom_domain
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- One dot at the end is how DNS writes the same name.
  name constant text := regexp_replace(lower(btrim(p_domain_name, E' \t\r\n')), '\.$', '');
  reason text;
  held private.custom_domains;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  perform private.require_domains();
  perform private.require_feature(p_workspace_id, 'custom_domain');
  reason := case when coalesce(name, '') = '' then 'domain_invalid' else private.reason_against_domain(p_workspace_id, name) end;
  if reason is not null then
    perform private.problem(reason, 'domain_name', jsonb_build_object('domain', left(name, 253)));
  end if;
  perform 1 from public.workspaces w where w.id = p_workspace_id for no key update;
  select * into held from private.custom_domains c where c.workspace_id = p_workspace_id for update;
  if held.domain is distinct from name then
    -- Each may come to a certificate, of which an installation gets a number from its authority: nobody uses those of all others up.
    if private.throttle_hit('custom-domain:' || p_workspace_id, 20, 86400) > 0 then
      perform private.problem('too_many_attempts');
    end if;
    perform private.leave_domain(p_workspace_id);
    delete from private.custom_domains c where c.workspace_id = p_workspace_id;
    insert into private.custom_domains (workspace_id, domain, token) values (p_workspace_id, name, private.new_token());
    perform private.log_activity(p_workspace_id, 'workspace.custom_domain.set', jsonb_build_object('name', name, 'old', held.domain));
    perform private.queue_domain_look(p_workspace_id);
  end if;
  return private.told_domain(p_workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_sign_in(p_auth_id uuid, p_session_id uuid, p_method text, p_user_agent text, p_client text, p_integration_id bigint DEFAULT NULL::bigint, p_only_workspace_id bigint DEFAULT NULL::bigint, p_revision text DEFAULT NULL::text, p_is_at_domain boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id constant bigint := (select u.id from public.users u where u.auth_id = p_auth_id);
  agent constant text := left(coalesce(p_user_agent, ''), 500);
  is_first constant boolean := not exists (select 1 from private.devices d where d.user_id = account_id);
  is_new boolean;
begin
  if account_id is null then
    return false;
  end if;
  -- What was proven to one provider must not count as opened by the one that the settings name since.
  if p_integration_id is not null then
    perform private.require_revision(p_integration_id, p_revision);
  end if;
  if p_is_at_domain then
    -- Sessions end with their domain: none begins behind that.
    perform 1 from public.workspaces w where w.id = p_only_workspace_id and w.domain is not null for share;
    if not found then
      perform private.problem('custom_domain_none');
    end if;
  end if;
  insert into private.sessions (session_id, auth_id, method, integration_id, only_workspace_id, user_agent, ip_address, is_at_domain)
  values (p_session_id, p_auth_id, p_method, p_integration_id, p_only_workspace_id, agent, private.as_address(p_client), p_is_at_domain)
  on conflict (session_id) do nothing;
  update public.users u set last_seen_at = now() where u.id = account_id;
  insert into private.devices as d (user_id, family) values (account_id, regexp_replace(lower(agent), '[0-9][0-9._]*', '', 'g'))
  on conflict on constraint devices_pkey do update set last_seen_at = now()
  returning d.first_seen_at = now() into is_new;
  if not is_new or is_first then
    return false;
  end if;
  perform private.enqueue_mail(e.email, 'new_sign_in', jsonb_strip_nulls(jsonb_build_object(
    'at', now(), 'ip', host(private.as_address(p_client)), 'user_agent', nullif(agent, ''))))
  from public.emails e where e.user_id = account_id and e.is_primary;
  return true;
end
$function$;

COMMENT ON FUNCTION "private"."may_bring_over"(uuid) IS 'Whether who queued a migration may still change the content of its project: a migration may take hours.';

COMMENT ON FUNCTION "public"."set_custom_domain"(bigint, text) IS 'Claims a domain for a workspace, in place of the one before: it is served once its DNS records are found. Twenty a day.';

REVOKE ALL ON FUNCTION "private"."may_bring_over"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_bring_over"(uuid) TO "postgres";
