-- Service accounts: with which name and token the product reads, and writes to, the repository of one project.

-- # Tables

create table public.project_service_accounts (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects (id) on delete cascade,
  name text not null constraint check_project_service_accounts_name check (length(btrim(name)) between 1 and 100),
  kind text not null constraint check_project_service_accounts_kind check (private.is_git_host(kind)),
  credentials_type text not null default 'personal_access_token' constraint check_project_service_accounts_type
    check (credentials_type = 'personal_access_token'),
  username text not null constraint check_project_service_accounts_username check (length(btrim(username)) between 1 and 255),
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint project_service_accounts_project_id_key unique (project_id)
);
comment on table public.project_service_accounts is 'One a project. Its token is in private.secrets and never leaves the server.';
create index project_service_accounts_created_by_idx on public.project_service_accounts (created_by);
create trigger touch before update on public.project_service_accounts for each row execute function private.touch_updated_at();
create trigger keep_names before insert or update of name, username on public.project_service_accounts
  for each row execute function private.keep_names('name', 'username');
alter table public.project_service_accounts enable row level security;
create trigger log_change after insert or update or delete on public.project_service_accounts
  for each row execute function private.log_project_part('project.service_account', 'name kind username updated_at');
create trigger announce_insert after insert on public.project_service_accounts referencing new table as changed for each statement execute function private.announce_of_project();
create trigger announce_update after update on public.project_service_accounts referencing old table as before new table as changed for each statement execute function private.announce_of_project();
create trigger announce_delete after delete on public.project_service_accounts referencing old table as changed for each statement execute function private.announce_of_project();
alter table private.secrets
  add constraint secrets_project_service_account_id_fkey
  foreign key (project_service_account_id) references public.project_service_accounts (id) on delete cascade;

-- # Rules

create policy "Service accounts are seen by who changes the project" on public.project_service_accounts for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = project_service_accounts.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_update')))
      or p.group_id = any (array(select private.group_ids_given('project_update'))))
  )
));

create type public.opened_service_account as (username text, token jsonb);
comment on type public.opened_service_account is 'Whom a project is read as, with the encrypted token, {ciphertext, key_id}.';

create function private.service_account_with_secret(account public.project_service_accounts)
returns public.opened_service_account
language sql
stable
security definer
set search_path = ''
as $$
  select row(account.username, (
    select jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)
    from private.secrets s where s.project_service_account_id = account.id and s.name = 'token'))::public.opened_service_account
$$;
comment on function private.service_account_with_secret is 'A service account with its encrypted token.';

create function private.store_service_account_token(account_id bigint, token jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refuse_bad_secrets(jsonb_build_object('token', token), array['token']);
  insert into private.secrets as s (project_service_account_id, name, ciphertext, key_id)
  values (account_id, 'token', token ->> 'ciphertext', token ->> 'key_id')
  on conflict on constraint secrets_project_service_account_id_name_key do update
    set ciphertext = excluded.ciphertext, key_id = excluded.key_id;
  perform private.analyze_with_new_credentials(a.project_id) from public.project_service_accounts a where a.id = account_id;
end
$$;
comment on function private.store_service_account_token is 'Keeps the encrypted token of a service account in place of the one before, and reads again what waited for it.';

-- # Calls

create function public.create_service_account(p_project_id bigint, p_name text, p_username text, p_token jsonb)
returns public.project_service_accounts
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_kind text;
  made public.project_service_accounts;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
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
$$;
comment on function public.create_service_account is 'Gives a Git project its service account. p_token: {ciphertext, key_id}, encrypted by the caller.';

create function private.require_service_account_fields(name text, username text, token jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
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
$$;
comment on function private.require_service_account_fields is 'Refuses a service account without name, user name or token.';

create function private.require_service_account(account_id bigint)
returns public.project_service_accounts
language plpgsql
security definer
set search_path = ''
as $$
declare
  found public.project_service_accounts;
begin
  select * into found from public.project_service_accounts a where a.id = account_id;
  if found.id is null or not private.can_in_project(found.project_id, 'project_settings_view') then
    perform private.problem('service_account_not_found');
  end if;
  perform private.lock_project_with(found.project_id, 'project_update');
  select * into found from public.project_service_accounts a where a.id = account_id;
  if found.id is null then
    perform private.problem('service_account_not_found');
  end if;
  return found;
end
$$;
comment on function private.require_service_account is 'A service account that the caller may change; 404 for who may not know it.';

create function public.update_service_account(
  p_id bigint, p_name text default null, p_username text default null, p_token jsonb default null)
returns public.project_service_accounts
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.update_service_account is 'Changes what is given of a service account; another user name needs its token.';

create function public.delete_service_account(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_service_account(p_id);
  delete from public.project_service_accounts a where a.id = p_id;
end
$$;
comment on function public.delete_service_account is 'Removes a service account with its token.';

create type public.source_project as (id bigint, slug text, workspace_id bigint);
comment on type public.source_project is 'A project that comes from a repository.';

create type public.source_repository as (
  workspace_integration_id bigint, remote_url_http text, external_id text, external_slug text, external_org_slug text,
  commit_statuses boolean, pull_request_comments boolean, webhook_external_id text);
comment on type public.source_repository is 'The repository that a project comes from, as its host names it, and what is written there.';

create type public.project_source as (
  project public.source_project, repository public.source_repository, integration public.opened_integration,
  service_account public.opened_service_account, account public.host_account);
comment on type public.project_source is 'Where the content of a project lives and what opens it: the service account, or without one the account of who made or connected it.';

create function public.svc_project_source(p_project_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(
    row(p.id, p.slug, p.workspace_id)::public.source_project,
    row(r.workspace_integration_id, r.remote_url_http, r.external_id, r.external_slug, r.external_org_slug, r.commit_statuses,
      r.pull_request_comments, r.webhook_external_id)::public.source_repository,
    private.opened_integration(r.workspace_integration_id),
    (select private.service_account_with_secret(a) from public.project_service_accounts a where a.project_id = p.id),
    -- Without a service account the project is read by who made it, or who connected it anew and chose the repository, as long as they may
    -- still change its content.
    (
      select row(x.id, x.external_id, x.username, private.secrets_of_account(x.id))::public.host_account
      from public.external_users x
      join public.workspace_members m on m.user_id = x.user_id and m.workspace_id = p.workspace_id and m.is_active
      where x.user_id = private.reader_of(r, p.creator_id) and x.workspace_integration_id = r.workspace_integration_id
        and exists (
          select 1 from public.project_role_permissions may
          where may.role = private.effective_project_role(x.user_id, p.id) and may.permission = 'project_contents_update')
      -- Whoever has several accounts there is who they were last, as svc_host_account has it.
      order by x.last_login_at desc nulls last limit 1))::public.project_source)
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where p.id = p_project_id
$$;
comment on function public.svc_project_source is 'The repository of a project with what opens it, encrypted: for the worker and the functions that talk to its host. Never to be passed on.';

-- # Grants

grant select on public.project_service_accounts to authenticated;

grant execute on function public.create_service_account, public.update_service_account, public.delete_service_account to authenticated;
grant execute on function public.svc_project_source to service_role;
