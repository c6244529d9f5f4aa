set local check_function_bodies = off;

CREATE TABLE "private"."host_repositories" ("external_user_id" bigint NOT NULL, "external_id" text NOT NULL, "remote_url_http" text NOT NULL, "remote_url_ssh" text, "external_slug" text NOT NULL, "external_org_slug" text NOT NULL, "external_star_count" integer, "default_branch" text, "seen_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "host_repositories_external_id_check" CHECK (((length(external_id) >= 1) AND (length(external_id) <= 500))), CONSTRAINT "host_repositories_external_org_slug_check" CHECK ((length(external_org_slug) <= 500)), CONSTRAINT "host_repositories_external_slug_check" CHECK (((length(external_slug) >= 1) AND (length(external_slug) <= 255))), CONSTRAINT "host_repositories_external_star_count_check" CHECK ((external_star_count >= 0)), CONSTRAINT "host_repositories_pkey" PRIMARY KEY (external_user_id, external_id), CONSTRAINT "host_repositories_remote_url_ssh_check" CHECK ((length(remote_url_ssh) <= 2000)), CONSTRAINT "host_repositories_default_branch_check" CHECK (((default_branch IS NULL) OR private.is_git_branch(default_branch))), CONSTRAINT "host_repositories_remote_url_http_check" CHECK (private.is_repository_address(remote_url_http)));

ALTER TABLE "private"."host_repositories" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.add_repository(project public.projects, repository jsonb)
 RETURNS public.project_repositories
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations :=
    private.require_repository_integration(project.workspace_id, (repository ->> 'workspace_integration_id')::bigint);
  found constant private.host_repositories := private.require_host_repository(integration.id, repository ->> 'external_id');
  made public.project_repositories;
begin
  if exists (
    select 1 from public.project_repositories r
    where r.workspace_integration_id = integration.id and r.external_id = found.external_id) then
    perform private.problem('repository_already_added', 'external_id');
  end if;
  insert into public.project_repositories (
    project_id, workspace_id, workspace_integration_id, remote_url_http, remote_url_ssh, external_id, external_slug, external_org_slug,
    external_star_count, default_branch)
  values (
    project.id, project.workspace_id, integration.id, found.remote_url_http, found.remote_url_ssh, found.external_id, found.external_slug,
    found.external_org_slug, found.external_star_count, found.default_branch)
  returning * into made;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_host_repository(integration_id bigint, external_id text)
 RETURNS private.host_repositories
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found private.host_repositories;
begin
  select h.* into found
  from private.host_repositories h join public.external_users x on x.id = h.external_user_id
  where x.workspace_integration_id = integration_id and x.user_id = private.current_user_id()
    and h.external_id = require_host_repository.external_id and h.seen_at > now() - interval '1 day'
  order by h.seen_at desc limit 1;
  if found.external_id is null or found.default_branch is null then
    perform private.problem('repository_not_looked_up', 'external_id');
  end if;
  return found;
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
  first_branch text := 'main';
begin
  if (p_type = 'vcs') <> (p_repository is not null) then
    perform private.problem('project_without_repository', 'type');
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
  if p_repository is not null then
    select r.default_branch into first_branch from private.add_repository(made, p_repository) r;
  end if;
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, left(first_branch, 100), private.branch_slug(first_branch), true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  if p_repository is not null then
    job := private.queue_git_analysis(made.id, first_branch, 'manual', null, null);
  elsif jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_host_repositories(p_auth_id uuid, p_integration_id bigint, p_revision text, p_repositories jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_kept constant integer := 1000;
  account constant bigint := (public.svc_host_account(p_auth_id, p_integration_id) ->> 'id')::bigint;
begin
  -- Settings that changed since the host was asked lead elsewhere: what was said is of another server then.
  perform private.require_revision(p_integration_id, p_revision);
  perform 1 from public.external_users x where x.id = account for key share;
  if not found then
    return;
  end if;
  insert into private.host_repositories as h (
    external_user_id, external_id, remote_url_http, remote_url_ssh, external_slug, external_org_slug, external_star_count, default_branch)
  select distinct on (said.external_id) account, said.external_id, said.remote_url_http, said.remote_url_ssh, said.external_slug,
    coalesce(said.external_org_slug, ''), said.external_star_count,
    case when private.is_git_branch(said.default_branch) then said.default_branch end
  from jsonb_to_recordset(p_repositories) said (
    external_id text, remote_url_http text, remote_url_ssh text, external_slug text, external_org_slug text, external_star_count integer,
    default_branch text)
  -- What no project could have is not kept: the list shows it all the same.
  where length(said.external_id) between 1 and 500 and private.is_repository_address(said.remote_url_http)
    and coalesce(length(said.remote_url_ssh), 0) <= 2000 and length(said.external_slug) between 1 and 255
    and coalesce(length(said.external_org_slug), 0) <= 500 and coalesce(said.external_star_count, 0) >= 0
  order by said.external_id
  limit 200
  on conflict (external_user_id, external_id) do update
    set remote_url_http = excluded.remote_url_http, remote_url_ssh = excluded.remote_url_ssh, external_slug = excluded.external_slug,
      external_org_slug = excluded.external_org_slug, external_star_count = excluded.external_star_count,
      default_branch = coalesce(excluded.default_branch, h.default_branch), seen_at = now();
  delete from private.host_repositories h
  where h.external_user_id = account and h.external_id in (
    select old.external_id from private.host_repositories old
    where old.external_user_id = account order by old.seen_at desc, old.external_id offset most_kept);
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
      select jsonb_build_object('id', x.id, 'user_id', x.user_id, 'external_id', x.external_id, 'username', x.username,
        'secrets', private.secrets_of_account(x.id))
      from public.external_users x
      join public.workspace_members m on m.user_id = x.user_id and m.workspace_id = p.workspace_id and m.is_active
      where x.user_id = p.creator_id and x.workspace_integration_id = r.workspace_integration_id
        and exists (
          select 1 from public.project_role_permissions may
          where may.role = private.effective_project_role(x.user_id, p.id) and may.permission = 'project_contents_update')
      -- Whoever has several accounts there is who they were last, as svc_host_account has it.
      order by x.last_login_at desc nulls last limit 1))
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$function$;

ALTER TABLE "private"."host_repositories" ADD CONSTRAINT "host_repositories_external_user_id_fkey" FOREIGN KEY (external_user_id) REFERENCES public.external_users(id) ON DELETE CASCADE;

CREATE INDEX host_repositories_old_idx ON private.host_repositories USING btree (seen_at);

CREATE INDEX host_repositories_seen_idx ON private.host_repositories USING btree (external_user_id, seen_at DESC);

COMMENT ON COLUMN "private"."host_repositories"."default_branch" IS 'Null while there is no commit, or where a list did not say it.';

COMMENT ON FUNCTION "private"."add_repository"(public.projects, jsonb) IS 'Writes down the repository of a new project, once a workspace: {workspace_integration_id, external_id} choose it among what its host showed to the caller.';

COMMENT ON FUNCTION "private"."require_host_repository"(bigint, text) IS 'A repository as its host showed it to the caller''s own account, within a day.';

COMMENT ON FUNCTION "public"."create_project"(bigint, text, text, text, text, text, text, bigint, text, text, jsonb, jsonb, boolean) IS 'Makes a project owned by the caller with its default branch and, with uploads or a repository {workspace_integration_id, external_id} that its host showed to the caller (see private.add_repository), queues their analysis: all in one transaction.';

COMMENT ON FUNCTION "public"."svc_keep_host_repositories"(uuid, bigint, text, jsonb) IS 'Keeps what a host answered the caller''s own account about up to 200 repositories, the newest 1,000 of an account: {external_id, remote_url_http, remote_url_ssh, external_slug, external_org_slug, external_star_count, default_branch}.';

COMMENT ON TABLE "private"."host_repositories" IS 'Repositories as their host showed them to a connected account, for a day. They go with the account, and so when its integration leads to another server.';

REVOKE ALL ON FUNCTION "private"."require_host_repository"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_host_repository"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_keep_host_repositories"(uuid, bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_host_repositories"(uuid, bigint, text, jsonb) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."host_repositories" TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence)
values ('repository_not_looked_up', 'VALIDATION_ERROR', 400, 'Choose this repository from the list of its Git host again.');

update private.reasons set sentence = 'The repository of this project is not at its integration’s host.', field = null
where reason = 'repository_not_on_host';
