set local check_function_bodies = off;

DROP TRIGGER "keep_rules" ON "public"."projects";

ALTER TABLE "private"."secrets" DROP CONSTRAINT "secrets_check";

ALTER TABLE "public"."task_logs" DROP CONSTRAINT "task_logs_branch_id_fkey";

DROP FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb);

CREATE TABLE "private"."ci_tokens" ("project_id" bigint NOT NULL, "token_hash" bytea NOT NULL, "ciphertext" text NOT NULL, "key_id" text NOT NULL, "created_by" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "last_used_at" timestamp with time zone, CONSTRAINT "check_ci_tokens_ciphertext" CHECK (((length(ciphertext) <= 2000) AND (ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'::text))), CONSTRAINT "ci_tokens_key_id_check" CHECK (((length(key_id) >= 1) AND (length(key_id) <= 60))), CONSTRAINT "ci_tokens_pkey" PRIMARY KEY (project_id), CONSTRAINT "ci_tokens_token_hash_key" UNIQUE (token_hash));

ALTER TABLE "private"."ci_tokens" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."task_files" ("job_id" uuid NOT NULL, "path" text NOT NULL, "workspace_id" bigint NOT NULL, "hash" bytea NOT NULL, CONSTRAINT "task_files_pkey" PRIMARY KEY (job_id, path), CONSTRAINT "task_files_path_check" CHECK (private.is_project_path(path)));

ALTER TABLE "private"."task_files" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhook_secrets" ("workspace_integration_id" bigint NOT NULL, "ciphertext" text NOT NULL, "key_id" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_webhook_secrets_ciphertext" CHECK (((length(ciphertext) <= 2000) AND (ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'::text))), CONSTRAINT "webhook_secrets_key_id_check" CHECK (((length(key_id) >= 1) AND (length(key_id) <= 60))), CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY (workspace_integration_id));

ALTER TABLE "private"."webhook_secrets" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."node_changes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "branch_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "job_id" uuid, "compared_with" text NOT NULL, "commit_hash" text, "node_uri" text NOT NULL, "node_type" text NOT NULL, "node_name" text NOT NULL DEFAULT ''::text, "is_internal" boolean NOT NULL DEFAULT false, "operation" text NOT NULL, "semver" text NOT NULL, "rule" text NOT NULL DEFAULT ''::text, "message" text NOT NULL, "position" integer NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "node_changes_compared_with_check" CHECK ((compared_with = ANY (ARRAY['previous'::text, 'default'::text]))), CONSTRAINT "node_changes_message_check" CHECK ((length(message) <= 2000)), CONSTRAINT "node_changes_node_name_check" CHECK ((length(node_name) <= 1000)), CONSTRAINT "node_changes_node_uri_check" CHECK (((octet_length(node_uri) >= 1) AND (octet_length(node_uri) <= 2000))), CONSTRAINT "node_changes_operation_check" CHECK ((operation = ANY (ARRAY['added'::text, 'removed'::text, 'updated'::text]))), CONSTRAINT "node_changes_pkey" PRIMARY KEY (id), CONSTRAINT "node_changes_rule_check" CHECK ((length(rule) <= 100)), CONSTRAINT "node_changes_semver_check" CHECK ((semver = ANY (ARRAY['major'::text, 'minor'::text, 'patch'::text, 'none'::text]))));

ALTER TABLE "public"."node_changes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."project_repositories" ("project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "workspace_integration_id" bigint, "remote_url_http" text NOT NULL, "remote_url_ssh" text, "external_id" text NOT NULL, "external_slug" text NOT NULL, "external_org_slug" text NOT NULL DEFAULT ''::text, "external_star_count" integer, "default_branch" text NOT NULL, "commit_statuses" boolean NOT NULL DEFAULT true, "pull_request_comments" boolean NOT NULL DEFAULT true, "webhook_external_id" text, "webhook_installed_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_project_repositories_external_id" CHECK (((length(external_id) >= 1) AND (length(external_id) <= 500))), CONSTRAINT "check_project_repositories_http" CHECK (((length(remote_url_http) <= 2000) AND (remote_url_http ~ '^https?://[^/@?#\s]+/[^@?#\s]+$'::text))), CONSTRAINT "check_project_repositories_org" CHECK ((length(external_org_slug) <= 500)), CONSTRAINT "check_project_repositories_slug" CHECK (((length(external_slug) >= 1) AND (length(external_slug) <= 255))), CONSTRAINT "check_project_repositories_ssh" CHECK ((length(remote_url_ssh) <= 2000)), CONSTRAINT "check_project_repositories_stars" CHECK ((external_star_count >= 0)), CONSTRAINT "check_project_repositories_webhook" CHECK (((length(webhook_external_id) >= 1) AND (length(webhook_external_id) <= 500))), CONSTRAINT "project_repositories_pkey" PRIMARY KEY (project_id));

ALTER TABLE "public"."project_repositories" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."project_service_accounts" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "project_id" bigint NOT NULL, "name" text NOT NULL, "kind" text NOT NULL, "credentials_type" text NOT NULL DEFAULT 'personal_access_token'::text, "username" text NOT NULL, "created_by" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_project_service_accounts_name" CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 100))), CONSTRAINT "check_project_service_accounts_type" CHECK ((credentials_type = 'personal_access_token'::text)), CONSTRAINT "check_project_service_accounts_username" CHECK (((length(btrim(username)) >= 1) AND (length(btrim(username)) <= 255))), CONSTRAINT "project_service_accounts_pkey" PRIMARY KEY (id), CONSTRAINT "project_service_accounts_project_id_key" UNIQUE (project_id));

ALTER TABLE "public"."project_service_accounts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."webhook_deliveries" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "workspace_integration_id" bigint NOT NULL, "project_id" bigint, "delivery_id" text NOT NULL, "event" text NOT NULL, "ref" text, "repository" text, "outcome" text NOT NULL, "job_id" uuid, "received_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "webhook_deliveries_delivery_id_check" CHECK (((length(delivery_id) >= 1) AND (length(delivery_id) <= 200))), CONSTRAINT "webhook_deliveries_event_check" CHECK (((length(event) >= 1) AND (length(event) <= 60))), CONSTRAINT "webhook_deliveries_once_key" UNIQUE (workspace_integration_id, delivery_id), CONSTRAINT "webhook_deliveries_outcome_check" CHECK ((outcome = ANY (ARRAY['queued'::text, 'applied'::text, 'ignored'::text, 'unknown_repository'::text]))), CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY (id), CONSTRAINT "webhook_deliveries_ref_check" CHECK ((length(ref) <= 300)), CONSTRAINT "webhook_deliveries_repository_check" CHECK ((length(repository) <= 500)));

ALTER TABLE "public"."webhook_deliveries" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."secrets" ADD COLUMN "project_service_account_id" bigint;

ALTER TABLE "public"."branches" ADD COLUMN "share_serial" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."branches" ADD COLUMN "share_expires_at" timestamp with time zone;

ALTER TABLE "public"."task_log_lines" ADD COLUMN "rule" text;

ALTER TABLE "public"."task_log_lines" ADD COLUMN "path" text;

ALTER TABLE "public"."task_log_lines" ADD COLUMN "line_number" integer;

ALTER TABLE "public"."task_log_lines" ADD COLUMN "column_number" integer;

ALTER TABLE "public"."task_logs" ADD COLUMN "source" text NOT NULL DEFAULT 'upload'::text;

ALTER TABLE "public"."task_logs" ADD COLUMN "commit_hash" text;

ALTER TABLE "public"."task_logs" ADD COLUMN "pull_request" jsonb;

CREATE TYPE "public"."branch_share" AS ("enabled" boolean, "token" text, "expires_at" timestamp with time zone);

CREATE TYPE "public"."shared_branch" AS ("workspace_id" bigint, "workspace_slug" text, "project_id" bigint, "project_slug" text, "project_name" text, "project_description" text, "icon_name" text, "icon_color" text, "branch_id" bigint, "branch_slug" text, "branch_name" text, "last_analyzed_at" timestamp with time zone, "expires_at" timestamp with time zone);

CREATE OR REPLACE FUNCTION private.add_repository(project public.projects, repository jsonb)
 RETURNS public.project_repositories
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations :=
    private.require_repository_integration(project.workspace_id, (repository ->> 'workspace_integration_id')::bigint);
  made public.project_repositories;
begin
  if not coalesce(private.is_on_host(integration, repository ->> 'remote_url_http'), false) then
    perform private.problem('repository_not_on_host', 'remote_url_http');
  end if;
  if exists (
    select 1 from public.project_repositories r
    where r.workspace_integration_id = integration.id and r.external_id = repository ->> 'external_id') then
    perform private.problem('repository_already_added', 'external_id');
  end if;
  insert into public.project_repositories (
    project_id, workspace_id, workspace_integration_id, remote_url_http, remote_url_ssh, external_id, external_slug, external_org_slug,
    external_star_count, default_branch)
  values (
    project.id, project.workspace_id, integration.id, repository ->> 'remote_url_http', repository ->> 'remote_url_ssh',
    repository ->> 'external_id', repository ->> 'external_slug', coalesce(repository ->> 'external_org_slug', ''),
    (repository ->> 'external_star_count')::integer, repository ->> 'default_branch')
  returning * into made;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.add_uploads(job uuid, uploads jsonb, folder text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  upload record;
  most_bytes constant bigint := 52428800;
  size bigint;
  total bigint := 0;
begin
  for upload in select u ->> 'path' as path, u ->> 'object' as object from jsonb_array_elements(uploads) u loop
    size := null;
    if starts_with(upload.object, folder) then
      -- As Storage recorded it: what it did not measure is not read.
      select (o.metadata ->> 'size')::bigint into size
      from storage.objects o where o.bucket_id = 'uploads' and o.name = upload.object;
    end if;
    if size is null then
      perform private.problem('upload_not_found');
    end if;
    if private.is_project_path(upload.path) is not true then
      perform private.problem('import_path_invalid');
    end if;
    total := total + size;
    if total > most_bytes then
      perform private.problem('import_too_large');
    end if;
    insert into private.task_uploads (job_id, path, object) values (job, upload.path, upload.object);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_of_project()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(null, c.project_id, null, null)::private.change from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_git_event(project public.projects, event jsonb)
 RETURNS public.webhook_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  pull_request constant jsonb := nullif(event -> 'pull_request', 'null');
  tracked public.branches;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if kind = 'repository_changed' then
    -- Renamed or moved: the id stays, so the project stays. An address on another host is not followed.
    update public.project_repositories r
    set remote_url_http = coalesce(event ->> 'remote_url_http', r.remote_url_http),
      remote_url_ssh = coalesce(event ->> 'remote_url_ssh', r.remote_url_ssh),
      external_slug = coalesce(event ->> 'external_slug', r.external_slug),
      external_org_slug = coalesce(event ->> 'external_org_slug', r.external_org_slug)
    from public.workspace_integrations i
    where r.project_id = project.id and i.id = r.workspace_integration_id
      and private.is_on_host(i, coalesce(event ->> 'remote_url_http', r.remote_url_http));
    applied.outcome := case when found then 'applied' else 'ignored' end;
  elsif private.is_git_branch(branch_name) then
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    if kind = 'push' and private.may_track(project.id, branch_name) then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind = 'pull_request_opened' and private.may_track(project.id, branch_name) then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestOpened', event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and private.may_track(project.id, branch_name) then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then 'ignored' else 'queued' end;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION private.branch_slug(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(name, 255)
$function$;

CREATE OR REPLACE FUNCTION private.branch_to_push(project public.projects, branch_name text)
 RETURNS public.branches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  wanted_slug constant text := private.branch_slug(branch_name);
begin
  -- The project is the lock: two first pushes make one branch.
  perform 1 from public.projects p where p.id = project.id for no key update;
  select * into branch from public.branches b where b.project_id = project.id and b.slug = wanted_slug;
  if branch.id is not null then
    return branch;
  end if;
  -- The empty default branch of a new project takes the name of the first one that is pushed.
  update public.branches b set name = left(branch_name, 100), slug = wanted_slug
  where b.project_id = project.id and b.is_default and b.last_analyzed_at is null
    and not exists (select 1 from public.task_logs t where t.branch_id = b.id)
  returning b.* into branch;
  if branch.id is not null then
    return branch;
  end if;
  if not private.may_track(project.id, branch_name) then
    perform private.require_feature(project.workspace_id, 'multi_branch');
  end if;
  insert into public.branches (project_id, name, slug) values (project.id, left(branch_name, 100), wanted_slug) returning * into branch;
  return branch;
end
$function$;

CREATE OR REPLACE FUNCTION private.can_read_branch(branch_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from private.branches_read() b where b.id = can_read_branch.branch_id)
    or can_read_branch.branch_id in (select private.shared_branch_ids());
end
$function$;

CREATE OR REPLACE FUNCTION private.is_git_branch(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(length(name) between 1 and 255 and name !~ '[\x01-\x20\x7f~^:?*\[\\]' and name !~ '(^[-/.])|([/.]$)|(\.\.)|(//)|(/\.)|(@\{)|(\.lock(/|$))'
    and name <> '@', false)
$function$;

CREATE OR REPLACE FUNCTION private.is_git_host(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select kind in ('github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center', 'azure_devops_server', 'azure_devops_services')
$function$;

CREATE OR REPLACE FUNCTION private.is_on_host(integration public.workspace_integrations, address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(substring(address from '^(https?://[^/]+)/')) = lower(substring(coalesce(
    integration.config ->> 'hostUrl',
    case integration.kind
      when 'github' then 'https://github.com'
      when 'gitlab' then 'https://gitlab.com'
      when 'bitbucket_cloud' then 'https://bitbucket.org'
      when 'azure_devops_services' then 'https://dev.azure.com'
    end) || '/' from '^(https?://[^/]+)/'))
$function$;

CREATE OR REPLACE FUNCTION private.keep_branch_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
begin
  if new.is_published and not old.is_published and not new.is_default and (select auth.uid()) is not null then
    select p.workspace_id into host_id from public.projects p where p.id = new.project_id;
    perform private.feature_gate(host_id, 'multi_branch');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_project_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  group_visibility text;
  host public.workspaces;
begin
  if new.visibility = 'public' and (tg_op = 'INSERT' or new.visibility <> old.visibility or new.group_id is distinct from old.group_id) then
    -- Locked, so that a group that is just turning internal sees this project.
    select g.visibility into group_visibility from public.groups g where g.id = new.group_id for share;
    if group_visibility = 'internal' then
      perform private.problem('group_is_internal');
    end if;
  end if;
  if (tg_op = 'INSERT' or new.name <> old.name) and (select auth.uid()) is not null then
    -- Of two writers of one name the second waits for the first, and sees it.
    perform pg_advisory_xact_lock(hashtextextended('project name ' || new.workspace_id || ' ' || lower(new.name), 0));
    if exists (select 1 from public.projects p where p.workspace_id = new.workspace_id and p.name = new.name and p.id <> new.id) then
      perform private.problem('project_name_taken', 'name');
    end if;
  end if;
  select * into host from public.workspaces w where w.id = new.workspace_id;
  if new.visibility = 'public' and not host.allow_public_projects and (tg_op = 'INSERT' or old.visibility <> 'public') then
    perform private.problem('visibility_not_possible', params => jsonb_build_object('visibility', new.visibility));
  end if;
  -- People meet the plan and the kinds of projects here, whichever door they come by; the product itself may do as it must.
  if tg_op = 'UPDATE' and new.visibility <> old.visibility and (select auth.uid()) is not null and pg_trigger_depth() = 1 then
    if new.flavor <> 'design' then
      perform private.problem('visibility_not_possible', params => jsonb_build_object('visibility', new.visibility));
    end if;
    if new.visibility = 'private' then
      perform private.feature_gate(new.workspace_id, 'private_projects');
    end if;
  end if;
  new.is_open := new.visibility = 'public' and host.allow_public_projects and not host.locked;
  if tg_op = 'UPDATE' and new.slug <> old.slug then
    delete from public.project_slugs s where s.workspace_id = new.workspace_id and s.slug = new.slug;
    insert into public.project_slugs (workspace_id, slug, project_id)
    values (old.workspace_id, old.slug, old.id)
    on conflict (workspace_id, slug) do update set project_id = excluded.project_id, created_at = now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_track(project_id bigint, branch_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.projects p
    left join public.branches b on b.project_id = p.id and b.slug = private.branch_slug(branch_name)
    where p.id = may_track.project_id and (b.is_default or private.feature_allows(p.workspace_id, 'multi_branch')))
$function$;

CREATE OR REPLACE FUNCTION private.queue_analysis(branch public.branches, uploads jsonb, event text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  job uuid;
  most_files constant integer := 1000;
begin
  if jsonb_array_length(uploads) > most_files then
    perform private.problem('too_many_import_files', params => jsonb_build_object('limit', most_files));
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('analyze', host_id, branch.project_id, branch.id, 'refs/heads/' || branch.name, queue_analysis.event, private.current_user_id())
  returning job_id into job;
  perform private.add_uploads(job, uploads, host_id || '/' || private.current_auth_id() || '/');
  perform private.start_analysis_job(job, host_id, 'branch:' || branch.id);
  return job;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_branch_deletion(branch public.branches, event text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = branch.project_id);
  job uuid;
begin
  select t.job_id into job from public.task_logs t
  where t.branch_id = branch.id and t.task_id = 'deleteBranch' and t.status in ('queued', 'running');
  if job is not null then
    return job;
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('deleteBranch', host_id, branch.project_id, branch.id, 'refs/heads/' || branch.name, queue_branch_deletion.event,
    private.current_user_id())
  returning job_id into job;
  perform graphile_worker.add_job('delete_branch', json_build_object('job_id', job),
    queue_name => 'git:' || branch.project_id || ':' || md5(branch.name), job_key => 'delete_branch:' || job, max_attempts => 5);
  return job;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_git_analysis(project_id bigint, branch_name text, event text, commit_hash text, pull_request jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = queue_git_analysis.project_id);
  ref constant text := 'refs/heads/' || branch_name;
  head constant text := substring(commit_hash from '^[0-9a-f]{7,64}$');
  job uuid;
begin
  -- What waits already reads the branch as it will be then: a newer event takes it over instead of queueing another.
  select t.job_id into job from public.task_logs t
  where t.project_id = queue_git_analysis.project_id and t.branch_ref = ref and t.status = 'queued' and t.source = 'git'
  order by t.created_at desc limit 1 for update;
  if job is not null then
    update public.task_logs t
    set event = queue_git_analysis.event, commit_hash = coalesce(head, t.commit_hash),
      pull_request = coalesce(queue_git_analysis.pull_request, t.pull_request)
    where t.job_id = job and t.status = 'queued';
    if found then
      return job;
    end if;
  end if;
  insert into public.task_logs (task_id, source, workspace_id, project_id, branch_id, branch_ref, event, commit_hash, pull_request, created_by)
  values ('analyze', 'git', host_id, queue_git_analysis.project_id,
    (select b.id from public.branches b where b.project_id = queue_git_analysis.project_id and b.slug = private.branch_slug(branch_name)),
    ref, queue_git_analysis.event, head, queue_git_analysis.pull_request, private.current_user_id())
  returning job_id into job;
  perform private.start_analysis_job(job, host_id, 'git:' || queue_git_analysis.project_id || ':' || md5(branch_name));
  return job;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_branch(branch_id bigint, permission text)
 RETURNS public.branches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.branches;
begin
  select * into found from public.branches b where b.id = require_branch.branch_id;
  if found.id is null or not private.can_read_branch(found.id) then
    perform private.problem('branch_not_found');
  end if;
  perform private.require_in_project(found.project_id, permission);
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_repository_integration(workspace_id bigint, integration_id bigint)
 RETURNS public.workspace_integrations
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.workspace_integrations;
begin
  select * into found from public.workspace_integrations i
  where i.id = integration_id and i.workspace_id = require_repository_integration.workspace_id and i.enabled
    and private.is_git_host(i.kind);
  if found.id is null then
    perform private.problem('integration_not_found', 'workspace_integration_id');
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_service_account(account_id bigint)
 RETURNS public.project_service_accounts
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.project_service_accounts;
begin
  select * into found from public.project_service_accounts a where a.id = account_id;
  if found.id is null or not private.can_in_project(found.project_id, 'project_settings_view') then
    perform private.problem('service_account_not_found');
  end if;
  perform private.require_in_project(found.project_id, 'project_update');
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_service_account_fields(name text, username text, token jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if btrim(coalesce(name, '')) = '' then
    perform private.problem('field_empty', 'name');
  elsif length(btrim(name)) > 100 then
    perform private.problem('service_account_name_too_long', 'name');
  elsif btrim(coalesce(username, '')) = '' then
    perform private.problem('field_empty', 'username');
  elsif length(btrim(username)) > 255 then
    perform private.problem('service_account_name_too_long', 'username');
  elsif token is null or jsonb_typeof(token) <> 'object' then
    perform private.problem('field_empty', 'token');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.secrets_of_account(external_user_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(s.name, jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)), '{}')
  from private.secrets s
  where s.external_user_id = secrets_of_account.external_user_id
$function$;

CREATE OR REPLACE FUNCTION private.service_account_with_secret(account public.project_service_accounts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', account.id, 'name', account.name, 'kind', account.kind, 'username', account.username,
    'token', (select jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)
      from private.secrets s where s.project_service_account_id = account.id and s.name = 'token'))
$function$;

CREATE OR REPLACE FUNCTION private.share_token(branch public.branches)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when branch.share_enabled then
    'wms_' || left(translate(encode(decode(private.sign_grant('share:' || branch.id || ':' || branch.share_serial), 'hex'), 'base64'), '+/=', '-_'), 43) end
$function$;

CREATE OR REPLACE FUNCTION private.shared_branch_ids()
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  presented constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-waymark-share';
begin
  if presented is null or presented !~ '^wms_[A-Za-z0-9_-]{43}$' then
    return;
  end if;
  return query
  select b.id
  from public.branches b
  join public.projects p on p.id = b.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where b.share_token_hash = extensions.digest(presented, 'sha256') and b.share_enabled
    and (b.share_expires_at is null or b.share_expires_at > now());
end
$function$;

CREATE OR REPLACE FUNCTION private.start_analysis_job(job uuid, host_id bigint, queue text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting integer;
begin
  select count(*) into waiting from public.task_logs t
  where t.workspace_id = host_id and t.status in ('queued', 'running') and t.job_id <> job;
  perform graphile_worker.add_job('analyze', json_build_object('job_id', job),
    queue_name => queue, job_key => 'analyze:' || job, max_attempts => 5, priority => least(waiting, 1000));
end
$function$;

CREATE OR REPLACE FUNCTION private.store_service_account_token(account_id bigint, token jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_bad_secrets(jsonb_build_object('token', token), array['token']);
  insert into private.secrets as s (project_service_account_id, name, ciphertext, key_id)
  values (account_id, 'token', token ->> 'ciphertext', token ->> 'key_id')
  on conflict on constraint secrets_project_service_account_id_name_key do update
    set ciphertext = excluded.ciphertext, key_id = excluded.key_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.added_repositories(p_integration_id bigint, p_external_ids text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.external_id
  from public.project_repositories r
  where r.workspace_integration_id = p_integration_id and r.external_id = any (p_external_ids[1:200])
    and r.workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsCreate')))
$function$;

CREATE OR REPLACE FUNCTION public.branch_share(p_branch_id bigint)
 RETURNS public.branch_share
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_branch(p_branch_id, 'project_branch_update');
begin
  return row(branch.share_enabled, private.share_token(branch), branch.share_expires_at)::public.branch_share;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_project_permission(p_project_id bigint, p_permission text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project(p_project_id, p_permission);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_project(p_workspace_id bigint, p_name text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT 'internal'::text, p_flavor text DEFAULT 'design'::text, p_type text DEFAULT 'web'::text, p_group_id bigint DEFAULT NULL::bigint, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_uploads jsonb DEFAULT '[]'::jsonb, p_repository jsonb DEFAULT NULL::jsonb, p_auto_invite_committers boolean DEFAULT false)
 RETURNS public.created_project
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.projects;
  branch public.branches;
  job uuid;
  wanted text := coalesce(nullif(btrim(p_slug), ''), private.slug_from(p_name));
  first_branch constant text := coalesce(p_repository ->> 'default_branch', 'main');
begin
  if (p_type = 'vcs') <> (p_repository is not null) then
    perform private.problem('project_without_repository', 'type');
  elsif p_repository is not null and not private.is_git_branch(first_branch) then
    perform private.problem('branch_name_invalid', 'default_branch');
  end if;
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    if p_flavor = 'style_guide' then
      perform private.problem('private_projects_off');
    end if;
    perform private.feature_gate(p_workspace_id, 'private_projects');
  end if;
  perform private.feature_gate(p_workspace_id, 'projects');
  if p_group_id is not null then
    perform private.require_may_add_to_group(p_workspace_id, p_group_id);
  end if;
  if length(wanted) < 2 then
    wanted := 'project-' || wanted;
  end if;
  if nullif(btrim(p_slug), '') is null then
    wanted := private.free_project_slug(p_workspace_id, wanted);
  end if;
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id,
    auto_invite_committers)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id(),
    coalesce(p_auto_invite_committers, false))
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, left(first_branch, 100), private.branch_slug(first_branch), true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  if p_repository is not null then
    perform private.add_repository(made, p_repository);
    job := private.queue_git_analysis(made.id, first_branch, 'manual', null, null);
  elsif jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_projects(p_workspace_id bigint, p_projects jsonb)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft jsonb;
  made public.created_project;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  if jsonb_typeof(p_projects) is distinct from 'array' then
    perform private.problem('required', 'projects');
  end if;
  perform private.require_few(jsonb_array_length(p_projects), 1, 'too_many_changes_at_once', 'projects');
  for draft in select value from jsonb_array_elements(p_projects) loop
    begin
      made := public.create_project(
        p_workspace_id, draft ->> 'name', draft ->> 'slug', draft ->> 'description', coalesce(draft ->> 'visibility', 'internal'),
        coalesce(draft ->> 'flavor', 'design'), coalesce(draft ->> 'type', 'web'), (draft ->> 'group_id')::bigint, draft ->> 'icon_name',
        draft ->> 'icon_color', '[]', nullif(draft -> 'repository', 'null'), (draft ->> 'auto_invite_committers')::boolean);
      results := results || private.bulk_success(
        coalesce(draft -> 'repository' -> 'external_id', draft -> 'name'),
        jsonb_build_object('id', (made.project).id, 'slug', (made.project).slug, 'job_id', made.job_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(
        coalesce(draft -> 'repository' -> 'external_id', draft -> 'name'), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_service_account(p_project_id bigint, p_name text, p_username text, p_token jsonb)
 RETURNS public.project_service_accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_kind text;
  made public.project_service_accounts;
begin
  perform private.require_in_project(p_project_id, 'project_update');
  select i.kind into host_kind
  from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id
  where r.project_id = p_project_id;
  if host_kind is null then
    perform private.problem('project_without_repository');
  end if;
  perform private.require_service_account_fields(p_name, p_username, p_token);
  insert into public.project_service_accounts (project_id, name, kind, username, created_by)
  values (p_project_id, btrim(p_name), host_kind, btrim(p_username), private.current_user_id())
  on conflict on constraint project_service_accounts_project_id_key do nothing
  returning * into made;
  if made.id is null then
    perform private.problem('service_account_exists');
  end if;
  perform private.store_service_account_token(made.id, p_token);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_branch(p_branch_id bigint)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_branch(p_branch_id, 'project_branch_create_delete');
begin
  perform 1 from public.projects p where p.id = branch.project_id for no key update;
  if (select b.is_default from public.branches b where b.id = branch.id) then
    perform private.problem('default_branch_stays');
  end if;
  return row(private.queue_branch_deletion(branch, 'manual'))::public.queued_import;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_service_account(p_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_service_account(p_id);
  delete from public.project_service_accounts a where a.id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.import_files(p_project_id bigint, p_branch_slug text, p_uploads jsonb)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
begin
  perform private.require_in_project(p_project_id, 'project_contents_update');
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  if jsonb_array_length(coalesce(p_uploads, '[]')) = 0 then
    perform private.problem('import_without_file');
  end if;
  return row(private.queue_analysis(branch, p_uploads, 'manual'))::public.queued_import;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_ci_token(p_project_id bigint, p_token text, p_secret jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project(p_project_id, 'project_contents_update');
  if p_token !~ '^wmci_[A-Za-z0-9_-]{43}$' or p_token is null then
    perform private.problem('token_not_found');
  end if;
  perform private.refuse_bad_secrets(jsonb_build_object('token', p_secret), array['token']);
  insert into private.ci_tokens as t (project_id, token_hash, ciphertext, key_id, created_by)
  values (p_project_id, extensions.digest(p_token, 'sha256'), p_secret ->> 'ciphertext', p_secret ->> 'key_id', private.current_user_id())
  on conflict (project_id) do update
    set token_hash = excluded.token_hash, ciphertext = excluded.ciphertext, key_id = excluded.key_id, created_by = excluded.created_by,
      created_at = now(), last_used_at = null;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_default_branch(p_branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches := private.require_branch(p_branch_id, 'project_branch_update');
begin
  -- The project is the lock: of two at once the second sees the first.
  perform 1 from public.projects p where p.id = branch.project_id for no key update;
  update public.branches b set is_default = false, is_published = false where b.project_id = branch.project_id and b.is_default and b.id <> branch.id;
  update public.branches b set is_default = true, is_published = true where b.id = branch.id and not b.is_default;
  update public.projects p set default_branch_id = branch.id where p.id = branch.project_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.share_branch(p_branch_id bigint, p_enabled boolean, p_expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_new_link boolean DEFAULT false)
 RETURNS public.branch_share
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches := private.require_branch(p_branch_id, 'project_branch_update');
begin
  if p_expires_at is not null and (p_expires_at <= now() or p_expires_at > now() + interval '5 years') then
    perform private.problem('share_expiry_invalid', 'expires_at');
  end if;
  select * into branch from public.branches b where b.id = branch.id for no key update;
  -- Switched off and on again it is another link: the old one was revoked.
  branch.share_serial := branch.share_serial + case when p_new_link or not (p_enabled and branch.share_enabled) then 1 else 0 end;
  branch.share_enabled := coalesce(p_enabled, false);
  update public.branches b
  set share_enabled = branch.share_enabled, share_serial = branch.share_serial,
    share_expires_at = case when branch.share_enabled then p_expires_at end,
    share_token_hash = extensions.digest(private.share_token(branch), 'sha256')
  where b.id = branch.id returning b.* into branch;
  return row(branch.share_enabled, private.share_token(branch), branch.share_expires_at)::public.branch_share;
end
$function$;

CREATE OR REPLACE FUNCTION public.shared_branch()
 RETURNS SETOF public.shared_branch
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(w.id, w.slug, p.id, p.slug, p.name, p.description, p.icon_name, p.icon_color, b.id, b.slug, b.name, b.last_analyzed_at,
    b.share_expires_at)::public.shared_branch
  from public.branches b join public.projects p on p.id = b.project_id join public.workspaces w on w.id = p.workspace_id
  where b.id in (select private.shared_branch_ids())
$function$;

CREATE OR REPLACE FUNCTION public.svc_ci_token(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found record;
begin
  select t.project_id, p.slug, p.name, p.type, p.workspace_id, w.slug as workspace_slug, w.name as workspace_name into found
  from private.ci_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.token_hash = extensions.digest(p_token, 'sha256');
  if found.project_id is null then
    return null;
  end if;
  update private.ci_tokens t set last_used_at = now()
  where t.project_id = found.project_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return to_jsonb(found);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_ci_token_of(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('ciphertext', t.ciphertext, 'key_id', t.key_id, 'created_at', t.created_at, 'last_used_at', t.last_used_at)
  from private.ci_tokens t where t.project_id = p_project_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_files_held(p_project_id bigint, p_hashes text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct encode(f.hash, 'hex')
  from public.branches b join public.branch_files f on f.branch_id = b.id
  where b.project_id = p_project_id and f.hash = any (array(select decode(h, 'hex') from unnest(p_hashes[1:5000]) h where h ~ '^[0-9a-f]{64}$'))
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_webhook_secret(p_integration_id bigint, p_secret jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.webhook_secrets (workspace_integration_id, ciphertext, key_id)
  values (p_integration_id, p_secret ->> 'ciphertext', p_secret ->> 'key_id')
  on conflict (workspace_integration_id) do nothing;
  -- Of two at once the first one counts, for both.
  return (select jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)
    from private.webhook_secrets s where s.workspace_integration_id = p_integration_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_project_source(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'project', jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'workspace_id', p.workspace_id, 'creator_id', p.creator_id),
    'repository', to_jsonb(r),
    'integration', public.svc_integration(r.workspace_integration_id),
    'service_account', (select private.service_account_with_secret(a) from public.project_service_accounts a where a.project_id = p.id),
    -- Without a service account the project is read by who made it, as long as they may still change its content.
    'account', (
      select jsonb_build_object('id', x.id, 'user_id', x.user_id, 'username', x.username, 'secrets', private.secrets_of_account(x.id))
      from public.external_users x
      join public.workspace_members m on m.user_id = x.user_id and m.workspace_id = p.workspace_id and m.is_open
      where x.user_id = p.creator_id and x.workspace_integration_id = r.workspace_integration_id))
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_queue_push(p_project_id bigint, p_branch text, p_commit_hash text, p_uploads jsonb, p_held jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  branch public.branches;
  job uuid;
  kept integer;
  most_files constant integer := 5000;
begin
  if jsonb_array_length(p_uploads) + jsonb_array_length(p_held) > most_files then
    perform private.problem('too_many_import_files', params => jsonb_build_object('limit', most_files));
  elsif jsonb_array_length(p_uploads) + jsonb_array_length(p_held) = 0 then
    perform private.problem('import_without_file');
  elsif not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  select * into project from public.projects p where p.id = p_project_id;
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  branch := private.branch_to_push(project, p_branch);
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, commit_hash)
  values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'push',
    substring(lower(p_commit_hash) from '^[0-9a-f]{7,64}$'))
  returning job_id into job;
  perform private.add_uploads(job, p_uploads, project.workspace_id || '/ci-' || project.id || '/');
  insert into private.task_files (job_id, path, workspace_id, hash)
  select job, h ->> 'path', project.workspace_id, decode(h ->> 'hash', 'hex')
  from jsonb_array_elements(p_held) h
  where private.is_project_path(h ->> 'path') and h ->> 'hash' in (
    select public.svc_files_held(project.id, array(select held ->> 'hash' from jsonb_array_elements(p_held) held)));
  get diagnostics kept = row_count;
  if kept <> jsonb_array_length(p_held) then
    perform private.problem('upload_not_found');
  end if;
  perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id);
  return jsonb_build_object('job_id', job, 'branch_id', branch.id, 'branch_slug', branch.slug);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_receive_webhook(p_integration_id bigint, p_delivery_id text, p_event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration public.workspace_integrations;
  project public.projects;
  delivery public.webhook_deliveries;
  applied public.webhook_deliveries;
begin
  select * into integration from public.workspace_integrations i where i.id = p_integration_id;
  select p.* into project
  from public.project_repositories r join public.projects p on p.id = r.project_id
  where r.workspace_integration_id = p_integration_id and r.external_id = p_event ->> 'repository_id';
  insert into public.webhook_deliveries (workspace_id, workspace_integration_id, project_id, delivery_id, event, ref, repository, outcome)
  values (integration.workspace_id, p_integration_id, project.id, p_delivery_id, coalesce(p_event ->> 'type', 'unknown'),
    left(p_event ->> 'branch', 300), left(p_event ->> 'repository', 500),
    case when project.id is null then 'unknown_repository' else 'ignored' end)
  on conflict on constraint webhook_deliveries_once_key do nothing
  returning * into delivery;
  if delivery.id is null then
    return jsonb_build_object('outcome', 'duplicate');
  end if;
  if project.id is not null then
    applied := private.apply_git_event(project, p_event);
    update public.webhook_deliveries d set outcome = applied.outcome, job_id = applied.job_id where d.id = delivery.id returning * into delivery;
  end if;
  return jsonb_build_object('outcome', delivery.outcome, 'job_id', delivery.job_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_set_webhook(p_project_id bigint, p_external_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.project_repositories r
  set webhook_external_id = p_external_id, webhook_installed_at = case when p_external_id is not null then now() end
  where r.project_id = p_project_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_webhook_integration(p_integration_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', i.id, 'kind', i.kind, 'config', i.config, 'workspace_id', i.workspace_id,
    'secret', (select jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)
      from private.webhook_secrets s where s.workspace_integration_id = i.id))
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where i.id = p_integration_id and i.enabled and private.is_git_host(i.kind) and not w.locked
$function$;

CREATE OR REPLACE FUNCTION public.track_branch(p_project_id bigint, p_branch text)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch_name constant text := regexp_replace(btrim(coalesce(p_branch, '')), '^refs/heads/', '');
  project public.projects;
begin
  perform private.require_in_project(p_project_id, 'project_branch_create_delete');
  select * into project from public.projects p where p.id = p_project_id;
  if branch_name = '' then
    perform private.problem('required', 'branch');
  elsif not private.is_git_branch(branch_name) then
    perform private.problem('branch_name_invalid', 'branch');
  elsif not exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('project_without_repository');
  elsif not private.may_track(p_project_id, branch_name) then
    perform private.require_feature(project.workspace_id, 'multi_branch');
  end if;
  return row(private.queue_git_analysis(p_project_id, branch_name, 'manual', null, null))::public.queued_import;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_service_account(p_id bigint, p_name text DEFAULT NULL::text, p_username text DEFAULT NULL::text, p_token jsonb DEFAULT NULL::jsonb)
 RETURNS public.project_service_accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.project_service_accounts := private.require_service_account(p_id);
begin
  perform private.require_service_account_fields(coalesce(p_name, held.name), coalesce(p_username, held.username), coalesce(p_token, '{}'));
  -- A token is one user's: with another name it would be tried at the host as somebody else's.
  if p_username is not null and btrim(p_username) <> held.username and p_token is null then
    perform private.problem('field_empty', 'token');
  end if;
  update public.project_service_accounts a
  set name = coalesce(btrim(p_name), a.name), username = coalesce(btrim(p_username), a.username)
  where a.id = p_id returning * into held;
  if p_token is not null then
    perform private.store_service_account_token(held.id, p_token);
  end if;
  return held;
end
$function$;

ALTER TABLE "private"."ci_tokens" ADD CONSTRAINT "ci_tokens_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."ci_tokens" ADD CONSTRAINT "ci_tokens_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "private"."secrets" ADD CONSTRAINT "secrets_check" CHECK ((num_nonnulls(workspace_integration_id, external_user_id, project_service_account_id) = 1));

ALTER TABLE "private"."secrets" ADD CONSTRAINT "secrets_project_service_account_id_name_key" UNIQUE (project_service_account_id, name);

ALTER TABLE "private"."task_files" ADD CONSTRAINT "task_files_job_id_fkey" FOREIGN KEY (job_id) REFERENCES public.task_logs(job_id) ON DELETE CASCADE;

ALTER TABLE "private"."task_files" ADD CONSTRAINT "task_files_workspace_id_hash_fkey" FOREIGN KEY (workspace_id, hash) REFERENCES public.files(workspace_id, hash) ON DELETE CASCADE;

ALTER TABLE "private"."webhook_secrets" ADD CONSTRAINT "webhook_secrets_workspace_integration_id_fkey" FOREIGN KEY (workspace_integration_id) REFERENCES public.workspace_integrations(id) ON DELETE CASCADE;

ALTER TABLE "public"."node_changes" ADD CONSTRAINT "node_changes_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "public"."node_changes" ADD CONSTRAINT "node_changes_job_id_fkey" FOREIGN KEY (job_id) REFERENCES public.task_logs(job_id) ON DELETE SET NULL;

ALTER TABLE "public"."project_repositories" ADD CONSTRAINT "project_repositories_project_id_workspace_id_fkey" FOREIGN KEY (project_id, workspace_id) REFERENCES public.projects(id, workspace_id) ON DELETE CASCADE;

ALTER TABLE "public"."project_service_accounts" ADD CONSTRAINT "project_service_accounts_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."secrets" ADD CONSTRAINT "secrets_project_service_account_id_fkey" FOREIGN KEY (project_service_account_id) REFERENCES public.project_service_accounts(id) ON DELETE CASCADE;

ALTER TABLE "public"."project_service_accounts" ADD CONSTRAINT "project_service_accounts_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."task_log_lines" ADD CONSTRAINT "check_task_log_lines_column" CHECK ((column_number > 0));

ALTER TABLE "public"."task_log_lines" ADD CONSTRAINT "check_task_log_lines_line" CHECK ((line_number > 0));

ALTER TABLE "public"."task_log_lines" ADD CONSTRAINT "check_task_log_lines_path" CHECK ((length(path) <= 1000));

ALTER TABLE "public"."task_log_lines" ADD CONSTRAINT "check_task_log_lines_rule" CHECK ((length(rule) <= 100));

ALTER TABLE "public"."task_logs" ADD CONSTRAINT "check_task_logs_commit" CHECK ((commit_hash ~ '^[0-9a-f]{7,64}$'::text));

ALTER TABLE "public"."task_logs" ADD CONSTRAINT "check_task_logs_pull_request" CHECK (((jsonb_typeof(pull_request) = 'object'::text) AND (length((pull_request)::text) <= 4000)));

ALTER TABLE "public"."task_logs" ADD CONSTRAINT "check_task_logs_source" CHECK ((source = ANY (ARRAY['upload'::text, 'git'::text])));

ALTER TABLE "public"."task_logs" ADD CONSTRAINT "task_logs_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE SET NULL;

ALTER TABLE "public"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_job_id_fkey" FOREIGN KEY (job_id) REFERENCES public.task_logs(job_id) ON DELETE SET NULL;

ALTER TABLE "public"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "public"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_integration_id_fkey" FOREIGN KEY (workspace_integration_id) REFERENCES public.workspace_integrations(id) ON DELETE CASCADE;

ALTER TABLE "public"."workspace_integrations" ADD CONSTRAINT "workspace_integrations_id_workspace_id_key" UNIQUE (id, workspace_id);

ALTER TABLE "public"."project_repositories" ADD CONSTRAINT "project_repositories_workspace_integration_id_workspace_id_fkey" FOREIGN KEY (workspace_integration_id, workspace_id) REFERENCES public.workspace_integrations(id, workspace_id) ON DELETE SET NULL (workspace_integration_id);

CREATE INDEX ci_tokens_created_by_idx ON private.ci_tokens USING btree (created_by);

CREATE INDEX task_files_file_idx ON private.task_files USING btree (workspace_id, hash);

CREATE INDEX node_changes_branch_idx ON public.node_changes USING btree (branch_id, compared_with, id DESC);

CREATE INDEX node_changes_job_idx ON public.node_changes USING btree (job_id);

CREATE INDEX node_changes_node_idx ON public.node_changes USING btree (branch_id, node_uri, id DESC);

CREATE UNIQUE INDEX project_repositories_external_idx ON public.project_repositories USING btree (workspace_integration_id, external_id);

CREATE INDEX project_repositories_integration_idx ON public.project_repositories USING btree (workspace_integration_id, workspace_id);

CREATE INDEX project_repositories_workspace_idx ON public.project_repositories USING btree (workspace_id, project_id);

CREATE INDEX project_service_accounts_created_by_idx ON public.project_service_accounts USING btree (created_by);

CREATE INDEX task_logs_waiting_ref_idx ON public.task_logs USING btree (project_id, branch_ref) WHERE ((status = 'queued'::text) AND (source = 'git'::text));

CREATE INDEX webhook_deliveries_job_idx ON public.webhook_deliveries USING btree (job_id);

CREATE INDEX webhook_deliveries_project_idx ON public.webhook_deliveries USING btree (project_id, received_at DESC);

CREATE INDEX webhook_deliveries_received_idx ON public.webhook_deliveries USING btree (received_at);

CREATE INDEX webhook_deliveries_workspace_idx ON public.webhook_deliveries USING btree (workspace_id, received_at DESC);

CREATE TRIGGER keep_rules BEFORE UPDATE OF is_published ON public.branches FOR EACH ROW EXECUTE FUNCTION private.keep_branch_rules();

CREATE TRIGGER announce_delete AFTER DELETE ON public.project_repositories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_insert AFTER INSERT ON public.project_repositories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_update AFTER UPDATE ON public.project_repositories REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER touch BEFORE UPDATE ON public.project_repositories FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER announce_delete AFTER DELETE ON public.project_service_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_insert AFTER INSERT ON public.project_service_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_update AFTER UPDATE ON public.project_service_accounts REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER touch BEFORE UPDATE ON public.project_service_accounts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER keep_rules BEFORE INSERT OR UPDATE OF name, visibility, group_id, slug, is_open, workspace_id ON public.projects FOR EACH ROW EXECUTE FUNCTION private.keep_project_rules();

CREATE TRIGGER announce_delete AFTER DELETE ON public.webhook_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_insert AFTER INSERT ON public.webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_update AFTER UPDATE ON public.webhook_deliveries REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE POLICY "Changes are read with their branch, those of internal nodes by " ON "public"."node_changes" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT 1
   FROM public.branches b
  WHERE (b.id = node_changes.branch_id))) AND ((NOT is_internal) OR (workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceFullMember'::text) AS workspace_ids_with))))));

CREATE POLICY "Changes of public projects are read by anyone" ON "public"."node_changes" FOR SELECT TO "anon" USING ((EXISTS ( SELECT 1
   FROM (public.branches b
     JOIN public.projects p ON ((p.id = b.project_id)))
  WHERE ((b.id = node_changes.branch_id) AND (NOT node_changes.is_internal) AND b.is_published AND p.is_open))));

CREATE POLICY "Repositories are seen by who may see the project's log" ON "public"."project_repositories" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = project_repositories.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_automation_logs_read'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_automation_logs_read'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_automation_logs_read'::text) AS group_ids_given))))))))));

CREATE POLICY "What is said at the host is chosen with the update permission" ON "public"."project_repositories" FOR UPDATE TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = project_repositories.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_update'::text) AS group_ids_given))))))))));

CREATE POLICY "Service accounts are seen by who changes the project" ON "public"."project_service_accounts" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = project_service_accounts.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_update'::text) AS group_ids_given))))))))));

CREATE POLICY "Deliveries are seen with the log permission of the project or t" ON "public"."webhook_deliveries" FOR SELECT TO "authenticated" USING ((((project_id IS NULL) AND (workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceIntegrationCreateUpdateDelete'::text) AS workspace_ids_with)))) OR (EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = webhook_deliveries.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_automation_logs_read'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_automation_logs_read'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_automation_logs_read'::text) AS group_ids_given)))))))))));

COMMENT ON COLUMN "public"."project_repositories"."webhook_external_id" IS 'The webhook at the host that this product installed, to be removed with it.';

COMMENT ON COLUMN "public"."task_logs"."pull_request" IS 'The pull request that an analysis is for: {number, title, target}.';

COMMENT ON COLUMN "public"."task_logs"."source" IS 'Where the content comes from: files that were uploaded or pushed, or the repository at its Git host.';

COMMENT ON FUNCTION "private"."add_repository"(public.projects, jsonb) IS 'Writes down the repository of a new project, once a workspace: {workspace_integration_id, remote_url_http, remote_url_ssh, external_id, external_slug, external_org_slug, external_star_count, default_branch}.';

COMMENT ON FUNCTION "private"."add_uploads"(uuid, jsonb, text) IS 'Gives a task its uploaded files, [{path, object}]: only what lies in a folder of the bucket, as large as Storage recorded it.';

COMMENT ON FUNCTION "private"."announce_of_project"() IS 'A row of a project, without a name: not everybody who hears of it may read it.';

COMMENT ON FUNCTION "private"."apply_git_event"(public.projects, jsonb) IS 'Does what an event of a Git host means for a project: {type, branch, after, pull_request, remote_url_http, …}. What it does not know it leaves alone.';

COMMENT ON FUNCTION "private"."branch_slug"(text) IS 'The slug of a branch: its name, which addresses encode.';

COMMENT ON FUNCTION "private"."branch_to_push"(public.projects, text) IS 'The branch of a project that a push names; it is made where there is none.';

COMMENT ON FUNCTION "private"."can_read_branch"(bigint) IS 'Whether the caller reads a branch, by a right or by its link: for functions that check once for a whole branch.';

COMMENT ON FUNCTION "private"."is_git_branch"(text) IS 'Whether a branch may be called so at a Git host (git-check-ref-format), and as one word of a command line.';

COMMENT ON FUNCTION "private"."is_git_host"(text) IS 'Whether projects come from this kind of integration.';

COMMENT ON FUNCTION "private"."is_on_host"(public.workspace_integrations, text) IS 'Whether an address lies on the host of an integration: credentials of the one never go to another.';

COMMENT ON FUNCTION "private"."keep_branch_rules"() IS 'Listing a branch beside the default one is a feature of the plan, whichever door it comes by.';

COMMENT ON FUNCTION "private"."keep_project_rules"() IS 'What a project may be, whichever door it is changed by: public only where workspace and group allow it, private within the plan, called like no other of its workspace by people. Old slugs keep leading to it.';

COMMENT ON FUNCTION "private"."may_track"(bigint, text) IS 'Whether a branch of a project is followed: the default one in every plan, others where the plan has several branches.';

COMMENT ON FUNCTION "private"."queue_analysis"(public.branches, jsonb, text) IS 'Writes the task log and queues the job, both or neither. Only what the caller uploaded can be named.';

COMMENT ON FUNCTION "private"."queue_branch_deletion"(public.branches, text) IS 'Queues the removal of a branch, once, after what is under way on it.';

COMMENT ON FUNCTION "private"."queue_git_analysis"(bigint, text, text, text, jsonb) IS 'Queues the analysis of a branch at its Git host; one that waits already is taken over. The branch itself is made by the analysis, if it exists there.';

COMMENT ON FUNCTION "private"."require_branch"(bigint, text) IS 'A branch in whose project the caller has a permission; 404 for who may not know it.';

COMMENT ON FUNCTION "private"."require_repository_integration"(bigint, bigint) IS 'The Git integration of a workspace from which a project is made; any other is unknown.';

COMMENT ON FUNCTION "private"."require_service_account"(bigint) IS 'A service account that the caller may change; 404 for who may not know it.';

COMMENT ON FUNCTION "private"."require_service_account_fields"(text, text, jsonb) IS 'Refuses a service account without name, user name or token.';

COMMENT ON FUNCTION "private"."secrets_of_account"(bigint) IS 'The encrypted tokens of somebody''s connected account, {name: {ciphertext, key_id}}.';

COMMENT ON FUNCTION "private"."service_account_with_secret"(public.project_service_accounts) IS 'A service account with its encrypted token.';

COMMENT ON FUNCTION "private"."share_token"(public.branches) IS 'What opens a shared branch: signed by the database, so that it can be shown again and is stored nowhere. Another serial, another link.';

COMMENT ON FUNCTION "private"."shared_branch_ids"() IS 'The branch that the caller reads by a link: one at most.';

COMMENT ON FUNCTION "private"."start_analysis_job"(uuid, bigint, text) IS 'Queues the job of a task log, one after the other in its queue. The more a workspace has waiting, the later its next one comes, so that nobody waits for the hundred imports of another.';

COMMENT ON FUNCTION "private"."store_service_account_token"(bigint, jsonb) IS 'Keeps the encrypted token of a service account in place of the one before.';

COMMENT ON FUNCTION "public"."added_repositories"(bigint, text[]) IS 'Which of at most 200 repositories of an integration are projects of the workspace already: for whoever adds projects, private ones included, without saying which project it is.';

COMMENT ON FUNCTION "public"."branch_share"(bigint) IS 'The link of a branch, for who may change it.';

COMMENT ON FUNCTION "public"."check_project_permission"(bigint, text) IS 'Refuses unless the caller has the permission in the project: before a function does for them what the database cannot, such as asking a Git host.';

COMMENT ON FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb, jsonb, boolean) IS 'Makes a project owned by the caller with its default branch and, with uploads or a repository (see private.add_repository), queues their analysis: all in one transaction.';

COMMENT ON FUNCTION "public"."create_projects"(bigint, jsonb) IS 'Makes many projects, each as create_project does, by the names of its arguments: {name, slug, description, visibility, flavor, type, group_id, icon_name, icon_color, repository, auto_invite_committers}. Each for itself: one that is refused takes no other along.';

COMMENT ON FUNCTION "public"."create_service_account"(bigint, text, text, jsonb) IS 'Gives a Git project its service account. p_token: {ciphertext, key_id}, encrypted by the caller.';

COMMENT ON FUNCTION "public"."delete_branch"(bigint) IS 'Queues the removal of a branch with everything in it; the default one stays.';

COMMENT ON FUNCTION "public"."delete_service_account"(bigint) IS 'Removes a service account with its token.';

COMMENT ON FUNCTION "public"."keep_ci_token"(bigint, text, jsonb) IS 'Gives a project its CI token in place of the one before, which ends. p_secret: {ciphertext, key_id}, the same token encrypted by the caller.';

COMMENT ON FUNCTION "public"."set_default_branch"(bigint) IS 'Makes a branch the default one, which is published; the one before is neither from then on.';

COMMENT ON FUNCTION "public"."share_branch"(bigint, boolean, timestamp with time zone, boolean) IS 'Lets a branch be read by a link until a time or without end (null), or revokes the link; p_new_link makes another one in its place.';

COMMENT ON FUNCTION "public"."shared_branch"() IS 'The branch that the link of the header X-Waymark-Share opens; nothing for one that does not hold.';

COMMENT ON FUNCTION "public"."svc_ci_token"(text) IS 'The project that a CI token pushes to, and records its use; null for one that does not hold, or of a locked workspace.';

COMMENT ON FUNCTION "public"."svc_ci_token_of"(bigint) IS 'The encrypted CI token of a project, or null: for the function that has asked whether the caller may push.';

COMMENT ON FUNCTION "public"."svc_files_held"(bigint, text[]) IS 'Which of at most 5,000 files (SHA-256, hex) some branch of this project holds: they need not be sent again. Those of other projects do not count, whose content the caller may not know.';

COMMENT ON FUNCTION "public"."svc_keep_webhook_secret"(bigint, jsonb) IS 'Gives an integration what its webhooks are signed with, once, and answers what counts.';

COMMENT ON FUNCTION "public"."svc_project_source"(bigint) IS 'The repository of a project with what opens it, encrypted: for the worker and the functions that talk to its host. Never to be passed on.';

COMMENT ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb) IS 'Queues the analysis of what a CI token pushed: uploads [{path, object}] and files the project holds already [{path, hash}], which together replace the content of the branch.';

COMMENT ON FUNCTION "public"."svc_receive_webhook"(bigint, text, jsonb) IS 'Applies a verified delivery of an integration once: {outcome, job_id}; outcome duplicate where it was applied before.';

COMMENT ON FUNCTION "public"."svc_set_webhook"(bigint, text) IS 'Writes down the webhook that was installed at the host, or with null that it was removed.';

COMMENT ON FUNCTION "public"."svc_webhook_integration"(bigint) IS 'What a webhook of an integration is verified with; null where there is none, or it is switched off. Never to be passed on.';

COMMENT ON FUNCTION "public"."track_branch"(bigint, text) IS 'Queues the analysis of a branch at the Git host; if it exists there it is followed from then on.';

COMMENT ON FUNCTION "public"."update_service_account"(bigint, text, text, jsonb) IS 'Changes what is given of a service account; another user name needs its token.';

COMMENT ON TABLE "private"."ci_tokens" IS 'One a project: its SHA-256, to find it by, and the token encrypted by the functions, to be shown again to who may push.';

COMMENT ON TABLE "private"."task_files" IS 'Files of a push that the project holds already, so that they were not sent again.';

COMMENT ON TABLE "private"."webhook_secrets" IS 'What the webhooks of an integration are signed with, encrypted by the functions. Made once: what is installed at hosts goes on being true.';

COMMENT ON TABLE "public"."node_changes" IS 'Differences of a branch from its analysis before (a history, one job after the other) and from the default branch (as of now).';

COMMENT ON TABLE "public"."project_repositories" IS 'The repository of a Git project. A repository that is renamed or moved at its host keeps its external id, and so its project.';

COMMENT ON TABLE "public"."project_service_accounts" IS 'One a project. Its token is in private.secrets and never leaves the server.';

COMMENT ON TABLE "public"."task_log_lines" IS 'What a job said: with the file, line and column that it is about, where it is about one.';

COMMENT ON TABLE "public"."webhook_deliveries" IS 'Webhooks that were signed as they should be, each applied once, and what came of it.';

COMMENT ON TYPE "public"."branch_share" IS 'Whether a branch can be read by a link, what opens it, and until when.';

COMMENT ON TYPE "public"."shared_branch" IS 'What a visitor with a link knows of a project.';

REVOKE ALL ON FUNCTION "private"."add_repository"(public.projects, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_repository"(public.projects, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_uploads"(uuid, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_uploads"(uuid, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_of_project"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_of_project"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."apply_git_event"(public.projects, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_git_event"(public.projects, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."branch_slug"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."branch_slug"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."branch_to_push"(public.projects, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."branch_to_push"(public.projects, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_git_branch"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_git_branch"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_git_host"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_git_host"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_on_host"(public.workspace_integrations, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_on_host"(public.workspace_integrations, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_branch_rules"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_branch_rules"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_track"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_track"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_branch_deletion"(public.branches, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_branch_deletion"(public.branches, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_git_analysis"(bigint, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_git_analysis"(bigint, text, text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_branch"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_branch"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_repository_integration"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_repository_integration"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_service_account"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_service_account"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_service_account_fields"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_service_account_fields"(text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."secrets_of_account"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."secrets_of_account"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."service_account_with_secret"(public.project_service_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."service_account_with_secret"(public.project_service_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_token"(public.branches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."share_token"(public.branches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shared_branch_ids"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shared_branch_ids"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."start_analysis_job"(uuid, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."start_analysis_job"(uuid, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."store_service_account_token"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."store_service_account_token"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."added_repositories"(bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."added_repositories"(bigint, text[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."branch_share"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."branch_share"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."check_project_permission"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_project_permission"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb, jsonb, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_projects"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_projects"(bigint, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_service_account"(bigint, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_service_account"(bigint, text, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_branch"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_branch"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_service_account"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_service_account"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."keep_ci_token"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_ci_token"(bigint, text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_default_branch"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_default_branch"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."share_branch"(bigint, boolean, timestamp with time zone, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."share_branch"(bigint, boolean, timestamp with time zone, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."shared_branch"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shared_branch"() TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_ci_token"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_ci_token"(text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_ci_token_of"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_ci_token_of"(bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_files_held"(bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_files_held"(bigint, text[]) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_keep_webhook_secret"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_webhook_secret"(bigint, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_project_source"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_project_source"(bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_receive_webhook"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_receive_webhook"(bigint, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_set_webhook"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_set_webhook"(bigint, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_webhook_integration"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_webhook_integration"(bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."track_branch"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."track_branch"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_service_account"(bigint, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_service_account"(bigint, text, text, jsonb) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."ci_tokens" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."task_files" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."webhook_secrets" TO "postgres";

GRANT SELECT ON TABLE "public"."node_changes" TO "anon", "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."node_changes" TO "postgres";

GRANT UPDATE ("commit_statuses") ON TABLE "public"."project_repositories" TO "authenticated";

GRANT UPDATE ("pull_request_comments") ON TABLE "public"."project_repositories" TO "authenticated";

GRANT SELECT ON TABLE "public"."project_repositories" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."project_repositories" TO "postgres";

GRANT SELECT ON TABLE "public"."project_service_accounts" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."project_service_accounts" TO "postgres";

GRANT SELECT ON TABLE "public"."webhook_deliveries" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."webhook_deliveries" TO "postgres";

GRANT USAGE ON TYPE "public"."branch_share" TO "postgres";

GRANT USAGE ON TYPE "public"."shared_branch" TO "postgres";

ALTER TABLE "public"."project_repositories" ADD CONSTRAINT "check_project_repositories_branch" CHECK (private.is_git_branch(default_branch));

ALTER TABLE "public"."project_service_accounts" ADD CONSTRAINT "check_project_service_accounts_kind" CHECK (private.is_git_host(kind));

GRANT EXECUTE ON FUNCTION "private"."is_git_branch"(text) TO "authenticated";

-- By hand

insert into private.reasons (reason, code, status, sentence, field)
values
  ('branch_name_invalid', 'VALIDATION_ERROR', 400, 'No branch can have this name.', 'branch'),
  ('content_comes_from_git', 'CONFLICT', 409, 'The content of this project comes from its Git repository.', null),
  ('default_branch_stays', 'ACTION_PROHIBITED', 403, 'Cannot remove a project''s default branch. Set another branch as default before removing this one.', null),
  ('field_empty', 'VALIDATION_ERROR', 400, 'Field must not be empty.', null),
  ('project_name_taken', 'CONFLICT', 409, 'There is another project in this workspace with the same name. Please choose another one.', 'name'),
  ('project_without_repository', 'VALIDATION_ERROR', 400, 'This project does not come from a Git repository.', null),
  ('repository_already_added', 'CONFLICT', 409, 'This repository is already a project of this workspace.', null),
  ('repository_not_on_host', 'VALIDATION_ERROR', 400, 'This address is not on the host of the integration.', 'remote_url_http'),
  ('service_account_exists', 'CONFLICT', 409, 'Project service account already exists', null),
  ('service_account_name_too_long', 'VALIDATION_ERROR', 400, 'Must be at most 100 characters, a user name at most 255.', null),
  ('service_account_not_found', 'NOT_FOUND', 404, 'Service account not found.', null),
  ('share_expiry_invalid', 'VALIDATION_ERROR', 400, 'Must be in the future, and within five years.', 'expires_at');
