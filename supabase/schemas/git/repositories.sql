-- Repositories: where the content of a Git project lives, and by which integration it is reached. The content itself always comes from
-- the host: nothing that is written here, or that a webhook says, is ever shown as documentation.

-- # Tables

-- Security definer, for constraints call it as whoever writes the row, who may not call private.is_name.
create function private.is_repository_address(address text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(address) <= 2000 and address ~ '^https?://[^/@?#\s]+/[^@?#\s]+$'
$$;
comment on function private.is_repository_address is 'Whether a repository may be read at an address: a web address with a path, without credentials or a query.';

create function private.is_git_host(kind text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select kind in ('github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center', 'azure_devops_server', 'azure_devops_services')
$$;
comment on function private.is_git_host is 'Whether projects come from this kind of integration.';

create table public.project_repositories (
  project_id bigint primary key,
  workspace_id bigint not null,
  workspace_integration_id bigint,
  remote_url_http text not null constraint check_project_repositories_http
    check (private.is_repository_address(remote_url_http)),
  remote_url_ssh text constraint check_project_repositories_ssh check (length(remote_url_ssh) <= 2000),
  external_id text not null constraint check_project_repositories_external_id check (length(external_id) between 1 and 500),
  external_slug text not null constraint check_project_repositories_slug check (length(external_slug) between 1 and 255),
  external_org_slug text not null default '' constraint check_project_repositories_org check (length(external_org_slug) <= 500),
  external_star_count integer constraint check_project_repositories_stars check (external_star_count >= 0),
  default_branch text not null constraint check_project_repositories_branch check (private.is_git_branch(default_branch)),
  commit_statuses boolean not null default true,
  pull_request_comments boolean not null default true,
  webhook_external_id text constraint check_project_repositories_webhook check (length(webhook_external_id) between 1 and 500),
  webhook_installed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  webhook_has_own_secret boolean not null default false,
  connected_by bigint references public.users (id) on delete set null,
  is_reconnected boolean not null default false,
  foreign key (project_id, workspace_id) references public.projects (id, workspace_id) on delete cascade,
  -- An integration goes: its projects stay, and can be read, but follow nothing any more.
  foreign key (workspace_integration_id, workspace_id) references public.workspace_integrations (id, workspace_id)
    on delete set null (workspace_integration_id)
);
comment on table public.project_repositories is 'The repository of a Git project. A repository that is renamed or moved at its host keeps its external id, and so its project.';
comment on column public.project_repositories.webhook_external_id is 'The webhook at the host that this product installed, to be removed with it.';
comment on column public.project_repositories.webhook_has_own_secret is 'Whether its webhook is signed with a secret of the project; those that were installed before there was one are signed with that of the integration until they are installed anew.';
comment on column public.project_repositories.connected_by is 'Who connected it again after its integration was gone, and chose the repository.';
comment on column public.project_repositories.is_reconnected is 'Whether it was connected again: without a service account it is then read with the account of who did that, and with nobody else''s.';
create unique index project_repositories_external_idx on public.project_repositories (workspace_integration_id, external_id);
create index project_repositories_workspace_idx on public.project_repositories (workspace_id, project_id);
create index project_repositories_integration_idx on public.project_repositories (workspace_integration_id, workspace_id);
create index project_repositories_connected_by_idx on public.project_repositories (connected_by);
create trigger touch before update on public.project_repositories for each row execute function private.touch_updated_at();
create trigger keep_addresses before insert or update of remote_url_http, remote_url_ssh on public.project_repositories
  for each row execute function private.keep_addresses('remote_url_http', 'remote_url_ssh');
alter table public.project_repositories enable row level security;
create trigger log_change after insert or update or delete on public.project_repositories
  for each row execute function private.log_project_part('project.repository',
    'workspace_integration_id external_id external_slug external_org_slug default_branch commit_statuses pull_request_comments webhook_installed_at');
create trigger announce_insert after insert on public.project_repositories referencing new table as changed for each statement execute function private.announce_of_project();
create trigger announce_update after update on public.project_repositories referencing old table as before new table as changed for each statement execute function private.announce_of_project();
create trigger announce_delete after delete on public.project_repositories referencing old table as changed for each statement execute function private.announce_of_project();
create trigger still_allowed before update on public.project_repositories
  for each row when (current_user = 'authenticated') execute function private.ask_again('project', 'project_id', 'project_update');

create table private.webhook_changes (
  project_id bigint primary key references public.project_repositories (project_id) on delete cascade,
  claim uuid not null default gen_random_uuid(),
  ends_at timestamptz not null
);
comment on table private.webhook_changes is 'Who changes the webhook of a project at its host just now: one at a time, since looking there and making one are two calls. A claim that nobody gave back ends by itself.';
alter table private.webhook_changes enable row level security;

-- # Rules

create function private.reader_of(repository public.project_repositories, creator_id bigint)
returns bigint
language sql
immutable
set search_path = ''
as $$
  select case when repository.is_reconnected then repository.connected_by else creator_id end
$$;
comment on function private.reader_of is 'With whose account at its host a repository is read that has no service account: of who connected it anew, else of who made the project.';

-- An address can tell what its project's readers may not know: editors alone see it.
create policy "Repositories are seen by who may see the project's log" on public.project_repositories for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = project_repositories.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_automation_logs_read'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_automation_logs_read')))
      or p.group_id = any (array(select private.group_ids_given('project_automation_logs_read'))))
  )
));

create policy "What is said at the host is chosen with the update permission" on public.project_repositories for update to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = project_repositories.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_update')))
      or p.group_id = any (array(select private.group_ids_given('project_update'))))
  )
));

create function private.require_repository_integration(workspace_id bigint, integration_id bigint)
returns public.workspace_integrations
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;
comment on function private.require_repository_integration is 'The Git integration of a workspace from which a project is made; any other is unknown.';

-- # Calls

create type public.webhook_change as (claim uuid, trusted_id text);
comment on type public.webhook_change is 'The claim to change a webhook at its host, and the id of the one that was installed with the secret that counts now.';

create function public.svc_begin_webhook_change(p_project_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_time constant interval := interval '2 minutes';
  begun private.webhook_changes;
begin
  insert into private.webhook_changes as c (project_id, ends_at) values (p_project_id, clock_timestamp() + most_time)
  on conflict (project_id) do update set claim = gen_random_uuid(), ends_at = excluded.ends_at where c.ends_at < clock_timestamp()
  returning c.* into begun;
  if begun.claim is null then
    return null;
  end if;
  return to_jsonb(row(begun.claim, (
    select r.webhook_external_id
    from public.project_repositories r join private.webhook_secrets s on s.workspace_integration_id = r.workspace_integration_id
    where r.project_id = p_project_id and r.webhook_has_own_secret and s.created_at <= r.webhook_installed_at))::public.webhook_change);
end
$$;
comment on function public.svc_begin_webhook_change is 'Lets one caller at a time change the webhook of a project at its host: {claim, trusted_id}, or null while somebody else does. trusted_id: the webhook that was installed with the secret that counts now, if any; whose secret others have is not known.';

create function public.svc_set_webhook(p_project_id bigint, p_claim uuid, p_external_id text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Held until this is written: whoever comes after a claim that has ended is not overtaken by it.
  perform from private.webhook_changes c where c.project_id = p_project_id and c.claim = p_claim for update;
  if not found then
    return false;
  end if;
  update public.project_repositories r
  set webhook_external_id = p_external_id, webhook_installed_at = case when p_external_id is not null then now() end,
    webhook_has_own_secret = p_external_id is not null
  where r.project_id = p_project_id;
  return true;
end
$$;
comment on function public.svc_set_webhook is 'Writes down the webhook that was installed at the host with the project''s own secret, or with null that it was removed; false where the claim to do so has passed to somebody else.';

create function public.svc_end_webhook_change(p_project_id bigint, p_claim uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.webhook_changes c where c.project_id = p_project_id and c.claim = p_claim
$$;
comment on function public.svc_end_webhook_change is 'Gives a claim of svc_begin_webhook_change back.';

create function public.check_project_permission(p_project_id bigint, p_permission text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, p_permission);
  return true;
end
$$;
comment on function public.check_project_permission is 'Refuses unless the caller has the permission in the project: before a function does for them what the database cannot, such as asking a Git host.';

create type public.project_host as (integration_id bigint, name text, kind text, enabled boolean);
comment on type public.project_host is 'The integration by which the repository of a project is reached, as its editors may know it.';

create function public.project_host(p_project_id bigint)
returns setof public.project_host
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_automation_logs_read');
  return query
  select i.id, i.name, i.kind, i.enabled
  from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id
  where r.project_id = p_project_id;
end
$$;
comment on function public.project_host is 'Name and kind of the integration of a Git project, whose settings only administrators see; nothing where it was removed.';

create function public.added_repositories(p_integration_id bigint, p_external_ids text[])
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select r.external_id
  from public.project_repositories r
  where r.workspace_integration_id = p_integration_id and r.external_id = any (p_external_ids[1:200])
    and r.workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsCreate')))
$$;
comment on function public.added_repositories is 'Which of at most 200 repositories of an integration are projects of the workspace already: for whoever adds projects, private ones included, without saying which project it is.';

create function public.projects_by_external_ids(p_integration_id bigint, p_external_ids text[])
returns setof public.projects
language sql
stable
set search_path = ''
as $$
  select p.*
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where r.workspace_integration_id = p_integration_id and r.external_id = any (p_external_ids[1:200])
$$;
comment on function public.projects_by_external_ids is 'The projects of at most 200 repositories of an integration, by their ids at the host: in the caller''s own eyes, so for who may see which repository a project has.';

-- # Grants

grant select, update (commit_statuses, pull_request_comments) on public.project_repositories to authenticated;
-- Whoever updates a row has its constraints tried in their name.
grant execute on function private.is_git_branch, private.is_repository_address to authenticated;

grant execute on function public.check_project_permission, public.project_host, public.added_repositories, public.projects_by_external_ids to authenticated;
grant execute on function public.svc_begin_webhook_change, public.svc_set_webhook, public.svc_end_webhook_change to service_role;
