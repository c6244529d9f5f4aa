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

grant execute on function public.svc_keep_host_repositories to service_role;
