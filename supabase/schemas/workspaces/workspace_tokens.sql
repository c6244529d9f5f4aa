-- Workspace tokens: programs that read the projects of a workspace. A token never reaches the database as a credential: the facade
-- exchanges it for a grant, signed here for five minutes, and sends that along with the calls it makes as a visitor.

-- # Tables

create table public.machine_principals (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text not null constraint check_machine_principals_name check (length(btrim(name)) between 1 and 200),
  token_hash bytea not null unique,
  token_prefix text not null,
  creator_id bigint references public.users (id) on delete set null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint machine_principals_workspace_id_name_key unique (workspace_id, name)
);
comment on table public.machine_principals is 'Workspace tokens: stored as SHA-256 with a visible prefix, shown once.';
create index machine_principals_creator_id_idx on public.machine_principals (creator_id);
alter table public.machine_principals enable row level security;
create trigger keep_names before insert or update of name on public.machine_principals
  for each row execute function private.keep_names('name');
create trigger log_change after insert or delete or update of name on public.machine_principals
  for each row execute function private.log_named_change('workspace.token');
create trigger log_first_use after update of last_used_at on public.machine_principals
  for each row when (old.last_used_at is null and new.last_used_at is not null) execute function private.log_first_use('workspace.token');

-- # Rules

create function private.announce_machine_principals()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(c.workspace_id, null, null, null)::private.change
      from changed c join before b using (id)
      where c.name is distinct from b.name));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(c.workspace_id, null, null, null)::private.change
      from changed c));
  end if;
  return null;
end
$$;
comment on function private.announce_machine_principals is 'The workspace hears of its tokens, and not each time one is used.';
create trigger announce_insert after insert on public.machine_principals referencing new table as changed for each statement execute function private.announce_machine_principals();
create trigger announce_update after update on public.machine_principals referencing old table as before new table as changed for each statement execute function private.announce_machine_principals();
create trigger announce_delete after delete on public.machine_principals referencing old table as changed for each statement execute function private.announce_machine_principals();
create trigger still_allowed before update or delete on public.machine_principals
  for each row when (current_user = 'authenticated') execute function private.ask_again('workspace', 'workspace_id', 'WorkspaceOauthClientCreateUpdateDelete');

create policy "Workspace tokens are seen with the token permission" on public.machine_principals for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceOauthClientCreateUpdateDelete'))));
create policy "Workspace tokens are renamed with the token permission" on public.machine_principals for update to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceOauthClientCreateUpdateDelete'))))
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceOauthClientCreateUpdateDelete'))));
create policy "Workspace tokens are revoked with the token permission" on public.machine_principals for delete to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceOauthClientCreateUpdateDelete'))));

create function private.sign_grant(payload text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select encode(extensions.hmac(convert_to(payload, 'utf8'), d.grant_key, 'sha256'), 'hex') from private.deployment d
$$;
comment on function private.sign_grant is 'The signature of a grant: nobody outside the database can make one.';

create function private.token_workspace_ids()
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  presented constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-waymark-grant';
  parts text[];
begin
  if presented is null or auth.uid() is not null then
    return;
  end if;
  parts := regexp_match(presented, '^([1-9][0-9]{0,17})\.([0-9]{1,12})\.([0-9a-f]{64})$');
  if parts is null or parts[2]::bigint < extract(epoch from now()) then
    return;
  end if;
  -- Digests are compared, so that the time it takes tells nothing about the signature.
  if extensions.digest(private.sign_grant(parts[1] || '.' || parts[2]), 'sha256') <> extensions.digest(parts[3], 'sha256') then
    return;
  end if;
  return query
  select mp.workspace_id
  from public.machine_principals mp
  join public.workspaces w on w.id = mp.workspace_id and not w.locked
  join public.workspace_role_permissions p on p.role = 'project_export' and p.permission = 'WorkspaceProjectsExport'
  where mp.id = parts[1]::bigint;
end
$$;
comment on function private.token_workspace_ids is 'The workspace whose projects the caller reads by a workspace token. A set for policies: computed once a statement. Empty for people, whatever they send.';

create function private.is_exported(node_type text)
returns boolean
language sql
immutable
as $$
  select node_type in ('http_service', 'http_operation', 'http_server', 'http_callback', 'http_webhook', 'model')
$$;
comment on function private.is_exported is 'What comes from OpenAPI and JSON Schema files: all that a workspace token reads.';

create function private.require_token_name(name text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if btrim(coalesce(name, '')) = '' then
    perform private.problem('required', 'name');
  elsif length(btrim(name)) > 200 then
    perform private.problem('token_name_too_long');
  end if;
end
$$;
comment on function private.require_token_name is 'Refuses before the constraint does: its detail would show the whole row, with the hash of the token.';

create function private.require_token(token_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select mp.workspace_id from public.machine_principals mp where mp.id = token_id);
begin
  if host_id is null or private.workspace_role(host_id) is null then
    perform private.problem('token_not_found');
  end if;
  perform private.require_in_workspace(host_id, 'WorkspaceOauthClientCreateUpdateDelete');
  perform 1 from public.machine_principals mp where mp.id = token_id for no key update;
  -- Once more: the right may be gone by now.
  perform private.require_in_workspace(host_id, 'WorkspaceOauthClientCreateUpdateDelete');
end
$$;
comment on function private.require_token is 'Locks a workspace token for who may change it; 404 for who may not know it.';

-- # Calls

create type public.workspace_grant as (id bigint, workspace_id bigint, name text, "grant" text, expires_at timestamptz);
comment on type public.workspace_grant is 'What a workspace token is exchanged for.';

create function public.svc_workspace_token(p_token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_token public.machine_principals;
  expires constant bigint := floor(extract(epoch from now()))::bigint + 300;
  payload text;
begin
  select mp.* into found_token
  from public.machine_principals mp
  join public.workspaces w on w.id = mp.workspace_id and not w.locked
  where mp.token_hash = extensions.digest(p_token, 'sha256');
  if found_token.id is null or not private.feature_allows(found_token.workspace_id, 'oauth_client_apps') then
    return null;
  end if;
  update public.machine_principals mp set last_used_at = now()
  where mp.id = found_token.id and (mp.last_used_at is null or mp.last_used_at < now() - interval '1 minute');
  payload := found_token.id || '.' || expires;
  return to_jsonb(row(found_token.id, found_token.workspace_id, found_token.name, payload || '.' || private.sign_grant(payload),
    to_timestamp(expires))::public.workspace_grant);
end
$$;
comment on function public.svc_workspace_token is 'Exchanges a workspace token for a grant of five minutes and records its use; null for one that does not hold.';

create type public.token_creator as (user_id bigint, display_name text);
comment on type public.token_creator is 'Who made a workspace token.';

create type public.workspace_token as (
  id bigint,
  name text,
  access_token_prefix text,
  creator public.token_creator,
  last_used timestamptz,
  created_at timestamptz
);
comment on type public.workspace_token is 'A workspace token as its list shows it, without what it opens.';

create type public.new_workspace_token as (
  id bigint,
  name text,
  access_token_prefix text,
  creator public.token_creator,
  last_used timestamptz,
  created_at timestamptz,
  access_token text
);
comment on type public.new_workspace_token is 'A public.workspace_token and, this once, the token itself.';

create function private.token_item(token public.machine_principals)
returns public.workspace_token
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    token.id, token.name, token.token_prefix,
    (select row(u.id, private.display_name(u))::public.token_creator from public.users u where u.id = token.creator_id),
    token.last_used_at, token.created_at)::public.workspace_token
$$;
comment on function private.token_item is 'A workspace token as its list shows it, without what it opens.';

create function public.list_workspace_tokens(p_workspace_id bigint)
returns public.workspace_token[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceOauthClientCreateUpdateDelete');
  return array(
    select private.token_item(mp) from public.machine_principals mp where mp.workspace_id = p_workspace_id order by mp.name, mp.id);
end
$$;
comment on function public.list_workspace_tokens is 'The workspace tokens by name, without what they open.';

create function public.create_workspace_token(p_workspace_id bigint, p_name text)
returns public.new_workspace_token
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := 'wmk_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  made public.machine_principals;
  item public.workspace_token;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceOauthClientCreateUpdateDelete');
  perform private.require_recent_proof();
  perform private.require_token_name(p_name);
  perform private.feature_gate(p_workspace_id, 'oauth_client_apps');
  insert into public.machine_principals (workspace_id, name, token_hash, token_prefix, creator_id)
  values (p_workspace_id, btrim(p_name), extensions.digest(token, 'sha256'), left(token, 8), private.current_user_id())
  returning * into made;
  perform private.mail_account(private.current_user_id(), 'token_created', jsonb_build_object(
    'token', made.name, 'workspace', (select w.name from public.workspaces w where w.id = p_workspace_id)));
  item := private.token_item(made);
  return row(item.*, token)::public.new_workspace_token;
end
$$;
comment on function public.create_workspace_token is 'Makes a workspace token; the answer is the only place that ever shows it.';

create function public.rename_workspace_token(p_id bigint, p_name text, p_seen jsonb default null)
returns public.workspace_token
language plpgsql
security definer
set search_path = ''
as $$
declare
  renamed public.machine_principals;
begin
  perform private.require_token(p_id);
  perform private.require_token_name(p_name);
  select * into renamed from public.machine_principals mp where mp.id = p_id;
  perform private.require_seen(p_seen, jsonb_build_object('name', btrim(p_name)), jsonb_build_object('name', renamed.name),
    renamed.workspace_id, array['workspace.token.updated'], jsonb_build_object('token_id', p_id));
  update public.machine_principals mp set name = btrim(p_name) where mp.id = p_id returning * into renamed;
  return private.token_item(renamed);
end
$$;
comment on function public.rename_workspace_token is 'Renames a workspace token. p_seen: the name that the caller saw, as in update_workspace_settings.';

create function public.delete_workspace_token(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_token(p_id);
  delete from public.machine_principals mp where mp.id = p_id;
end
$$;
comment on function public.delete_workspace_token is 'Revokes a workspace token at once.';

-- # Grants

grant select (id, workspace_id, name, token_prefix, creator_id, last_used_at, created_at), update (name), delete on public.machine_principals to authenticated;

grant execute on function private.token_workspace_ids to anon;
grant execute on function public.svc_workspace_token to service_role;
grant execute on function
  public.list_workspace_tokens, public.create_workspace_token, public.rename_workspace_token, public.delete_workspace_token
to authenticated;
