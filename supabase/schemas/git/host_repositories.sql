-- What a Git host said of repositories to somebody's own connected account: the only words from which a project is made. Who sends
-- an id, a name or an address chooses among these, and says nothing themselves.

-- # Tables

create table private.host_repositories (
  external_user_id bigint not null references public.external_users (id) on delete cascade,
  external_id text not null check (length(external_id) between 1 and 500),
  remote_url_http text not null check (private.is_repository_address(remote_url_http)),
  remote_url_ssh text check (length(remote_url_ssh) <= 2000),
  external_slug text not null check (length(external_slug) between 1 and 255),
  external_org_slug text not null check (length(external_org_slug) <= 500),
  external_star_count integer check (external_star_count >= 0),
  default_branch text check (default_branch is null or private.is_git_branch(default_branch)),
  seen_at timestamptz not null default now(),
  primary key (external_user_id, external_id)
);
comment on table private.host_repositories is 'Repositories as their host showed them to a connected account, for a day. They go with the account, and so when its integration leads to another server.';
comment on column private.host_repositories.default_branch is 'Null while there is no commit, or where a list did not say it.';
create index host_repositories_seen_idx on private.host_repositories (external_user_id, seen_at desc);
create index host_repositories_old_idx on private.host_repositories (seen_at);
alter table private.host_repositories enable row level security;

-- # Rules

create function private.require_host_repository(integration_id bigint, external_id text)
returns private.host_repositories
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;
comment on function private.require_host_repository is 'A repository as its host showed it to the caller''s own account, within a day.';

create function private.end_git_analyses(project_id bigint, reason text)
returns void
language sql
security definer
set search_path = ''
as $$
  with ended as (
    update public.task_logs t
    set status = 'failed', commit_hash = null, pull_request = null, duration_ms = extract(epoch from now() - coalesce(t.started_at, t.created_at)) * 1000,
      payload = jsonb_build_object('error', jsonb_build_object('message', private.sentence(reason)))
    where t.project_id = end_git_analyses.project_id and t.task_id = 'analyze' and t.source = 'git' and t.status in ('queued', 'running')
    returning t.job_id
  )
  insert into public.task_log_lines (job_id, seq, level, message)
  select e.job_id, coalesce((select max(l.seq) from public.task_log_lines l where l.job_id = e.job_id), 0) + 1, 'warn', private.sentence(reason)
  from ended e
$$;
comment on function private.end_git_analyses is 'Ends the analyses of a repository that wait or are under way: nothing of them is written any more, and no Git host hears of them.';

create function private.add_repository(project public.projects, repository jsonb)
returns public.project_repositories
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.add_repository is 'Writes down the repository of a new project, once a workspace: {workspace_integration_id, external_id} choose it among what its host showed to the caller.';

-- # Calls

create function public.connect_repository(p_project_id bigint, p_workspace_integration_id bigint, p_external_id text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  held public.project_repositories;
  found private.host_repositories;
  branch_name text;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  select * into project from public.projects p where p.id = p_project_id;
  select * into held from public.project_repositories r where r.project_id = p_project_id for update;
  if held.project_id is null then
    perform private.problem('project_without_repository');
  elsif held.workspace_integration_id is not null then
    perform private.problem('repository_is_connected');
  end if;
  found := private.require_host_repository(
    (private.require_repository_integration(project.workspace_id, p_workspace_integration_id)).id, p_external_id);
  -- It may be another host now: what was a secret of the one before is not told to it, and numbers of pull requests there are of others.
  delete from public.project_service_accounts a where a.project_id = p_project_id;
  update public.proposals o set pull_request = null where o.project_id = p_project_id and o.pull_request is not null;
  -- Nor are commits and requests that an analysis waits with, and what one has read is not what is there.
  perform private.end_git_analyses(p_project_id, 'repository_connected_anew');
  begin
    update public.project_repositories r
    set workspace_integration_id = p_workspace_integration_id, remote_url_http = found.remote_url_http, remote_url_ssh = found.remote_url_ssh,
      external_id = found.external_id, external_slug = found.external_slug, external_org_slug = found.external_org_slug,
      external_star_count = found.external_star_count, default_branch = found.default_branch, connected_by = private.current_user_id(),
      is_reconnected = true, webhook_external_id = null, webhook_installed_at = null, webhook_has_own_secret = false
    where r.project_id = p_project_id;
  exception when unique_violation then
    perform private.problem('repository_already_added', 'external_id');
  end;
  select b.name into branch_name from public.branches b where b.id = project.default_branch_id;
  perform private.queue_git_analysis(p_project_id, coalesce(branch_name, found.default_branch), 'manual', null, null);
end
$$;
comment on function public.connect_repository is 'Connects a Git project with its host again, after its integration was removed or the workspace came in as an archive: by an integration of the workspace, with a repository that its host showed to the caller. Its default branch is read anew, with the caller''s account there; a service account of before goes.';

create function public.svc_keep_host_repositories(p_auth_id uuid, p_integration_id bigint, p_revision text, p_repositories jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.svc_keep_host_repositories is 'Keeps what a host answered the caller''s own account about up to 200 repositories, the newest 1,000 of an account: {external_id, remote_url_http, remote_url_ssh, external_slug, external_org_slug, external_star_count, default_branch}.';

-- # Grants

grant execute on function public.connect_repository to authenticated;
grant execute on function public.svc_keep_host_repositories to service_role;
